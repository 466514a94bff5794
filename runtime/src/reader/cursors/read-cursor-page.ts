import { memberOf } from '../../base/cast.js'
import { InvalidPage, type UnsupportedSort } from '../../error/errors.js'
import { idOf } from '../../resource/compile.js'
import { coerceValue } from '../../vocabulary/values/coerce.js'
import type { CursorKey, CursorPage, CursorPlan, Position } from '../../cursors/cursor-plan.js'
import { type CursorRange, type RankedKey, rangesBehind } from '../../cursors/cursor-ranges.js'
import { rankedKeys } from './cursor-ranks.js'
import type { Read } from '../read.js'
import { load, type Run } from '../run.js'
import { cursorText } from '../../cursors/cursor-text.js'
import { unsupportedSort } from '../../cursors/plan-cursor.js'

/** The records of a page in their order, with their cursors. */
export interface ReadCursorPage {
  readonly records: readonly object[]
  readonly page: CursorPage
}

/**
 * Reads the page of a composed read after a cursor, before one, or between two (rule 24.5). It runs one query for each range until the
 * page is full, and reads one record more to find out whether there are others.
 *
 * Throws UnsupportedSort if a cursor cannot hold a value, InvalidPage if a cursor has a value that the enum no longer
 * has.
 */
export async function readCursorPage(
  read: Read,
  plan: CursorPlan,
  isNothing: boolean,
  run: Run,
): Promise<ReadCursorPage> {
  const { resource, page } = read
  const size = page?.size ?? 0
  const { after, before } = plan
  const keys = isNothing ? [] : await rankedKeys(resource, plan.keys)
  refuseUnknownRanks(keys, plan)
  // A page before a cursor is read backwards from it: the order is reversed, and then the records are reversed.
  const isBackward = after === undefined && before !== undefined
  const ranges = isBackward
    ? rangesBehind(keys.map(reversed), before, undefined)
    : rangesBehind(keys, after, before)
  const found = isNothing ? [] : await readRanges(ranges, read, size, run)
  const hasMore = found.length > size
  const pageRecords = found.slice(0, size)
  const records = isBackward ? pageRecords.toReversed() : pageRecords
  const cursors = records.map((record) => cursorOf(plan, keyValuesOf(record, plan.keys)))
  return { records, page: { cursors, ...endsOf(plan, cursors, hasMore), edge: cursorOf(plan, []) } }
}

/** Reads the ranges of a sort one after the other, until there is one record more than the page needs. */
async function readRanges(
  ranges: readonly CursorRange[],
  read: Read,
  size: number,
  run: Run,
): Promise<readonly object[]> {
  const { resource, base } = read
  const adapter = resource.adapter()
  // A record that changes between two queries may be in both ranges.
  const found = new Map<string, object>()
  for (const { conditions, orders } of ranges) {
    const left = size - found.size
    if (left < 0) break
    const scope = base.kind === 'given' ? base.scope : undefined
    const narrowed = conditions.reduce((all, condition) => adapter.narrow(all, condition, resource), scope)
    const ordered = adapter.arrange(narrowed, { kind: 'order', by: orders }, resource)
    const window = adapter.arrange(ordered, { kind: 'page', number: 1, size: left + 1 }, resource)
    for (const record of await load({ ...read, shown: left }, window, run)) {
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
    const detail = `"${parameter}" is a cursor with a value that no record can have.`
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
