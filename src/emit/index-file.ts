import type { Schema } from '../schema/schema.js'
import type { Engine } from '../schema/types.js'
import { emitDefaultScopes, scopedTypes } from './default-scopes.js'
import type { FileNode, StatementNode } from './file.js'
import { importOf } from './import.js'
import { entries, key } from './layout/code.js'
import type { Modules } from './modules.js'

/** The path of the registry. */
export const INDEX_PATH = 'generated/index.gen.ts'

/** `index.gen.ts`: the shapes, the typed queries, the guards, and the registry of all resources. */
export function emitIndexFile(schema: Schema, modules: Modules): FileNode {
  const { resources, guards } = schema
  const scoped = scopedTypes(schema)
  const scopedOn = (engine: Engine): boolean =>
    resources.some(
      ({ type, adapter }) => scoped.includes(type) && (adapter === 'kysely') === (engine === 'kysely'),
    )
  const byFile = resources.toSorted((a, b) => (a.names.file < b.names.file ? -1 : 1))
  return {
    path: INDEX_PATH,
    note: 'The registry of every resource, and the types of all queries.',
    isOfAll: true,
    imports: [
      ...(scopedOn('kysely')
        ? [importOf('@jsonapi-gen/kysely', [{ name: 'CommonKyselyScope' }], { typesOnly: true })]
        : []),
      importOf('@jsonapi-gen/runtime/v1', [
        ...(scopedOn('prisma') ? [{ name: 'CommonScope', isTypeOnly: true }] : []),
        { name: 'defineRegistry' },
        { name: 'Registry', isTypeOnly: true },
      ]),
      ...(scoped.length === 0
        ? []
        : [
            importOf(modules.fileOf('../application.controller'), [{ name: 'ApplicationController' }], {
              typesOnly: true,
            }),
            importOf(modules.fileOf('../application.resource'), [{ name: 'ApplicationResource' }], {
              typesOnly: true,
            }),
          ]),
      ...byFile.map(({ names }) =>
        importOf(modules.fileOf(`../${names.file}.resource`), [{ name: `${names.stem}Resource` }]),
      ),
      ...byFile.map(({ type }) =>
        importOf(modules.moduleOf(type), [{ name: modules.queryOf(type) }, { name: modules.shapeOf(type) }], {
          typesOnly: true,
        }),
      ),
      ...(scopedOn('kysely')
        ? [importOf(modules.fileOf('./store.gen'), [{ name: 'Database' }], { typesOnly: true })]
        : []),
    ],
    statements: [
      {
        kind: 'interface',
        docs: ['The shape of every resource, by JSON:API type.'],
        name: 'Shapes',
        isExported: true,
        properties: resources.map(({ type }) => ({ name: key(type), type: modules.shapeOf(type) })),
      },
      {
        kind: 'interface',
        docs: ['The query of every resource, by JSON:API type.'],
        name: 'Queries',
        isExported: true,
        properties: resources.map(({ type }) => ({ name: key(type), type: modules.queryOf(type) })),
      },
      {
        kind: 'type',
        docs: ["The typed query of one resource, by its JSON:API type: `Query<'posts'>`."],
        name: 'Query',
        isExported: true,
        typeParameters: [{ name: 'Type', constraint: 'keyof Queries' }],
        type: 'Queries[Type]',
      },
      guardsType(guards),
      ...emitDefaultScopes(schema, scoped, modules),
      {
        kind: 'const',
        docs: ['Every resource, by JSON:API type.'],
        isExported: true,
        declarations: [
          {
            name: 'registry',
            type: 'Registry',
            initializer: `defineRegistry(${entries(
              resources.map(({ type, names }) => ({ key: type, value: `${names.stem}Resource` })),
            )})`,
          },
        ],
      },
    ],
  }
}

/** Linters would report an interface without members. */
function guardsType(guards: readonly string[]): StatementNode {
  const named = {
    docs: ['The guards that the schema names: methods of the context.'],
    name: 'Guards',
    isExported: true,
  }
  if (guards.length === 0) return { kind: 'type', ...named, type: 'object' }
  return {
    kind: 'interface',
    ...named,
    methods: guards.map((name) => ({ name, returnType: 'boolean | Promise<boolean>' })),
  }
}
