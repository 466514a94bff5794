import { scopeName } from './names.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import { type AdapterName, importEnd } from '../schema/types.js'
import { needsPrisma } from './facts-file.js'

/** The import paths of generated files and of the user's modules. */
export interface Modules {
  /** The module of the Prisma Client's types, as the generated folder imports it. */
  readonly client: string | undefined
  /** A file of the project as the generated folder imports it: `../post.resource.js` for `../post.resource`. */
  fileOf(path: string): string
  /** The store's facts, for a resource on a given adapter. */
  factsOf(adapter: AdapterName): string
  /** `PostShape` of `posts`. */
  shapeOf(type: string): string
  /** `PostRecord` of `posts`. */
  recordOf(type: string): string
  /** `PostScope` of `posts`; undefined on the Null adapter, where the application chooses it. */
  scopeOf(type: string): string | undefined
  /** `PostQuery` of `posts`. */
  queryOf(type: string): string
  /** `./post.gen.js` of `posts`. */
  moduleOf(type: string): string
}

/** A schema's modules. The caller resolves `client`, because it knows the output folder. */
export function modulesOf(schema: Schema, client: string | undefined): Modules {
  const byType = new Map(schema.resources.map((each) => [each.type, each]))
  const resourceOf = (type: string): ResourceSchema => {
    const resource = byType.get(type)
    if (!resource) throw new Error(`The checked schema has no resource "${type}"`)
    return resource
  }
  const fileOf = (path: string): string => path + importEnd(schema.imports)
  const isOfPrisma = client !== undefined && needsPrisma(schema)
  return {
    client,
    fileOf,
    factsOf: (adapter) => fileOf(isOfPrisma && adapter === 'prisma' ? './prisma-facts.gen' : './facts.gen'),
    shapeOf: (type) => `${resourceOf(type).names.stem}Shape`,
    recordOf: (type) => `${resourceOf(type).names.stem}Record`,
    scopeOf: (type) => {
      const { adapter, names } = resourceOf(type)
      return adapter === 'null' ? undefined : scopeName(names)
    },
    queryOf: (type) => `${resourceOf(type).names.stem}Query`,
    moduleOf: (type) => fileOf(`./${resourceOf(type).names.file}.gen`),
  }
}
