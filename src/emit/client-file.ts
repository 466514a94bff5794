import type { Contract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { contractOf } from '../contract/contract-of.js'
import type { Schema } from '../schema/schema.js'
import { inputsOf, takesInputs } from './client-inputs.js'
import { actionsOf, filtersOf, includesOf, relationshipType } from './client-queries.js'
import { clientSchema, readOf } from './client-schema.js'
import { readType, writtenType } from './client-values.js'
import type { FileNode, InterfaceNode } from './file.js'
import { importOf } from './import.js'
import { key, text, unionProperty } from './layout/code.js'
import { jsdoc } from './layout/jsdoc.js'
import { methodNames } from '../schema/method-names.js'
import { pascalCase } from '../name/words.js'
import { literalProperty, property, type LiteralMember } from './property.js'

/** Where the types of a typed client are, in the folder of `generate.client`. */
export const CLIENT_PATH = 'schema.gen.ts'

/**
 * `schema.gen.ts`: what `createClient` of `@jsonapi-gen/client` takes. It has the types of the API on the wire, and the kinds of its
 * attributes as data. It is a function of the contract, and imports nothing of the server.
 */
export function emitClientFile(schema: Schema): FileNode {
  const contract = contractOf(schema)
  const resources = schema.resources.flatMap(({ type, names }) => {
    const resource = contract.resources[type]
    return resource ? [{ type, name: `${names.stem}Types`, resource }] : []
  })
  const interfaces = resources.flatMap(({ type, name, resource }) => [
    ...inputsOfActions(type, name, resource),
    typesOf(type, name, resource, contract),
  ])
  return {
    path: CLIENT_PATH,
    note: 'What a client knows of the API: types, and the kinds of attributes.',
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
        properties: resources.map(({ type, name }) => ({ name: key(type), type: name })),
      },
      {
        kind: 'const',
        docs: ['What `createClient` takes.'],
        isExported: true,
        declarations: [{ name: 'schema', type: 'ClientSchema<Types>', initializer: clientSchema(resources) }],
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
          description: of.description,
        })),
      ),
      literalProperty('filters', filtersOf(resource)),
      property('required', unionProperty(required.map(([filter]) => text(filter)))),
      property('sorts', unionProperty(Object.keys(sorts).map(text))),
      literalProperty(
        'stats',
        Object.entries(stats).map(([stat, { calculations }]) => ({
          name: stat,
          type: unionProperty(calculations.map(text)),
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
      ...ownActionsOf(name, resource),
      ...(resource.page.style === 'cursor' ? [property('pages', text('cursor'))] : []),
    ],
  }
}

/** The inputs of the type's own actions, as calls take them. */
function inputsOfActions(
  type: string,
  name: string,
  { ownActions = {} }: ResourceContract,
): readonly InterfaceNode[] {
  return Object.entries(ownActions).map(([action, { input }]) => ({
    kind: 'interface',
    docs: [jsdoc(`The input of \`${action}\` of ${type}.`, 0)],
    name: inputName(name, action),
    isExported: true,
    properties: Object.entries(input).map(([each, of]) => ({
      ...property(each, writtenType(of)),
      hasQuestionToken: !of.required,
      ...(of.description !== undefined && { docs: [jsdoc(of.description, 1)] }),
    })),
  }))
}

/** `InvoiceSendInput`, beside `InvoiceTypes`. */
const inputName = (name: string, action: string): string =>
  `${name.replace(/Types$/, '')}${pascalCase(action)}Input`

function ownActionsOf(name: string, { ownActions }: ResourceContract): readonly TypeMember[] {
  if (!ownActions) return []
  const members = Object.entries(ownActions).map(([action, { description, on, output }]): LiteralMember => {
    const answer = output ? `; output: ${text(output.type)}${output.nullable ? ' | null' : ''}` : ''
    const many = output?.list ? '; many: true' : ''
    return {
      name: methodNames.ownAction(action),
      type: `{ on: ${text(on)}; input: ${inputName(name, action)}${answer}${many} }`,
      description,
    }
  })
  return [literalProperty('ownActions', members)]
}

type TypeMember = ReturnType<typeof literalProperty>

const member = (name: string, of: ResourceContract['extraFields'][string]): LiteralMember => ({
  name,
  type: readType(of),
  description: of.description,
})

/** What is imported of the client: only what is used. */
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
