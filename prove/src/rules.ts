import { createApi } from '@jsonapi-gen/runtime'
import { castTo, isObject, memberOf, methodOf } from './cast.js'
import type { OpenedApi } from './proof.js'
import type { Row } from './rows.js'
import type { Table } from './tables.js'

/** A rule of a resource that applied to a request, as the API explains it. */
export interface Rule {
  /** The type of the resource that declares the rule. */
  readonly type: string
  /** `scopeLive`, `the read scope`, or `the default filter deletedAt`. */
  readonly name: string
  /** The method; undefined for a function or a default filter. */
  readonly method: string | undefined
  /** The rows that it lets pass: the store's query, or `nothing`. */
  readonly passes: string
}

const SCOPE = /^(\S+)\.scopes\.(\w+)(?:: (\S+))? passes (.*)$/s
const SHARED = /^defaults\.scopes\.(\w+)(?:: (\S+))? of (\S+) passes (.*)$/s
const FILTER = /^(\S+)\.defaultFilters\.(\S+) passes (.*)$/s

/** The rule in a line of `explain`; undefined for a line about anything else, such as a guard. */
export function ruleIn(line: string): Rule | undefined {
  const scope = SCOPE.exec(line)
  if (scope) {
    const [, type = '', policy = '', method, passes = ''] = scope
    return { type, name: method ?? `the ${policy} scope`, method, passes }
  }
  const shared = SHARED.exec(line)
  if (shared) {
    const [, policy = '', method, type = '', passes = ''] = shared
    return { type, name: method ?? `the ${policy} scope`, method, passes }
  }
  const [, type, filter, passes = ''] = FILTER.exec(line) ?? []
  return type === undefined
    ? undefined
    : { type, name: `the default filter ${filter}`, method: undefined, passes }
}

/**
 * A second API of the application's resources and controllers, which explains the rules that apply to a
 * request.
 */
export function explainingApi(
  { api: { prefix }, registry, controllers }: OpenedApi<unknown>,
  write: (line: string) => void,
): Pick<OpenedApi<unknown>['api'], 'fetchWith'> {
  return createApi<unknown>({
    registry,
    controllers,
    prefix,
    operations: !registry.has('operations'),
    explain: write,
    onError: () => undefined,
  })
}

/** Whether a rule lets a row pass, according to the database; undefined if this cannot be determined. */
export async function passesRow(
  { passes }: Rule,
  table: Table,
  row: Row,
  client: object,
): Promise<boolean | undefined> {
  if (passes === 'nothing') return false
  try {
    const query: unknown = JSON.parse(passes)
    if (!isObject(query)) return undefined
    return typeof query['sql'] === 'string'
      ? await isSelected(query['sql'], query['parameters'], table, row, client)
      : await isFound(query['where'], table, row, client)
  } catch {
    return undefined
  }
}

/** With Prisma, a single query combines the rule's condition and the row's key. */
async function isFound(where: unknown, table: Table, row: Row, client: object): Promise<boolean | undefined> {
  const { model } = table
  const delegate = memberOf(client, `${model.slice(0, 1).toLowerCase()}${model.slice(1)}`)
  const find = methodOf(delegate, 'findFirst')
  if (!find) return undefined
  const key = table.key.map((name) => ({ [name]: row[name] ?? null }))
  return (await find({ where: { AND: [...key, ...(where === undefined ? [] : [where])] } })) !== null
}

/** With Kysely, the rule is a separate query. */
async function isSelected(
  sql: string,
  parameters: unknown,
  { columns, key }: Table,
  row: Row,
  client: object,
): Promise<boolean | undefined> {
  const result = await methodOf(
    client,
    'executeQuery',
  )?.({
    sql,
    parameters,
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId: { queryId: 'prove' },
  })
  const rows = memberOf(result, 'rows')
  if (!Array.isArray(rows)) return undefined
  const own = columns.filter(({ name }) => key.includes(name))
  return castTo<readonly unknown[]>(rows).some((each) =>
    own.every(({ name, stored }) => String(memberOf(each, stored)) === String(row[name] ?? null)),
  )
}
