import { memberOf } from '../../base/cast.js'
import { InvalidPage, UnsupportedSort } from '../../error/errors.js'
import type { CursorPage, CursorRange, PageSource, ReadCursorPage } from '../../plan/paging.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { CURSOR_ERRORS } from '../../vocabulary/cursor-profile.js'
import { coerceValue } from '../../vocabulary/values/coerce.js'
import { type RankedKey, rangesBehind } from './cursor-ranges.js'
import { rankedKeys } from './cursor-ranks.js'
import { cursorText } from './cursor-text.js'
import type { CursorKey, Position } from './position.js'

/** The page that a query asks for: its sort, and the places where it begins and ends. */
export interface AskedPage {
  readonly resource: CompiledResource
  readonly keys: readonly CursorKey[]
  /** Identifies the query, so that cursors of other queries are refused. */
  readonly digest: string
  readonly after: Position | undefined
  readonly before: Position | undefined
}

/**
 * Reads the page after a cursor, before one, or between two (rule 24.5). It runs one query for each range until the
 * page is full, and reads one record more to find out whether there are others.
 *
 * Throws UnsupportedSort if a cursor cannot hold a value, InvalidPage if a cursor has a value that the enum no longer
 * has.
 */
export async function readCursorPage(asked: AskedPage, source: PageSource): Promise<ReadCursorPage> {
  const { resource, after, before } = asked
  const { size, isNothing } = source
  const keys = isNothing ? [] : await rankedKeys(resource, asked.keys)
  refuseUnknownRanks(keys, asked)
  // A page before a cursor is read backwards from it: the order is reversed, and then the records are reversed.
  const isBackward = after === undefined && before !== undefined
  const ranges = isBackward
    ? rangesBehind(keys.map(reversed), before, undefined)
    : rangesBehind(keys, after, before)
  const found = isNothing ? [] : await readRanges(ranges, resource, source)
  const hasMore = found.length > size
  const pageRecords = found.slice(0, size)
  const records = isBackward ? pageRecords.toReversed() : pageRecords
  const cursors = records.map((record) => cursorOf(asked, keyValuesOf(record, asked.keys)))
  return { records, page: { cursors, ...endsOf(asked, cursors, hasMore), edge: cursorOf(asked, []) } }
}

/** Reads the ranges of a sort one after the other, until there is one record more than the page needs. */
async function readRanges(
  ranges: readonly CursorRange[],
  resource: CompiledResource,
  { size, firstOf }: PageSource,
): Promise<readonly object[]> {
  // A record that changes between two queries may be in both ranges.
  const found = new Map<string, object>()
  for (const range of ranges) {
    if (found.size > size) break
    for (const record of await firstOf(range, size - found.size + 1)) {
      const id = idOf(resource, record)
      if (!found.has(id)) found.set(id, record)
    }
  }
  return [...found.values()]
}

/**
 * The cursors of the next and the previous page. There are records on the side where the reading began, unless it began
 * at the end of the collection. An empty page leads back to the record of its cursor.
 */
function endsOf(
  plan: AskedPage,
  cursors: readonly string[],
  hasMore: boolean,
): Pick<CursorPage, 'prev' | 'next' | 'rangeTruncated'> {
  const { after, before } = plan
  const isBackward = after === undefined && before !== undefined
  const hasPrev = isBackward ? hasMore : isOnRecord(after)
  const hasNext = (!isBackward && hasMore) || isOnRecord(before)
  const around = (position: Position | undefined): string =>
    cursorOf(plan, position?.values ?? [], position !== undefined)
  const own = (position: Position | undefined): string | undefined =>
    position && cursorOf(plan, position.values, position.isInclusive)
  return {
    prev: hasPrev ? (cursors[0] ?? unless(around(after), own(before))) : null,
    next: hasNext ? (cursors.at(-1) ?? unless(around(before), own(after))) : null,
    rangeTruncated: hasMore && after !== undefined && before !== undefined,
  }
}

/** An empty window must not lead to itself again. */
const unless = (cursor: string, own: string | undefined): string | null => (cursor === own ? null : cursor)

const isOnRecord = (position: Position | undefined): boolean =>
  position !== undefined && position.values.length > 0

const reversed = (key: RankedKey): RankedKey => ({
  ...key,
  direction: key.direction === 'asc' ? 'desc' : 'asc',
})

/** A value of an enum that the store has never had has no place in its order. */
function refuseUnknownRanks(keys: readonly RankedKey[], { after, before }: AskedPage): void {
  for (const [parameter, position] of Object.entries({ 'page[after]': after, 'page[before]': before })) {
    const isUnknown = keys.some(({ ranks }, index) => {
      const value = position?.values[index]
      return ranks && value !== undefined && value !== null && !ranks.includes(value)
    })
    if (!isUnknown) continue
    const detail = `"${parameter}" contains a cursor value that no record can have.`
    throw new InvalidPage({ detail, source: { parameter } })
  }
}

/** The longest cursor: several cursors and the rest of a request must fit into a URL. */
const MAX_CHARACTERS = 2000

function cursorOf({ digest }: AskedPage, values: Position['values'], isInclusive = false): string {
  const text = cursorText({ values, isInclusive }, digest)
  if (text.length > MAX_CHARACTERS) throw unholdable('too long for a cursor')
  return text
}

/**
 * The values of a record in the keys. Throws an Error if a key was not read with the record, which is a bug of the
 * application.
 */
export function keyValuesOf(record: object, keys: readonly CursorKey[]): Position['values'] {
  return keys.map(({ column, type }) => {
    const value = memberOf(record, column)
    if (value === undefined) {
      throw new Error(`Cursor pagination needs the column "${column}", which the scope omits.`)
    }
    if (value === null) return null
    const coerced = coerceValue(type.kind === 'enum' ? { ...type, kind: 'string' } : type, value)
    if (!coerced.ok) throw unholdable('not valid in a cursor')
    return coerced.value
  })
}

const unholdable = (why: string): UnsupportedSort =>
  unsupportedSort(`Cursors cannot be created for this sort: one of its values is ${why}.`)

/** The error of a sort without cursors, in the form of the profile. */
export const unsupportedSort = (detail: string): UnsupportedSort =>
  new UnsupportedSort({ detail, source: { parameter: 'sort' }, type: CURSOR_ERRORS.unsupportedSort })
