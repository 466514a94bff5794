import {
  comparesBy,
  type FilterContract,
  isPositive,
  type Operator,
  operatorWords,
  opposite,
  ownOf,
  type ResourceContract,
  type Who,
} from '@jsonapi-gen/runtime/vocabulary'
import { bothOf, guardedText, guardMark } from './guards.js'
import type { DocumentParts } from './document-parts.js'
import { componentName, type Json, type JsonObject } from './json.js'
import { filterExample } from './id-examples.js'
import { parameterSchema } from './values.js'

/** A parameter of a URL: its component, and what it is. */
export interface Parameter {
  readonly component: string
  readonly parameter: JsonObject
}

/** Where parameters are about: the primary data, or what one relationship includes. */
export interface ParameterPlace {
  /** The type whose component it is. */
  readonly of: string
  /** The relationship, of included records. */
  readonly relationship?: string
}

/** The filters of a resource: each name of each, with each operator. */
export function filterParameters(
  resource: ResourceContract,
  place: ParameterPlace,
  { contract, isFull }: Pick<DocumentParts, 'contract' | 'isFull'>,
): readonly Parameter[] {
  return Object.entries(resource.filters)
    .filter(([, { who }]) => who !== false)
    .flatMap(([name, filter]) => {
      const example = isFull ? filterExample(name, filter, resource, contract) : undefined
      return [name, ...(isFull ? filter.aliases : [])].flatMap((each) =>
        operatorsOf({ name, each, filter, example, isFull }, place),
      )
    })
}

/** The pages of a collection. */
export function pageParameters(
  { page }: ResourceContract,
  place: ParameterPlace,
  isFull: boolean,
): readonly Parameter[] {
  const { size, max, number, cursors, style } = page
  const included = place.relationship !== undefined
  // A page by cursors has a record at least (rule 24.1).
  const least = style === 'cursor' && !included ? 1 : 0
  const of = included ? 'records of each parent' : 'records on the page'
  return [
    parameterOf(place, ['page', 'size'], {
      description: included
        ? `The maximum number of ${of} to include.`
        : `The maximum number of ${of}.${least === 0 ? ' With 0, the response contains only stats.' : ''}`,
      schema: {
        type: 'integer',
        minimum: least,
        maximum: max,
        ...(!included && { default: Math.min(size, max) }),
      },
      ...(isFull && { example: Math.min(size, max) }),
    }),
    parameterOf(place, ['page', 'number'], {
      description: 'The number of the page, starting at 1.',
      schema: { type: 'integer', minimum: 1, ...(!included && { default: number }) },
      ...(isFull && { example: 1 }),
    }),
    ...(cursors && !included ? [cursorParameter(place, 'after'), cursorParameter(place, 'before')] : []),
  ]
}

/** The stats of a collection, by the name that strict mode takes too, or in both of their spellings (rule 2.4). */
export function statParameters(
  { stats }: ResourceContract,
  place: ParameterPlace,
  isFull: boolean,
): readonly Parameter[] {
  return Object.entries(stats)
    .filter(([, { who, calculations }]) => who !== false && calculations.length > 0)
    .flatMap(([name, { who, calculations }]) =>
      (isFull ? ['extra_stats', 'stats'] : ['extra_stats']).map((parameter) =>
        parameterOf(place, [parameter, name], {
          ...(isFull && {
            description: guardedText(
              `The calculations for ${name === 'total' ? 'all rows' : `"${name}"`} over the filtered records, returned in meta.stats.`,
              who,
            ),
            example: calculations.slice(0, 1),
          }),
          schema: { type: 'array', items: { type: 'string', enum: calculations } },
          ...(parameter === 'stats' && { 'x-departure': 'rejected in strict mode' }),
          ...guardMark(who),
        }),
      ),
    )
}

/** The fields of a type, and its extra fields (rule 7.1). */
export function fieldParameters(
  type: string,
  resource: ResourceContract,
  isFull: boolean,
): readonly Parameter[] {
  const fields = [
    ...Object.entries(resource.attributes).filter(([, { read }]) => read !== false),
    ...Object.entries(resource.relationships).filter(([, { read }]) => read !== false),
  ].map(([name]) => name)
  const extra = Object.keys(resource.extraFields)
  const guards = guardsOf([
    ...Object.entries(resource.attributes).map(([name, { read }]) => [name, read] as const),
    ...Object.entries(resource.relationships).map(([name, { read }]) => [name, read] as const),
  ])
  return [
    ...(fields.length === 0
      ? []
      : [
          parameterOf({ of: '' }, ['fields', type], {
            ...(isFull && {
              description: `The fields of ${type} to render; by default, all fields.`,
              example: openFields(resource, fields).slice(0, 1),
            }),
            schema: { type: 'array', items: { type: 'string', enum: [...new Set(fields)] } },
            ...guards,
          }),
        ]),
    ...(extra.length === 0
      ? []
      : [
          parameterOf({ of: '' }, ['extra_fields', type], {
            ...(isFull && {
              description: `The extra fields of ${type} to render as well; by default, none.`,
              example: extra.slice(0, 1),
            }),
            schema: { type: 'array', items: { type: 'string', enum: extra } },
          }),
        ]),
  ]
}

/** The sort of a collection, and of what it includes: an enumeration, with a minus in front to descend. */
export function sortParameter(
  own: ResourceContract | undefined,
  included: readonly (readonly [relationship: string, resource: ResourceContract, who: Who])[],
  isFull: boolean,
): JsonObject | undefined {
  const ownKeys = own ? Object.entries(own.sorts).filter(([, who]) => who !== false) : []
  const alternatives: JsonObject[] = [
    ...ownSorts(
      ownKeys.map(([name]) => name),
      own?.page.style === 'cursor',
    ),
    ...included.map(([relationship, resource, who]) => {
      const keys = Object.entries(resource.sorts)
        .filter(([name, each]) => each !== false && !name.includes('.'))
        .map(([name]) => `${relationship}.${name}`)
      return {
        type: 'string',
        enum: bothWays(keys),
        'x-requires': `include=${relationship}`,
        ...guardMark(who),
      }
    }),
  ]
  const [only, ...others] = alternatives
  if (!only) return undefined
  const preset = own?.defaultSort.length ? `The default is ${own.defaultSort.join(',')}.` : ''
  const order = `The order of the ${own ? '' : 'included '}records; a leading minus means descending.`
  const text = isFull ? `${order} ${preset}`.trimEnd() : preset
  return {
    name: 'sort',
    in: 'query',
    ...(text !== '' && { description: text }),
    style: 'form',
    explode: false,
    schema: { type: 'array', items: others.length === 0 ? only : { anyOf: alternatives } },
    ...guardsOf(ownKeys),
    ...(!own && others.length === 0 && { 'x-requires': only['x-requires'] }),
  }
}

/** Pages by cursors have no sort through a relationship: it takes a page with a number (rule 24.4). */
function ownSorts(names: readonly string[], isByCursor: boolean): readonly JsonObject[] {
  const isOwn = (name: string): boolean => !isByCursor || !name.includes('.')
  const [own, through] = [names.filter(isOwn), names.filter((name) => !isOwn(name))]
  return [
    ...(own.length === 0 ? [] : [{ type: 'string', enum: bothWays(own) }]),
    ...(through.length === 0 ? [] : [{ type: 'string', enum: bothWays(through), ...NUMBERED }]),
  ]
}

const NUMBERED: JsonObject = { 'x-requires': 'page[number]' }

/** Filters of included records that each of some types has. */
export function sharedFilters(resources: readonly ResourceContract[]): ResourceContract['filters'] {
  const [first, ...others] = resources
  if (!first) return {}
  if (others.length === 0) return first.filters
  return Object.fromEntries(
    Object.entries(first.filters).flatMap(([name, filter]) => {
      const same = others.map(({ filters }) => ownOf(filters, name))
      if (!same.every((each) => each?.type === filter.type && each.custom === filter.custom)) return []
      const operators = filter.operators.filter((operator) =>
        same.every((each) => each?.operators.includes(operator)),
      )
      const who = bothOf(filter.who, ...same.flatMap((each) => (each ? [each.who] : [])))
      return operators.length === 0 ? [] : [[name, { ...filter, operators, aliases: [], who }]]
    }),
  )
}

function openFields({ attributes }: ResourceContract, fields: readonly string[]): readonly string[] {
  const open = fields.filter((name) => ownOf(attributes, name)?.read === true)
  return open.length > 0 ? open : fields
}

/** What marks the values of an enumeration that not everybody may use, each with its guards. */
function guardsOf(values: readonly (readonly [name: string, who: Who])[]): JsonObject {
  const guarded = values.filter(([, who]) => typeof who !== 'boolean')
  return guarded.length === 0 ? {} : { 'x-guards': Object.fromEntries(guarded) as Json }
}

const bothWays = (names: readonly string[]): readonly string[] => names.flatMap((name) => [name, `-${name}`])

const cursorParameter = (place: ParameterPlace, name: 'after' | 'before'): Parameter =>
  parameterOf(place, ['page', name], {
    description: `The page ${name === 'after' ? 'begins after' : 'ends before'} this cursor from a previous response.`,
    schema: { type: 'string' },
    'x-cursor': true,
  })

interface Spelling {
  /** The name of the filter, and the one of its names that it is spelled by. */
  readonly name: string
  readonly each: string
  readonly filter: FilterContract
  readonly example: Json
  readonly isFull: boolean
}

function operatorsOf(
  { name, each, filter, example, isFull }: Spelling,
  place: ParameterPlace,
): readonly Parameter[] {
  return shownOperators(filter, isFull).map((operator) => {
    const path = operator === 'eq' ? ['filter', each] : ['filter', each, operator]
    const hasComplement = !isFull && filter.operators.includes(opposite(operator))
    return parameterOf(place, path, {
      ...(isFull && { description: guardedText(filterText(each, operator, filter), filter.who) }),
      ...(!isFull && filter.custom && { description: 'Defined by the application.' }),
      ...requiredMark(name, filter, place),
      schema: filterSchema(filter, operator),
      ...(example !== undefined && { example: takesSeveral(filter, operator) ? [example] : example }),
      ...(each !== name && { 'x-alias-of': `filter[${name}]` }),
      ...(!isFull && filter.aliases.length > 0 && { 'x-aliases': filter.aliases }),
      ...(hasComplement && { 'x-not': true }),
      ...guardMark(filter.who),
    })
  })
}

/** The operators that have a parameter: one with `not_` has none beside the one without, unless everything is spelled out. */
function shownOperators({ operators }: FilterContract, isFull: boolean): readonly Operator[] {
  return isFull
    ? operators
    : operators.filter((each) => isPositive(each) || !operators.includes(opposite(each)))
}

/** Whether a request has to use a filter. One that its guard refuses is not required (rule 3.7). */
export const isNeeded = ({ required, who }: FilterContract): boolean => required && who === true

/** A filter that has one spelling alone is a required parameter. Of several, a request has to use one (rule 3.7). */
function requiredMark(name: string, filter: FilterContract, { relationship }: ParameterPlace): JsonObject {
  if (!isNeeded(filter)) return {}
  const { operators, aliases } = filter
  const isOnly = operators.length === 1 && aliases.length === 0 && relationship === undefined
  const behind = relationship === undefined ? `[${name}]` : `[${relationship}][${name}]`
  return isOnly ? { required: true } : { 'x-required': `filter${behind}` }
}

function filterText(name: string, operator: Operator, { custom, type }: FilterContract): string {
  if (custom) return `Filters by "${name}", as the application defines it.`
  const commas = type === 'string' ? ' Enclose a value that contains a comma in {{ }}.' : ''
  return `Records whose "${name}" ${operatorWords(operator)}.${commas}`
}

const takesSeveral = ({ custom, list }: FilterContract, operator: Operator): boolean =>
  custom ? list === true : comparesBy(operator) === 'equality'

function filterSchema(filter: FilterContract, operator: Operator): JsonObject {
  const one = parameterSchema(filter)
  return takesSeveral(filter, operator) ? { type: 'array', items: one } : one
}

function parameterOf(place: ParameterPlace, path: readonly string[], rest: JsonObject): Parameter {
  const [head = '', ...others] = path
  const { of, relationship } = place
  const behind = relationship === undefined ? others : [relationship, ...others]
  const isList =
    typeof rest['schema'] === 'object' && JSON.stringify(rest['schema']).startsWith('{"type":"array"')
  return {
    component: componentName(
      ...(of === '' ? [] : [of]),
      ...(relationship === undefined ? [] : ['included']),
      head,
      ...behind,
    ),
    parameter: {
      name: `${head}${behind.map((part) => `[${part}]`).join('')}`,
      in: 'query',
      ...(isList && { style: 'form', explode: false }),
      ...rest,
      ...(relationship !== undefined && { 'x-requires': `include=${relationship}` }),
    },
  }
}

/** What a request has to include for the fields of another type to be there. */
export function withRequired({ component, parameter }: Parameter, include: string): Parameter {
  return {
    component: `${component}_${componentName('with', include)}`,
    parameter: { ...parameter, 'x-requires': `include=${include}` },
  }
}
