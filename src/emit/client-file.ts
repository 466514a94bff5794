import { type Contract, type ResourceContract, withoutUnfilled } from '@jsonapi-gen/runtime/vocabulary'
import { contractOf } from '../contract/contract-of.js'
import { resourceNames } from '../name/resource-names.js'
import type { Schema } from '../schema/schema.js'
import { clientBounds } from './client-bounds.js'
import { inputsOf, takesInputs } from './client-inputs.js'
import { actionsOf, filtersOf, includesOf, relationshipType } from './client-queries.js'
import { clientSchema, readOf } from './client-schema.js'
import { readType, writtenType } from './client-values.js'
import { docOf } from './deprecated-doc.js'
import type { FileNode, InterfaceNode } from './file.js'
import { importOf } from './import.js'
import { key, text, unionProperty } from './layout/code.js'
import { jsdoc } from './layout/jsdoc.js'
import { methodNames } from '../schema/method-names.js'
import { literalMember, literalProperty, property, type LiteralMember } from './property.js'

/** The path of the typed client's types in the folder `generate.client`. */
export const CLIENT_PATH = 'schema.gen.ts'

/**
 * `schema.gen.ts`: the argument of `createClient` from `@jsonapi-gen/client`. It contains the types of the API's JSON,
 * and the kinds of its attributes as data. It depends only on the contract, and imports nothing from the server.
 */
export function emitClientFile(schema: Schema): FileNode {
  return clientFileOf(contractOf(schema), schema.resources)
}

/** Returns `schema.gen.ts` for a contract. The order of the resources does not matter to the types. */
export function clientFileOf(
  all: Contract,
  known: readonly { readonly type: string }[] = Object.keys(all.resources).map((type) => ({ type })),
): FileNode {
  const contract = withoutUnfilled(all)
  const resources = known.flatMap(({ type }) => {
    const resource = contract.resources[type]
    return resource ? [{ type, name: `${resourceNames(type).stem}Types`, resource }] : []
  })
  const interfaces = resources.map(({ type, name, resource }) => typesOf(type, name, resource, contract))
  return {
    path: CLIENT_PATH,
    note: 'The API for a client: its types, and the kinds of attributes.',
    isOfAll: true,
    imports: [
      importOf(
        '@jsonapi-gen/client',
        namesIn(interfaces).map((name) => ({ name })),
        { typesOnly: true },
      ),
    ],
    statements: [
      ...interfaces,
      {
        kind: 'interface',
        docs: ['The types of the API, by JSON:API type.'],
        name: 'Types',
        isExported: true,
        properties: resources.map(({ type, name, resource: { deprecated } }) => {
          const tag = docOf({ deprecated })
          return { name: key(type), type: name, ...(tag !== undefined && { docs: [jsdoc(tag, 1)] }) }
        }),
      },
      {
        kind: 'const',
        docs: ['The schema that `createClient` needs.'],
        isExported: true,
        declarations: [
          { name: 'schema', type: 'ClientSchema<Types>', initializer: clientSchema(resources, contract) },
        ],
      },
      {
        kind: 'const',
        docs: ['The attributes that inputs accept, with their values and bounds, for forms.'],
        isExported: true,
        declarations: [{ name: 'inputs', initializer: clientBounds(resources, contract) }],
      },
    ],
  }
}

function typesOf(type: string, name: string, resource: ResourceContract, contract: Contract): InterfaceNode {
  const { attributes, extraFields, relationships, filters, sorts, stats } = resource
  const shown = readOf(attributes)
  const led = readOf(relationships)
  const required = Object.entries(filters).filter(([, filter]) => filter.required && filter.who === true)
  return {
    kind: 'interface',
    docs: [jsdoc(resource.description ?? `The types of ${type}.`, 0)],
    name,
    isExported: true,
    properties: [
      literalProperty(
        'attributes',
        shown.map(([attribute, of]) => ({ ...member(attribute, of), isOptional: of.read !== true })),
      ),
      literalProperty(
        'extraFields',
        Object.entries(extraFields).map(([field, of]) => member(field, of)),
      ),
      literalProperty(
        'relationships',
        led.map(([relationship, of]) => ({
          name: relationship,
          type: relationshipType(of, of.nullable === true),
          description: docOf(of),
        })),
      ),
      literalProperty('filters', filtersOf(resource)),
      property('required', unionProperty(required.map(([filter]) => text(filter)))),
      property('sorts', unionProperty(Object.keys(sorts).map(text))),
      literalProperty(
        'stats',
        Object.entries(stats).map(([stat, { calculations, ...of }]) => ({
          name: stat,
          type: unionProperty(calculations.map(text)),
          description: docOf(of),
        })),
      ),
      literalProperty('includes', includesOf(resource)),
      ...(['create', 'update'] as const).map((action) => {
        if (!takesInputs(resource, action)) return property(action, 'never')
        const { members, choices } = inputsOf(resource, action, contract)
        return literalProperty(action, members, choices)
      }),
      ...(resource.actions.destroy.who === false ? [property('destroy', 'false')] : []),
      property('actions', unionProperty(actionsOf(resource).map(text))),
      ...ownActionsOf(resource),
      ...(resource.page.style === 'cursor' ? [property('pages', text('cursor'))] : []),
    ],
  }
}

/** The type's own actions, keyed by the names of their calls. */
function ownActionsOf({ ownActions = {} }: ResourceContract): readonly TypeMember[] {
  const members = Object.entries(ownActions).map(([name, { on, input, output, ...action }]) => {
    const given = Object.entries(input).map(([each, of]) => ({
      name: each,
      type: writtenType(of),
      description: of.description,
      isOptional: !of.required,
    }))
    const facts: readonly LiteralMember[] = [
      { name: 'on', type: text(on) },
      literalMember('input', given, 4),
      ...(output
        ? [{ name: 'output', type: `${text(output.type)}${output.nullable ? ' | null' : ''}` }]
        : []),
      ...(output?.list ? [{ name: 'many', type: 'true' }] : []),
    ]
    return { ...literalMember(methodNames.ownAction(name), facts, 3), description: docOf(action) }
  })
  return members.length === 0 ? [] : [literalProperty('ownActions', members)]
}

type TypeMember = ReturnType<typeof literalProperty>

const member = (name: string, of: ResourceContract['extraFields'][string]): LiteralMember => ({
  name,
  type: readType(of),
  description: docOf(of),
})

/** The imports from the client: only the names that are used. */
function namesIn(interfaces: readonly InterfaceNode[]): readonly string[] {
  const code = interfaces
    .flatMap(({ properties = [] }) => properties.map(({ type }) => String(type)))
    .join(' ')
  const used = [
    'AnyPath',
    'CustomFilter',
    'Equality',
    'Filter',
    'Json',
    'Matching',
    'Order',
    'ToMany',
    'ToOne',
  ].filter((name) => new RegExp(`\\b${name}\\b`).test(code))
  return ['ClientSchema', ...used].toSorted()
}
