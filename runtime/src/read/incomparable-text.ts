import type { Adapter } from '../adapter/adapter.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import { refusalOf } from '../adapter/refusal.js'
import { InvalidFilterValue } from '../error/errors.js'

/** A text of the request that the store cannot compare with a column: the column's character set lacks a character. */
export class IncomparableText extends InvalidFilterValue {}

/**
 * The meaning of an error of a read: IncomparableText if the store has refused to compare a value, and the scope has a text
 * beyond ASCII, which every character set has. Undefined for any other error, such as a scope of the application that never
 * works.
 */
export function incomparableText(
  error: unknown,
  adapter: Adapter,
  scope: unknown,
  resource: AdapterResource,
): IncomparableText | undefined {
  if (error instanceof IncomparableText) return error
  if (refusalOf(adapter, error, resource)?.kind !== 'misfit') return undefined
  if (isAscii(JSON.stringify(adapter.describe(scope), textOfBigint))) return undefined
  const detail = 'A text in the request has characters that the column cannot contain.'
  return new IncomparableText({ detail, source: { parameter: 'filter' } })
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
    if (error instanceof IncomparableText && !isAscii(id)) return []
    throw error
  }
}

/** No character set lacks these characters. */
// oxlint-disable-next-line no-control-regex
const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text)

const textOfBigint = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value
