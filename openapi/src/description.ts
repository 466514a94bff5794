import {
  type Contract,
  type FilterContract,
  isPositive,
  type Operator,
  opposite,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { filterExample } from './id-examples.js'
import { includesIn, resourceOf } from './includes.js'

/**
 * The description of what applies to all operations of a document. Its examples contain only parameters that this API
 * accepts: if no list accepts the parameter of a sentence, the sentence has no example.
 */
export function descriptionOf(contract: Contract): string {
  const [groups, equal] = filterTexts(contract)
  return [
    [START, groups].filter(Boolean).join(' '),
    equal,
    `Each operator with \`x-not\` also has a complement, prefixed with \`not_\`${negatedExample(contract)}, which is not listed as a parameter. \`x-aliases\` lists other names of a filter.`,
    'Enclose text that contains a comma in `{{ }}`. A leading minus makes a sort descending.',
    `Statistics are computed over the filtered records and returned in \`meta.stats\`.${statExample(contract)}`,
    `Relationships marked \`x-included\` also accept the filters, sorts, pages and extra fields of their type, as parameters that contain their path${belowExample(contract)}.`,
    MARKS,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The same for a full document, which lists what other documents describe in words. */
export function fullDescriptionOf(contract: Contract): string {
  const whole = `Included records can also be filtered, sorted and paginated by parameters with their full path${belowExample(contract)}.`
  return [START, ...filterTexts(contract), whole, MARKS].filter(Boolean).join(' ')
}

const START = 'A JSON:API 1.1.'

/** How filters are grouped and compared; undefined without an example. */
function filterTexts(contract: Contract): readonly [groups: string | undefined, equal: string | undefined] {
  const filter = firstFilter(contract, ({ operators }) => operators.includes('eq'), 'groups')
  const group =
    filter &&
    example(
      filter.type,
      [`[or][0]`, `[and][0]`, '[not]'].map((kind) => `filter${kind}[${filter.name}]=${filter.value}`),
    )
  const groups =
    filter && `Filters can be grouped: \`filter[or]\`, \`filter[and]\` and \`filter[not]\`${group}.`
  const bare = filter && `[${filter.name}]`
  const equal =
    filter &&
    `\`eq\` is optional: \`filter${bare}[eq]\` is the same as \`filter${bare}\`. A filter without a value matches no record; with \`not_\`, it matches every record. A custom filter that accepts a single value rejects an empty value.`
  return [groups, equal]
}

const MARKS =
  '`x-requires` lists what another parameter must request, and `x-guard` lists the guards that a request must pass.'

const example = (type: string, parameters: readonly string[]): string =>
  `, such as ${parameters.map((each) => `\`${each}\``).join(', ')} of \`${type}\``

interface Example {
  readonly type: string
  readonly name: string
  readonly filter: FilterContract
  readonly value: string
}

/** The first filter of a list that everybody may use and for which an example value is known. */
function firstFilter(
  contract: Contract,
  isMeant: (filter: FilterContract) => boolean,
  needs?: 'groups',
): Example | undefined {
  for (const [type, resource] of listed(contract)) {
    if (needs && !resource.groups) continue
    const found = filterOf(type, resource, isMeant, contract)
    if (found) return found
  }
  return undefined
}

function filterOf(
  type: string,
  resource: ResourceContract,
  isMeant: (filter: FilterContract) => boolean,
  contract: Contract,
): Example | undefined {
  for (const [name, filter] of Object.entries(resource.filters)) {
    if (filter.custom || filter.who !== true || filter.list || !isMeant(filter)) continue
    const value = filterExample(name, filter, resource, contract)
    if (value !== undefined) return { type, name, filter, value: String(value) }
  }
  return undefined
}

/** The types with a list, except those whose list requires a filter. */
const listed = ({ resources }: Contract): readonly (readonly [string, ResourceContract])[] =>
  Object.entries(resources).filter(
    ([, { actions, filters }]) =>
      actions.index.address && !Object.values(filters).some(({ required }) => required),
  )

const negatable = ({ operators }: FilterContract): Operator | undefined =>
  operators.find((each) => isPositive(each) && operators.includes(opposite(each)))

function negatedExample(contract: Contract): string {
  const found = firstFilter(contract, (filter) => negatable(filter) !== undefined)
  const operator = found && negatable(found.filter)
  return found && operator
    ? example(found.type, [`filter[${found.name}][${opposite(operator)}]=${found.value}`])
    : ''
}

function statExample(contract: Contract): string {
  for (const [type, { stats }] of listed(contract)) {
    for (const [name, { who, calculations }] of Object.entries(stats)) {
      if (who !== true || calculations.length === 0) continue
      const value = calculations[0]
      return ` Outside strict mode, \`stats[${name}]=${value}\` of \`${type}\` is the same as \`extra_stats[${name}]=${value}\`.`
    }
  }
  return ''
}

/**
 * The include of the first relationship that a list permits and whose records can be filtered, together with such a
 * filter.
 */
function belowExample(contract: Contract): string {
  const includes = includesIn(contract)
  for (const [type, { relationships }] of listed(contract)) {
    for (const { path } of includes([type], 'index').paths) {
      const relationship = relationships[path]
      const [target, ...others] = relationship?.types ?? []
      if (!relationship || relationship.read !== true || relationship.custom) continue
      if (target === undefined || others.length > 0) continue
      const found = filterOf(target, resourceOf(target, contract), () => true, contract)
      if (!found?.filter.operators.includes('eq')) continue
      return example(type, [`include=${path}&filter[${path}][${found.name}]=${found.value}`])
    }
  }
  return ''
}
