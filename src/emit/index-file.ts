import type { Schema } from '../schema/schema.js'
import type { FileNode } from './file.js'
import { key } from './layout/code.js'
import type { Modules } from './modules.js'

/** Where the registry is. */
export const INDEX_PATH = 'generated/index.gen.ts'

/** `index.gen.ts`: the shapes, the typed query, the guards, and the registry of all resources. */
export function emitIndexFile(schema: Schema, modules: Modules): FileNode {
  const { resources, guards } = schema
  const shapes = resources.map(({ type }) => `  ${key(type)}: ${modules.shapeOf(type)}`)
  const entries = resources.map(({ type, names }) => `  ${key(type)}: ${names.stem}Resource,`)
  const methods = guards.map((guard) => `  ${guard}(): boolean | Promise<boolean>`)
  const byFile = resources.toSorted((a, b) => (a.names.file < b.names.file ? -1 : 1))
  return {
    path: INDEX_PATH,
    note: 'The registry of every resource, and the types of all queries.',
    imports: [
      {
        module: '@jsonapi-gen/runtime/v1',
        typeOnly: false,
        names: ['defineRegistry', 'type QueryOf', 'type Registry'],
      },
      ...byFile.map(({ names }) => ({
        module: `../${names.file}.resource.js`,
        typeOnly: false,
        names: [`${names.stem}Resource`],
      })),
      ...byFile.map(({ type }) => ({
        module: modules.moduleOf(type),
        typeOnly: true,
        names: [modules.shapeOf(type)],
      })),
    ],
    statements: [
      block('The shape of every resource, by JSON:API type.', 'export interface Shapes', shapes),
      [
        "/** A typed query of one resource: `Query<'posts'>`. */",
        'export type Query<Type extends keyof Shapes> = QueryOf<Shapes[Type]>',
      ].join('\n'),
      block(
        'The methods of the context that the guards of the schema name.',
        'export interface Guards',
        methods,
      ),
      [
        '/** Every resource, by JSON:API type. */',
        'export const registry: Registry = defineRegistry({',
        ...entries,
        '})',
      ].join('\n'),
    ],
  }
}

function block(comment: string, head: string, lines: readonly string[]): string {
  const body = lines.length === 0 ? [`${head} {}`] : [`${head} {`, ...lines, '}']
  return [`/** ${comment} */`, ...body].join('\n')
}
