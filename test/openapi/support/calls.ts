import type { DescribedOperation, DescribedParameter, DescribedSchema } from './described.js'

/** A request that a document permits. */
export interface Call {
  readonly method: string
  readonly path: string
  /** The names of the parameters that the request contains. */
  readonly tried: readonly string[]
}

/** The number of parameters in one request. Errors name the rejected parameters. */
const AT_ONCE = 40

/** Requests that contain each parameter of an operation, and each value of enumerations, with their requirements. */
export function callsOf(operation: DescribedOperation, path: string): readonly Call[] {
  const groups = new Map<string, (readonly [name: string, value: string])[]>()
  for (const parameter of operation.parameters) {
    if (parameter.in !== 'query' || parameter['x-cursor']) continue
    const tries = spellingsOf(parameter).flatMap((name) =>
      valuesOf(parameter).map((each) => ({ ...each, name })),
    )
    for (const { name, value, requires } of tries) {
      // A parameter has either a value or nested members, so these are in separate requests. One request contains all
      // values of `include`, `sort` or `fields`.
      const isNested = /\[(?:not_)?(?:eq|[gl]te?|prefix|suffix|contains)\]$/.test(name)
      const isSingle = ['include', 'sort'].includes(parameter.name) || parameter.name.includes('fields')
      const key = `${requires ?? ''} ${isNested ? 'nested' : ''} ${isSingle ? parameter.name : ''}`
      groups.set(key, [...(groups.get(key) ?? []), [name, value]])
    }
  }
  const pages = operation.parameters.some(({ name }) => name === 'page[size]')
  return [...groups].flatMap(([key, all]) => {
    const include = /^include=(\S+)/.exec(key)?.[1]
    return chunked(all, key.trim() === 'include' ? 5 : AT_ONCE).map((some): Call => {
      const values = new Map<string, string[]>()
      for (const [name, value] of some) values.set(name, [...(values.get(name) ?? []), value])
      if (include !== undefined) values.set('include', [...(values.get('include') ?? []), include])
      if (key.startsWith('page[number]')) values.set('page[number]', ['1'])
      if (pages && !values.has('page[size]')) values.set('page[size]', ['1'])
      for (const { name, example, schema } of requiredOf(operation, values.get('include'))) {
        // A parameter has either a value or nested members.
        const hasMembers = [...values.keys()].some((each) => each.startsWith(`${name}[`))
        const value = String(example ?? valueOf(schema.items ?? schema))
        if (!values.has(name)) values.set(hasMembers ? `${name}[eq]` : name, [value])
      }
      const query = [...values].map(
        ([name, each]) => `${encodeURIComponent(name)}=${each.map(encodeURIComponent).join(',')}`,
      )
      return { method: operation.method, path: `${path}?${query.join('&')}`, tried: [...values.keys()] }
    })
  })
}

/** The parameters that a request must have: one spelling of each required filter. */
export function requiredOf(
  { parameters }: DescribedOperation,
  include: readonly string[] = [],
): readonly DescribedParameter[] {
  const needed = parameters.filter(
    (each) =>
      (each.required || each['x-required'] !== undefined) &&
      each.in === 'query' &&
      (each['x-requires'] === undefined || include.includes(each['x-requires'].replace('include=', ''))),
  )
  return [...new Map(needed.toReversed().map((each) => [each['x-required'] ?? each.name, each])).values()]
}

/** The values to test a parameter with. */
function valuesOf(
  parameter: DescribedParameter,
): readonly { readonly value: string; readonly requires?: string }[] {
  const { schema, example } = parameter
  const own = parameter['x-requires']
  const requires = own === undefined ? {} : { requires: own }
  const items = schema.items ?? schema
  const isNames = /^(?:include|sort|(?:extra_)?fields|(?:extra_)?stats)/.test(parameter.name)
  if (isNames) {
    return (items.anyOf ?? [items]).flatMap((one) =>
      sampled(one.enum ?? []).map((value) => ({
        value,
        ...requires,
        ...(one['x-requires'] && { requires: one['x-requires'] }),
      })),
    )
  }
  const given = [example ?? valueOf(items)].flat().map((value) => ({ value: String(value), ...requires }))
  const nullable = items.anyOf?.some((one: DescribedSchema) => one.const === 'null')
  return nullable && parameter.name.startsWith('filter') && schema.items
    ? [...given, { value: 'null', ...requires }]
    : given
}

/** A value that a schema accepts. */
function valueOf(schema: DescribedSchema): string {
  const [one = schema] = schema.anyOf ?? []
  const { type, format, pattern, minimum = 1 } = one
  if (one.enum?.[0] !== undefined) return one.enum[0]
  if (type === 'boolean') return 'true'
  if (type === 'integer' || type === 'number') return String(Math.max(minimum, 1))
  if (format !== undefined) return TEXTS[format] ?? 'text'
  return pattern === undefined ? 'text' : '1'
}

const TEXTS: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00.000Z',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
}

/** The first and last values of a long enumeration, because its values are similar; all values with `npm run soak`. */
const sampled = (values: readonly string[]): readonly string[] =>
  process.env['SOAK'] === '1' || values.length <= 10 ? values : [...values.slice(0, 5), ...values.slice(-5)]

/** The query parameters that an operation accepts: the listed ones, and those that its extensions describe. */
export function namesOf(
  operation: DescribedOperation,
  operations: readonly DescribedOperation[] = [],
): ReadonlySet<string> {
  const other = operations.find(({ operationId }) => operationId === operation['x-parameters-of'])
  const listed = [...operation.parameters, ...(other?.parameters ?? [])].filter((each) => each.in === 'query')
  return new Set(listed.flatMap(spellingsOf))
}

/** A filter under its other names, and the complement of its operator. */
function spellingsOf(parameter: DescribedParameter): readonly string[] {
  const [, name = '', operator] = /^filter\[([^\]]+)\](?:\[(\w+)\])?$/.exec(parameter.name) ?? []
  if (name === '') return [parameter.name]
  const behind = operator === undefined ? '' : `[${operator}]`
  return [name, ...(parameter['x-aliases'] ?? [])].flatMap((each) => [
    `filter[${each}]${behind}`,
    ...(parameter['x-not'] === true ? [`filter[${each}][not_${operator ?? 'eq'}]`] : []),
  ])
}

export function chunked<Item>(items: readonly Item[], size = AT_ONCE): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
