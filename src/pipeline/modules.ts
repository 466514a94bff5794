import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isThere } from '../file/is-there.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'

/** A path in a schema as the generated folder imports it: relative, with `.js`, or `.mjs` for a file in `.mts`. */
export function rebased(path: string, base: string, root: string): string {
  return importedFrom(join(root, 'generated'), path, base)
}

/** A path relative to `base`, as a file in `folder` imports it. */
export function importedFrom(folder: string, path: string, base: string): string {
  const way = relative(folder, modulePath(path, base)).split(sep).join('/')
  const kind = /\.([cm])[jt]s$/.exec(path)?.[1] ?? ''
  return `${way.startsWith('.') ? way : `./${way}`}.${kind}js`
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
export function withModules(schema: Schema, base: string, root: string): Schema {
  const resources = schema.resources.map((resource): ResourceSchema => {
    if (resource.attributes.every(({ own }) => own === undefined)) return resource
    const attributes = resource.attributes.map((attribute) => {
      const { own } = attribute
      if (own === undefined || !isOwnFile(own.module)) return attribute
      return { ...attribute, own: { ...own, module: rebased(own.module, base, root) } }
    })
    return { ...resource, attributes }
  })
  return { ...schema, resources }
}
