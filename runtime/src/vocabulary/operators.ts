import type { Kind } from './values/type.js'

/**
 * The one list of operators (rule 3.5): what each compares by, and how it and its `not_` form are worded. Requests,
 * schemas, contracts, OpenAPI documents and types use it; `npm run vocabulary` copies it into the client and
 * schema.json.
 */
const OPERATIONS = [
  { name: 'eq', by: 'equality', holds: 'is one of these', fails: 'is none of these' },
  { name: 'gt', by: 'order', holds: 'is greater than this', fails: 'is not greater than this' },
  { name: 'gte', by: 'order', holds: 'is at least this', fails: 'is not at least this' },
  { name: 'lt', by: 'order', holds: 'is less than this', fails: 'is not less than this' },
  { name: 'lte', by: 'order', holds: 'is at most this', fails: 'is not at most this' },
  { name: 'prefix', by: 'pattern', holds: 'begins with this', fails: 'does not begin with this' },
  { name: 'suffix', by: 'pattern', holds: 'ends with this', fails: 'does not end with this' },
  { name: 'contains', by: 'pattern', holds: 'contains this', fails: 'does not contain this' },
] as const

type Operation = (typeof OPERATIONS)[number]

/**
 * How an operator compares: by `equality` for all kinds of data, by `order` for numbers and dates, by `pattern` for
 * strings.
 */
export type ComparedBy = Operation['by']

/** An operator without `not_` in front. */
export type PositiveOperator<By extends ComparedBy = ComparedBy> = Extract<
  Operation,
  { readonly by: By }
>['name']

/** Every operator, or only those with the given comparisons. */
export type Operator<By extends ComparedBy = ComparedBy> =
  | PositiveOperator<By>
  | `not_${PositiveOperator<By>}`

/** Every operator. */
export const OPERATORS: readonly Operator[] = Object.freeze(
  OPERATIONS.flatMap(({ name }): readonly Operator[] => [name, `not_${name}`]),
)

const BY_NAME: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.flatMap((operation) => [
    [operation.name, operation] as const,
    [`not_${operation.name}`, operation] as const,
  ]),
)

/** Whether a name is the name of an operator. */
export function isOperator(name: string): name is Operator {
  return BY_NAME.has(name)
}

/** Whether an operator is not prefixed with `not_`. */
export function isPositive(operator: Operator): operator is PositiveOperator {
  return operationOf(operator).name === operator
}

/** How an operator compares values. */
export function comparesBy(operator: Operator): ComparedBy {
  return operationOf(operator).by
}

/** The operator in words: `is at least this`. */
export function operatorWords(operator: Operator): string {
  const { holds, fails } = operationOf(operator)
  return isPositive(operator) ? holds : fails
}

/** The operator that matches exactly the remaining rows. */
export function opposite(operator: Operator): Operator {
  const { name } = operationOf(operator)
  return operator === name ? `not_${name}` : name
}

function operationOf(operator: Operator): Operation {
  const operation = BY_NAME.get(operator)
  if (!operation) throw new Error(`There is no operator "${operator}".`)
  return operation
}

const operatorsBy = (...by: readonly ComparedBy[]): readonly Operator[] =>
  OPERATORS.filter((operator) => by.includes(comparesBy(operator)))

const EQUALITY = operatorsBy('equality')
const ORDER = operatorsBy('equality', 'order')
const TEXT = operatorsBy('equality', 'pattern')

/** The default operators of a filter, by its kind of data. */
export function defaultOperators(kind: Kind, list: boolean): readonly Operator[] {
  if (list) return EQUALITY
  switch (kind) {
    case 'string':
      return TEXT
    case 'integer':
    case 'bigint':
    case 'float':
    case 'decimal':
    case 'date':
    case 'datetime':
      return ORDER
    case 'boolean':
    case 'uuid':
    case 'json':
    case 'bytes':
    case 'enum':
      return EQUALITY
  }
}

/**
 * The operators of a filter that the adapter applies (rule 3.5): the declared ones that fit its kind of data, or all
 * operators of the kind. Only strings also accept declared operators of order, because that order depends on the store.
 */
export function operatorsOf(
  declared: readonly Operator[] | undefined,
  kind: Kind,
  list: boolean,
): readonly Operator[] {
  const usual = defaultOperators(kind, list)
  const possible = kind === 'string' && !list ? OPERATORS : usual
  return declared?.filter((operator) => possible.includes(operator)) ?? usual
}
