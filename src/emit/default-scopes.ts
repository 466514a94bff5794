import type { DefaultScopeSchema, Schema } from '../schema/schema.js'
import type { StatementNode } from './file.js'
import { generic, text, unionArgument } from './layout/code.js'
import { join, layOut, type Doc } from './layout/doc.js'
import { jsdoc } from './layout/jsdoc.js'
import { CONTEXT, laidOut, type Parameter } from './methods.js'
import type { Modules } from './modules.js'
import { tableName } from './store-file.js'

/** The types of the resources that an API-wide scope applies to (rule 14.14). */
export function scopedTypes({ resources }: Schema): readonly string[] {
  return resources.filter(({ scopes }) => scopes.some(({ isShared }) => isShared)).map(({ type }) => type)
}

/** The members that the common base of all resources must have: a method for each API-wide scope. */
export function emitDefaultScopes(
  schema: Schema,
  scoped: readonly string[],
  modules: Modules,
): readonly StatementNode[] {
  if (scoped.length === 0) return []
  const before = 'export type DefaultScope = '.length
  return [
    {
      kind: 'type',
      docs: [jsdoc('A scope of any of these resources, with only the members that all of them share.', 0)],
      name: 'DefaultScope',
      isExported: true,
      type: layOut(commonScopes(schema, scoped, modules), { depth: 0, before, after: 1 }),
    },
    {
      kind: 'interface',
      docs: [jsdoc('The scopes of the whole API, as methods of ApplicationResource.', 0)],
      name: 'DefaultScopes',
      isExported: true,
      methods: schema.defaultScopes.map(emitScope),
    },
    {
      kind: 'type',
      docs: [
        jsdoc(
          'Compiles only if ApplicationResource has these methods. Write `implements DefaultScopes` there, so that the compiler names missing methods.',
          0,
        ),
      ],
      name: 'WithDefaultScopes',
      isExported: true,
      typeParameters: [{ name: 'Base', constraint: 'DefaultScopes', default: 'ApplicationResource' }],
      type: 'Base',
    },
  ]
}

/** The type parameter of an API-wide scope: one form for each adapter. */
function commonScopes({ resources, store }: Schema, scoped: readonly string[], modules: Modules): Doc {
  const own = resources.filter(({ type }) => scoped.includes(type))
  const shapes = own.filter(({ adapter }) => adapter !== 'kysely').map(({ type }) => modules.shapeOf(type))
  const tables = own
    .filter(({ adapter }) => adapter === 'kysely')
    .map(({ model = '' }) => text(tableName(model, store)))
  return join(' | ', [
    ...(shapes.length === 0 ? [] : [generic('CommonScope', [unionArgument(shapes)])]),
    ...(tables.length === 0
      ? []
      : [generic('CommonKyselyScope', ['Database', unionArgument([...new Set(tables)])])]),
  ])
}

const PARAMETERS: readonly Parameter[] = [{ name: 'scope', type: 'Scope' }, CONTEXT]

function emitScope({ method, name, policies }: DefaultScopeSchema): {
  name: string
  docs: string[]
  typeParameters: { name: string; constraint: string }[]
  parameters: Parameter[]
  returnType: string
} {
  const done = policies.map((policy) => `\`${policy}\``).join(', ')
  const returnType = 'Scope | Promise<Scope>'
  return {
    name: method,
    docs: [
      jsdoc(
        `Implements the API-wide scope \`${name}\` (${done}) for every resource that inherits it. Returns the given scope, narrowed to the permitted records. Only the condition of the returned scope is used.`,
        1,
      ),
    ],
    typeParameters: [{ name: 'Scope', constraint: 'DefaultScope' }],
    parameters: laidOut(`  ${method}<Scope extends DefaultScope>`, PARAMETERS, returnType),
    returnType,
  }
}
