import { memberOf } from '../base/cast.js'
import { InvalidPage, type UnsupportedSort } from '../error/errors.js'
import { type CompiledResource, idOf } from '../resource/compile.js'
import { coerceValue } from '../vocabulary/coerce.js'
import type { CursorKey, CursorPage, CursorPlan, Position } from './cursor-plan.js'
import { type CursorRange, type RankedKey, rangesBehind } from './cursor-ranges.js'
import { rankedKeys } from './cursor-ranks.js'
import { cursorText } from './cursor-text.js'
import { unsupportedSort } from './plan-cursor.js'

/** A page by cursors to read. */
export interface CursorReading {
  readonly resource: CompiledResource
  readonly plan: CursorPlan
  readonly size: number
  /** The scope of the records, without order and page. */
  readonly scope: unknown
  /** Whether the result is known to be empty: then no query runs. */
  readonly isNothing: boolean
  /** Reads a scope; only the given number of records becomes part of the answer. */
  readonly read: (scope: unknown, limit: number) => Promise<readonly object[]>
}

/** The records of a page in their order, with their cursors. */
export interface ReadCursorPage {
  readonly records: readonly object[]
  readonly page: CursorPage
}

/**
 * Reads the page after a cursor, before one, or between two (rule 24.5). It runs one query for each range until the
 * page is full, and reads one record more to find out whether there are others.
 *
 * Throws UnsupportedSort if a cursor cannot hold a value, InvalidPage if a cursor has a value that the enum no longer
 * has.
 */
export async function readCursorPage(reading: CursorReading): Promise<ReadCursorPage> {
  const { plan, resource, size } = reading
  const { after, before } = plan
  const keys = reading.isNothing ? [] : await rankedKeys(resource, plan.keys)
  refuseUnknownRanks(keys, plan)
  // A page before a cursor is read backwards from it: the order is reversed, and then the records are reversed.
  const isBackward = after === undefined && before !== undefined
  const ranges = isBackward
    ? rangesBehind(keys.map(reversed), before, undefined)
    : rangesBehind(keys, after, before)
  const found = reading.isNothing ? [] : await readRanges(ranges, reading)
  const hasMore = found.length > size
  const pageRecords = found.slice(0, size)
  const records = isBackward ? pageRecords.toReversed() : pageRecords
  const cursors = records.map((record) => cursorOf(plan, keyValuesOf(record, plan.keys)))
  return { records, page: { cursors, ...endsOf(plan, cursors, hasMore), edge: cursorOf(plan, []) } }
}

/** Reads the ranges of a sort one after the other, until there is one record more than the page needs. */
async function readRanges(
  ranges: readonly CursorRange[],
  { resource, scope, size, read }: CursorReading,
): Promise<readonly object[]> {
  const adapter = resource.adapter()
  // A record that changes between two queries may be in both ranges.
  const found = new Map<string, object>()
  for (const { conditions, orders } of ranges) {
    const left = size - found.size
    if (left < 0) break
    const narrowed = conditions.reduce((all, condition) => adapter.narrow(all, condition, resource), scope)
    const ordered = adapter.arrange(narrowed, { kind: 'order', by: orders }, resource)
    const window = adapter.arrange(ordered, { kind: 'page', number: 1, size: left + 1 }, resource)
    for (const record of await read(window, left)) {
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
  plan: CursorPlan,
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
function refuseUnknownRanks(keys: readonly RankedKey[], { after, before }: CursorPlan): void {
  for (const [parameter, position] of Object.entries({ 'page[after]': after, 'page[before]': before })) {
    const isUnknown = keys.some(({ ranks }, index) => {
      const value = position?.values[index]
      return ranks && value !== undefined && value !== null && !ranks.includes(value)
    })
    if (!isUnknown) continue
    const detail = `"${parameter}" is a cursor with a value that no record has.`
    throw new InvalidPage({ detail, source: { parameter } })
  }
}

/** The longest cursor: several cursors and the rest of a request must fit into a URL. */
const MAX_CHARACTERS = 2000

function cursorOf({ digest }: CursorPlan, values: Position['values'], isInclusive = false): string {
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
      throw new Error(`Pages with cursors read the column "${column}", which the scope leaves out.`)
    }
    if (value === null) return null
    const coerced = coerceValue(type.kind === 'enum' ? { ...type, kind: 'string' } : type, value)
    if (!coerced.ok) throw unholdable('not one that a cursor can hold')
    return coerced.value
  })
}

const unholdable = (why: string): UnsupportedSort =>
  unsupportedSort(`These records have no cursors for this sort: one of its values is ${why}.`)
