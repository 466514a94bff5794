import {
  comparesBy,
  type Contract,
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
import type { Group, Included, Place } from './accepted.js'
import { withDeprecation } from './deprecation.js'
import { isNeeded } from './filters.js'
import { bothOf, guardedText, guardMark } from './guards.js'
import { filterExample } from './id-examples.js'
import { pathsUnder, resourceOf } from './includes.js'
import { componentName, type Json, type JsonObject } from './json.js'
import { parameterSchema } from './values.js'

/** A query parameter, as the two forms of a document contain it. */
export interface Parameter extends Forms {
  /** The name of its component. */
  readonly component: string
}

interface Forms {
  readonly full: JsonObject
  /** Undefined if the compact document describes the parameter in words, or by a mark of another one. */
  readonly compact: JsonObject | undefined
}

/** The parameters of a group. */
export function parametersOf(group: Group, contract: Contract): readonly Parameter[] {
  switch (group.kind) {
    case 'filters':
      return filterParameters(group.resource, group, contract)
    case 'page':
      return pageParameters(group.resource, group)
    case 'stats':
      return statParameters(group.resource, group)
    case 'sort':
      return sortParameter(group)
    case 'include':
      return includeParameter(group, contract)
    case 'fields':
    case 'extra_fields':
      return fieldParameters(group, resourceOf(group.type, contract))
  }
}

/** The filters of a resource: a parameter for each name and each operator. */
function filterParameters(
  resource: ResourceContract,
  place: Place,
  contract: Contract,
): readonly Parameter[] {
  return Object.entries(resource.filters)
    .filter(([, { who }]) => who !== false)
    .flatMap(([name, filter]) => {
      const example = filterExample(name, filter, resource, contract)
      return [name, ...filter.aliases].flatMap((each) =>
        filter.operators.map((operator) => filterParameter({ name, each, filter, example }, operator, place)),
      )
    })
}

interface Spelling {
  /** The name of the filter, and the name or alias that the parameter contains. */
  readonly name: string
  readonly each: string
  readonly filter: FilterContract
  readonly example: Json
}

/** In the compact document, a mark stands for each alias, and for each complement of another parameter. */
function filterParameter(
  { name, each, filter, example }: Spelling,
  operator: Operator,
  place: Place,
): Parameter {
  const { aliases, custom, operators, who } = filter
  const hasComplement = operators.includes(opposite(operator))
  const isSpelling = each !== name || (hasComplement && !isPositive(operator))
  const rest = { ...requiredMark(name, filter, place), schema: filterSchema(filter, operator) }
  const full = {
    description: guardedText(filterText(each, operator, filter), who),
    ...rest,
    ...(example !== undefined && { example: takesSeveral(filter, operator) ? [example] : example }),
    ...(each !== name && { 'x-alias-of': `filter[${name}]` }),
    ...guardMark(who),
  }
  const compact = {
    ...(custom && { description: 'Defined by the application.' }),
    ...rest,
    ...(aliases.length > 0 && { 'x-aliases': aliases }),
    ...(hasComplement && { 'x-not': true }),
    ...guardMark(who),
  }
  const path = operator === 'eq' ? ['filter', each] : ['filter', each, operator]
  return parameterOf(place, path, { full, compact: isSpelling ? undefined : compact }, filter)
}

/**
 * A required filter with a single spelling is a required parameter. If there are several spellings, a request must
 * use one of them (rule 3.7).
 */
function requiredMark(name: string, filter: FilterContract, { path }: Place): JsonObject {
  if (!isNeeded(filter)) return {}
  const { operators, aliases } = filter
  const isOnly = operators.length === 1 && aliases.length === 0 && path === undefined
  const behind = path === undefined ? `[${name}]` : `[${path}][${name}]`
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

/** The page parameters of a collection. */
function pageParameters({ page }: ResourceContract, place: Place): readonly Parameter[] {
  const { size, max, number, cursors, style } = page
  const included = place.path !== undefined
  // A page with cursors contains at least one record (rule 24.1).
  const minimum = style === 'cursor' && !included ? 1 : 0
  const preset = Math.min(size, max)
  const parameter = (name: string, compact: JsonObject, example?: JsonObject): Parameter =>
    parameterOf(place, ['page', name], { full: { ...compact, ...example }, compact })
  const cursor = (name: string, text: string): Parameter =>
    parameter(name, {
      description: `The page ${text} this cursor from a previous response.`,
      schema: { type: 'string' },
      'x-cursor': true,
    })
  return [
    parameter(
      'size',
      {
        description: included
          ? 'The maximum number of records of each parent to include.'
          : `The maximum number of records on the page.${minimum === 0 ? ' With 0, the response contains only stats.' : ''}`,
        schema: { type: 'integer', minimum, maximum: max, ...(!included && { default: preset }) },
      },
      { example: preset },
    ),
    parameter(
      'number',
      {
        description: 'The number of the page, starting at 1.',
        schema: { type: 'integer', minimum: 1, ...(!included && { default: number }) },
      },
      { example: 1 },
    ),
    ...(cursors && !included ? [cursor('after', 'begins after'), cursor('before', 'ends before')] : []),
  ]
}

/** The stats of a collection. The compact document contains only the spelling that strict mode accepts (rule 2.4). */
function statParameters({ stats }: ResourceContract, place: Place): readonly Parameter[] {
  return Object.entries(stats)
    .filter(([, { who, calculations }]) => who !== false && calculations.length > 0)
    .flatMap(([name, { who, calculations, ...stat }]) => {
      const of = name === 'total' ? 'all rows' : `"${name}"`
      const text = `The calculations for ${of} over the filtered records, returned in meta.stats.`
      const words = { description: guardedText(text, who), example: calculations.slice(0, 1) }
      const schema = listOf(calculations)
      const compact = { schema, ...guardMark(who) }
      const other = { ...words, schema, 'x-departure': 'rejected in strict mode', ...guardMark(who) }
      return [
        parameterOf(place, ['extra_stats', name], { full: { ...words, ...compact }, compact }, stat),
        parameterOf(place, ['stats', name], { full: other, compact: undefined }, stat),
      ]
    })
}

/** The parameter for a type's fields or its extra fields (rule 7.1). */
function fieldParameters(
  { kind, type, path }: Group,
  { attributes, relationships, extraFields }: ResourceContract,
): readonly Parameter[] {
  const isExtra = kind === 'extra_fields'
  const members = isExtra
    ? Object.keys(extraFields).map((name) => [name, true] as const)
    : Object.entries({ ...attributes, ...relationships }).map(([name, { read }]) => [name, read] as const)
  const names = members.filter(([, read]) => read !== false).map(([name]) => name)
  if (names.length === 0) return []
  const open = names.filter((name) => isExtra || ownOf(attributes, name)?.read === true)
  const description = isExtra
    ? `The extra fields of ${type} to render as well; by default, none.`
    : `The fields of ${type} to render; by default, all fields.`
  const example = (open.length > 0 ? open : names).slice(0, 1)
  const start = { name: `${kind}[${type}]`, in: 'query', style: 'form', explode: false }
  const end = path === undefined ? {} : { 'x-requires': `include=${path}` }
  const compact = { schema: listOf(names), ...guardsOf(members), ...end }
  return [
    {
      component: componentName(kind, type, ...(path === undefined ? [] : ['with', path])),
      full: { ...start, description, example, ...compact },
      compact: { ...start, ...compact },
    },
  ]
}

/**
 * The sort parameter for a collection and its included records: an enumeration, in which a leading minus means
 * descending.
 */
function sortParameter({ type, own, included }: Extract<Group, { kind: 'sort' }>): readonly Parameter[] {
  const ownKeys = own ? Object.entries(own.sorts).filter(([, who]) => who !== false) : []
  const alternatives: JsonObject[] = [
    ...ownSorts(
      ownKeys.map(([name]) => name),
      own?.page.style === 'cursor',
    ),
    ...included.flatMap(includedSorts),
  ]
  const [only, ...others] = alternatives
  if (!only) return []
  const preset = own?.defaultSort.length ? `The default is ${own.defaultSort.join(',')}.` : ''
  const order = `The order of the ${own ? '' : 'included '}records; a leading minus means descending.`
  const deprecated = Object.entries(own?.deprecatedSorts ?? {}).map(
    ([name, each]) => `${name}: ${deprecationText(each, 'Deprecated since')}`,
  )
  const rest = {
    schema: { type: 'array', items: others.length === 0 ? only : { anyOf: alternatives } },
    ...guardsOf(ownKeys),
    ...(!own && others.length === 0 && { 'x-requires': only['x-requires'] }),
  }
  const forms = { full: rest, compact: rest }
  return [ofOperation(type, 'sort', order, [preset, ...deprecated].filter(Boolean).join(' '), forms)]
}

function includedSorts({ name: of, relationship, resources: [first] }: Included): readonly JsonObject[] {
  if (relationship.cardinality !== 'many' || !first) return []
  const keys = Object.entries(first.sorts)
    .filter(([name, who]) => who !== false && !name.includes('.'))
    .map(([name]) => `${of}.${name}`)
  const mark = guardMark(bothOf(relationship.read))
  return [{ type: 'string', enum: bothWays(keys), 'x-requires': `include=${of}`, ...mark }]
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

function includeParameter(
  { type, includes, under }: Extract<Group, { kind: 'include' }>,
  contract: Contract,
): readonly Parameter[] {
  const paths = under ? pathsUnder(under, includes, contract) : includes.paths.map(({ path }) => path)
  if (paths.length === 0) return []
  const listed = { type: 'string', enum: paths }
  const other = {
    type: 'string',
    pattern: '^[^.,]+(\\.[^.,]+)*$',
    description: 'Other relationship paths.',
  }
  const full = { schema: { type: 'array', items: includes.more ? { anyOf: [listed, other] } : listed } }
  const compact = { ...full, 'x-included': WHAT_AN_INCLUDE_TAKES }
  const text = 'The relationships whose records the response includes.'
  const dropped = includes.areAll ? '' : 'Any other path is ignored.'
  return [ofOperation(type, 'include', text, dropped, { full, compact })]
}

/** The parameters for included records, which contain the include path. */
const WHAT_AN_INCLUDE_TAKES = ['filter', 'sort', 'page', 'extra_fields']

/** A parameter for all records of an operation. The compact document omits the first text. */
function ofOperation(type: string, name: string, first: string, text: string, forms: Forms): Parameter {
  const written = (description: string, rest: JsonObject | undefined): JsonObject => ({
    name,
    in: 'query',
    ...(description !== '' && { description }),
    style: 'form',
    explode: false,
    ...rest,
  })
  return {
    component: componentName(type, name),
    full: written(`${first} ${text}`.trimEnd(), forms.full),
    compact: written(text, forms.compact),
  }
}

/** The mark on an enumeration: the values that not everybody may use, each with its guards. */
function guardsOf(values: readonly (readonly [name: string, who: Who])[]): JsonObject {
  const guarded = values.filter(([, who]) => typeof who !== 'boolean')
  return guarded.length === 0 ? {} : { 'x-guards': Object.fromEntries(guarded) as Json }
}

const bothWays = (names: readonly string[]): readonly string[] => names.flatMap((name) => [name, `-${name}`])

const listOf = (values: readonly string[]): JsonObject => ({
  type: 'array',
  items: { type: 'string', enum: values },
})

/** A parameter of a part, which may be deprecated. */
function parameterOf(
  { type, path }: Place,
  [head = '', ...others]: readonly string[],
  { full, compact }: Forms,
  part: Deprecable = {},
): Parameter {
  const behind = path === undefined ? others : [path, ...others]
  const { schema } = full as { readonly schema: JsonObject }
  const start = {
    name: `${head}${behind.map((each) => `[${each}]`).join('')}`,
    in: 'query',
    ...(schema['type'] === 'array' && { style: 'form', explode: false }),
  }
  const end = path === undefined ? {} : { 'x-requires': `include=${path}` }
  const written = (form: JsonObject): JsonObject => withDeprecation({ ...start, ...form, ...end }, part)
  const component = componentName(type, ...(path === undefined ? [] : ['included']), head, ...behind)
  return { component, full: written(full), compact: compact && written(compact) }
}
