import {
  comparesBy,
  type Deprecable,
  deprecationText,
  type FilterContract,
  isPositive,
  type Operator,
  operatorWords,
  opposite,
  ownOf,
  type ResourceContract,
  type Who,
} from '@jsonapi-gen/runtime/vocabulary'
import { withDeprecation } from './deprecation.js'
import { bothOf, guardedText, guardMark } from './guards.js'
import type { DocumentParts } from './document-parts.js'
import { componentName, type Json, type JsonObject } from './json.js'
import { filterExample } from './id-examples.js'
import { parameterSchema } from './values.js'

/** A query parameter, and the name of its component. */
export interface Parameter {
  readonly component: string
  readonly parameter: JsonObject
}

/** The records that parameters apply to: the primary data, or the included records of a relationship. */
export interface ParameterPlace {
  /** The type that the component's name begins with. */
  readonly of: string
  /** The relationship, for included records. */
  readonly relationship?: string
}

/** The filters of a resource: a parameter for each name and each operator. */
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

/** The page parameters of a collection. */
export function pageParameters(
  { page }: ResourceContract,
  place: ParameterPlace,
  isFull: boolean,
): readonly Parameter[] {
  const { size, max, number, cursors, style } = page
  const included = place.relationship !== undefined
  // A page with cursors contains at least one record (rule 24.1).
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

/** The stats parameters of a collection: only the spelling that strict mode accepts, or both spellings (rule 2.4). */
export function statParameters(
  { stats }: ResourceContract,
  place: ParameterPlace,
  isFull: boolean,
): readonly Parameter[] {
  return Object.entries(stats)
    .filter(([, { who, calculations }]) => who !== false && calculations.length > 0)
    .flatMap(([name, { who, calculations, ...stat }]) =>
      (isFull ? ['extra_stats', 'stats'] : ['extra_stats']).map((parameter) =>
        marked(stat, place, [parameter, name], {
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

/** The parameters for a type's fields and extra fields (rule 7.1). */
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

/**
 * The sort parameter for a collection and its included records: an enumeration, in which a leading minus means
 * descending.
 */
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
  const deprecated = Object.entries(own?.deprecatedSorts ?? {}).map(
    ([name, each]) => `${name}: ${deprecationText(each, 'Deprecated since')}`,
  )
  const text = [...(isFull ? [order] : []), preset, ...deprecated].filter(Boolean).join(' ')
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

/** A sort through a relationship does not support cursors, so it needs a page number (rule 24.4). */
function ownSorts(names: readonly string[], isByCursor: boolean): readonly JsonObject[] {
  const isOwn = (name: string): boolean => !isByCursor || !name.includes('.')
  const [own, through] = [names.filter(isOwn), names.filter((name) => !isOwn(name))]
  return [
    ...(own.length === 0 ? [] : [{ type: 'string', enum: bothWays(own) }]),
    ...(through.length === 0 ? [] : [{ type: 'string', enum: bothWays(through), ...NUMBERED }]),
  ]
}

const NUMBERED: JsonObject = { 'x-requires': 'page[number]' }

/** The filters that all of the given resources have. */
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

/** The mark on an enumeration: the values that not everybody may use, each with its guards. */
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
  /** The name of the filter, and the name or alias that the parameter contains. */
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
    return marked(filter, place, path, {
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

/**
 * The operators with their own parameter. Unless the document is full, an operator with `not_` has none if its
 * opposite has one.
 */
function shownOperators({ operators }: FilterContract, isFull: boolean): readonly Operator[] {
  return isFull
    ? operators
    : operators.filter((each) => isPositive(each) || !operators.includes(opposite(each)))
}

/** Whether every request must use a filter. A filter that its guard rejects is not required (rule 3.7). */
export const isNeeded = ({ required, who }: FilterContract): boolean => required && who === true

/**
 * A required filter with a single spelling is a required parameter. If there are several spellings, a request must
 * use one of them (rule 3.7).
 */
function requiredMark(name: string, filter: FilterContract, { relationship }: ParameterPlace): JsonObject {
  if (!isNeeded(filter)) return {}
  const { operators, aliases } = filter
  const isOnly = operators.length === 1 && aliases.length === 0 && relationship === undefined
  const behind = relationship === undefined ? `[${name}]` : `[${relationship}][${name}]`
  return isOnly ? { required: true } : { 'x-required': `filter${behind}` }
}

function filterText(name: string, operator: Operator, { custom, type }: FilterContract): string {
  if (custom) return `Filters by "${name}", as defined by the application.`
  const commas = type === 'string' ? ' Enclose a value that contains a comma in {{ }}.' : ''
  return `Records whose "${name}" ${operatorWords(operator)}.${commas}`
}

const takesSeveral = ({ custom, list }: FilterContract, operator: Operator): boolean =>
  custom ? list === true : comparesBy(operator) === 'equality'

function filterSchema(filter: FilterContract, operator: Operator): JsonObject {
  const one = parameterSchema(filter)
  return takesSeveral(filter, operator) ? { type: 'array', items: one } : one
}

/** A parameter of a part that may be deprecated. */
function marked(
  part: Deprecable,
  place: ParameterPlace,
  path: readonly string[],
  rest: JsonObject,
): Parameter {
  const { component, parameter } = parameterOf(place, path, rest)
  return { component, parameter: withDeprecation(parameter, part) }
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

/** Marks a parameter for the fields of another type with the include that it requires. */
export function withRequired({ component, parameter }: Parameter, include: string): Parameter {
  return {
    component: `${component}_${componentName('with', include)}`,
    parameter: { ...parameter, 'x-requires': `include=${include}` },
  }
}
