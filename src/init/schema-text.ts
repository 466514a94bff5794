import pluralize from 'pluralize'
import { resourceNames } from '../name/resource-names.js'
import { camelCase } from '../name/words.js'
import { isColumn, foreignKeysOf, type Datamodel, type Model, type ScalarField } from '../prisma/datamodel.js'
import type { Framework } from '../schema/types.js'

/** What a first schema is made for. */
export interface FirstSchema {
  readonly framework: Framework
  /** The Prisma schema that it is made from, where there is one. */
  readonly prisma: { readonly path: string; readonly datamodel: Datamodel } | undefined
}

/**
 * The text of a first schema: every model of the Prisma schema that has an id of one column, with all of its columns but
 * those whose names sound secret, for a white list should be read before it is served; or an example where there is none.
 */
export function firstSchema({ framework, prisma }: FirstSchema): string {
  const head = [
    '# yaml-language-server: $schema=./node_modules/jsonapi-gen/schema.json',
    '',
    'generate:',
    '  output: src/api',
    `  framework: ${framework} # express | fastify | hono | fetch`,
    '',
  ]
  if (!prisma) return [...head, ...EXAMPLE, ''].join('\n')
  const models = [...prisma.datamodel.models.values()]
  const exposed = models.filter(({ id }) => id !== undefined)
  const types = new Map(exposed.map(({ name }) => [name, typeOf(name)]))
  const left = models.filter(({ id }) => id === undefined).map(({ name }) => name)
  return [
    ...head,
    'prisma: # types, nullability, ids and keys are taken from here',
    `  schema: ${quoted(prisma.path)}`,
    '',
    ...(left.length === 0 ? [] : [`# Left out, for their id is not one column: ${left.join(', ')}`, '']),
    'resources:',
    ...exposed.flatMap((model) => resourceText(model, types)),
    '',
  ].join('\n')
}

const EXAMPLE = [
  'resources:',
  '  notes: # the JSON:API type; the Prisma model is its singular, Note',
  '    id: integer',
  '    attributes:',
  '      title: { type: string, minLength: 1, maxLength: 200 }',
  '      text: string? # the question mark makes it nullable',
  '    filters: # a white list: nothing else can be filtered by',
  '      id:',
  '      title: { operators: [eq, prefix] }',
  '    stats: # stats[total]=count',
  '      total: [count]',
]

function resourceText(model: Model, types: ReadonlyMap<string, string>): readonly string[] {
  const type = types.get(model.name) ?? model.name
  const keys = foreignKeysOf(model)
  const columns = [...model.fields.values()].filter(isColumn)
  const own = columns.filter((field) => field !== model.id && !keys.has(field.name))
  const secret = own.filter(soundsSecret).map(({ name }) => name)
  const shown = own.filter((field) => !soundsSecret(field)).map(({ name }) => name)
  const sideloads = [...model.fields.values()].filter(
    (field) => field.kind === 'relation' && types.has(field.model),
  )
  return [
    `  ${type}:`,
    ...(resourceNames(type).stem === model.name ? [] : [`    model: ${model.name}`]),
    `    attributes: [${shown.join(', ')}]`,
    ...(secret.length === 0 ? [] : [`    # left out, for it sounds secret: ${secret.join(', ')}`]),
    '    filters:',
    '      id:',
    ...(sideloads.length === 0 ? [] : ['    sideloads:', ...sideloads.map(({ name }) => `      ${name}:`)]),
    '    stats:',
    '      total: [count]',
  ]
}

function typeOf(model: string): string {
  return pluralize.plural(camelCase(model))
}

// It is better to leave out a column that is harmless than to publish one that is not.
function soundsSecret({ name }: ScalarField): boolean {
  return /password|passwd|secret|token|hash|salt|api_?key|private/i.test(name)
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : JSON.stringify(path)
}
