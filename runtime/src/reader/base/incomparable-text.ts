import type { Adapter } from '../../adapter/adapter.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { refusalOf } from '../../adapter/refusal.js'
import { InvalidFilterValue, StatNotFound, UnsupportedSort } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { QueryLogEntry } from '../../shape/query-log.js'

/**
 * A string in the request that the store cannot compare with a column: the column's character set lacks a character, or
 * its type has no such value.
 */
export class IncomparableText extends InvalidFilterValue {
  /** Whether it was compared with the id. */
  readonly isOfId: boolean

  constructor(detail: string, isOfId: boolean) {
    super({ detail, source: { parameter: 'filter' } })
    this.isOfId = isOfId
  }
}

/**
 * The meaning of an error of a read: IncomparableText if the store has refused to compare a value, and either the scope
 * contains text beyond ASCII, which every character set has, or the column's type differs from the one in the schema.
 * Undefined for any other error, such as a scope of the application that never works.
 */
export function incomparableText(
  error: unknown,
  adapter: Adapter,
  scope: unknown,
  resource: AdapterResource,
  operation: QueryLogEntry['operation'] = 'resolve',
): JsonapiError | undefined {
  if (error instanceof IncomparableText) return error
  const refusal = refusalOf(adapter, error, resource)
  if (refusal?.kind !== 'misfit') return undefined
  // To count distinct values, the store sorts them first.
  const isStat = operation === 'stats' && refusal.parameter === 'sort'
  switch (isStat ? 'stats' : refusal.parameter) {
    case 'filter':
      return new IncomparableText(
        "The database type of a filtered column does not support the filter's value or operator.",
        refusal.columns.some((column) => resource.primaryKey.includes(column)),
      )
    case 'sort':
      return new UnsupportedSort({
        detail: 'The database cannot sort by one of these keys.',
        source: { parameter: 'sort' },
      })
    case 'stats':
      return new StatNotFound({
        detail: 'The database cannot calculate one of these stats.',
        source: { parameter: 'stats' },
      })
    case undefined:
  }
  if (isAscii(JSON.stringify(adapter.describe(scope), textOfBigint))) return undefined
  return new IncomparableText('Text in the request contains characters that the column cannot store.', false)
}

/**
 * The records with an id, as `read` finds them. A store that cannot compare the id has no such record.
 *
 * @param id as the client wrote it
 */
export async function recordsOfId<Record>(
  id: string,
  read: () => Promise<readonly Record[]>,
): Promise<readonly Record[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof IncomparableText && (error.isOfId || !isAscii(id))) return []
    throw error
  }
}

/** No character set lacks these characters. */
// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text)

const textOfBigint = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value
