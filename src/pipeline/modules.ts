import { join, relative, resolve, sep } from 'node:path'
import type { ResourceSchema, Schema } from '../schema/schema.js'

/** A path that a schema names as the generated folder imports it: without its extension, relative, with `.js`. */
export function rebased(path: string, base: string, root: string): string {
  const way = relative(join(root, 'generated'), modulePath(path, base)).split(sep).join('/')
  return `${way.startsWith('.') ? way : `./${way}`}.js`
}

/** Where the file of a module is, without its extension. */
export function modulePath(named: string, base: string): string {
  return resolve(base, named.replace(/\.[cm]?[jt]s$/, ''))
}

/** Whether the module of an attribute's own type is a file beside the schema, and no package. */
export function isOwnFile(module: string): boolean {
  return /^\.{0,2}\//.test(module)
}

/** The schema with the modules of its attributes' own types as the generated folder imports them. */
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
