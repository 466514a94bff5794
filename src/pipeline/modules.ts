import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isThere } from '../file/is-there.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import { type Imports, importEnd } from '../schema/types.js'

/** A module that a file imports: its path relative to `base`, and how imports end. */
export interface Imported {
  readonly path: string
  readonly base: string
  readonly imports: Imports
}

/**
 * A module as a file in `folder` imports it: relative, with the end of all imports. An `.mts` or `.cts` file
 * always has an end. A module that exists only as JavaScript with types ends with `.js`, because TypeScript
 * does not resolve `.ts` to it.
 */
export async function importedFrom(folder: string, { path, base, imports }: Imported): Promise<string> {
  const module = modulePath(path, base)
  const way = relative(folder, module).split(sep).join('/')
  const [, kind] = /\.([cm])[jt]s$/.exec(path) ?? []
  const isOnlyTyped = kind === undefined && imports === 'ts' && (await isCompiled(module))
  const end =
    kind === undefined ? importEnd(isOnlyTyped ? 'js' : imports) : `.${kind}${imports === 'ts' ? 'ts' : 'js'}`
  return `${way.startsWith('.') ? way : `./${way}`}${end}`
}

async function isCompiled(module: string): Promise<boolean> {
  return (await isThere(`${module}.d.ts`)) && !(await isThere(`${module}.ts`))
}

/** The file of a module, without its extension. */
export function modulePath(named: string, base: string): string {
  return resolve(base, named.replace(/\.[cm]?[jt]s$/, ''))
}

/** Whether a module named in a schema is a file rather than a package. */
export function isOwnFile(module: string): boolean {
  return /^\.{0,2}\//.test(module) || isAbsolute(module)
}

/** Whether a module exists, given its path without an extension. */
export async function isModuleThere(path: string): Promise<boolean> {
  return (await Promise.all(EXTENSIONS.map((extension) => isThere(path + extension)))).includes(true)
}

const EXTENSIONS: readonly string[] = ['.ts', '.d.ts', '.js', '.mts', '.cts', '.tsx']

/** The schema, with the modules of its attributes' own types as the generated folder imports them. */
export async function withModules(schema: Schema, base: string, root: string): Promise<Schema> {
  const resources = schema.resources.map(async (resource): Promise<ResourceSchema> => {
    if (resource.attributes.every(({ own }) => own === undefined)) return resource
    const attributes = resource.attributes.map(async (attribute) => {
      const { own } = attribute
      if (own === undefined || !isOwnFile(own.module)) return attribute
      const imported = { path: own.module, base, imports: schema.imports }
      return { ...attribute, own: { ...own, module: await importedFrom(join(root, 'generated'), imported) } }
    })
    return { ...resource, attributes: await Promise.all(attributes) }
  })
  return { ...schema, resources: await Promise.all(resources) }
}
