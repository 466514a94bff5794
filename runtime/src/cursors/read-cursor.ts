import { memberOf } from '../base/cast.js'
import { InvalidPage, type UnsupportedSort } from '../error/errors.js'
import { type CompiledResource, idOf } from '../resource/compile.js'
import { coerceValue, type Scalar } from '../vocabulary/coerce.js'
import type { CursorKey, CursorPage, CursorPlan, Position } from './cursor-plan.js'
import { type CursorRange, type RankedKey, rangesBehind } from './cursor-ranges.js'
import { rankedKeys } from './cursor-ranks.js'
import { cursorText } from './cursor-text.js'
import { unsupportedSort } from './plan-cursor.js'

/** A page by cursors that is to be read. */
export interface CursorReading {
  readonly resource: CompiledResource
  readonly plan: CursorPlan
  readonly size: number
  /** What the records are in, neither ordered nor paginated. */
  readonly scope: unknown
  /** Whether it is known that nothing is there: then nothing is asked. */
  readonly isNothing: boolean
  /** Reads a scope, of which only so many records are part of the answer. */
  readonly read: (scope: unknown, most: number) => Promise<readonly object[]>
}

/** The records of a page, in their order, with their cursors. */
export interface ReadCursorPage {
  readonly records: readonly object[]
  readonly page: CursorPage
}

/**
 * Reads the page behind a cursor, ahead of one, or between two (rule 24.5). It takes one query for each range until the
 * page is full, and one record more, which tells whether there are others.
 *
 * Throws UnsupportedSort for a value that no cursor can hold, InvalidPage for a cursor by a value that is none any more.
 */
export async function readCursorPage(reading: CursorReading): Promise<ReadCursorPage> {
  const { plan, resource, size } = reading
  const { after, before } = plan
  const keys = reading.isNothing ? [] : await rankedKeys(resource, plan.keys)
  refuseUnknownRanks(keys, plan)
  // What ends at a cursor is read from there: the order is turned around, and so are the records.
  const isBackward = after === undefined && before !== undefined
  const ranges = isBackward
    ? rangesBehind(keys.map(turnedAround), before, undefined)
    : rangesBehind(keys, after, before)
  const found = reading.isNothing ? [] : await readRanges(ranges, reading)
  const hasMore = found.length > size
  const taken = found.slice(0, size)
  const records = isBackward ? taken.toReversed() : taken
  const cursors = records.map((record) => cursorOf(plan, keyValuesOf(record, plan.keys)))
  return { records, page: { cursors, ...endsOf(plan, cursors, hasMore), edge: cursorOf(plan, []) } }
}

/** The ranges of a sort, one after the other, until there is one record more than the page has. */
async function readRanges(
  ranges: readonly CursorRange[],
  { resource, scope, size, read }: CursorReading,
): Promise<readonly object[]> {
  const adapter = resource.adapter()
  // A record that is changed between two queries may be in both of their ranges.
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
 * The cursors to read on by. Where the reading came from, there is something unless that was the end of everything. An
 * empty page leads back to the record that its cursor is on.
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

/** What a window with nothing in it would lead to by its own cursor is that window again. */
const unless = (cursor: string, own: string | undefined): string | null => (cursor === own ? null : cursor)

const isOnRecord = (position: Position | undefined): boolean =>
  position !== undefined && position.values.length > 0

const turnedAround = (key: RankedKey): RankedKey => ({
  ...key,
  direction: key.direction === 'asc' ? 'desc' : 'asc',
})

/** A value of an enum that the store has never shown has no place in its order. */
function refuseUnknownRanks(keys: readonly RankedKey[], { after, before }: CursorPlan): void {
  for (const [parameter, position] of Object.entries({ 'page[after]': after, 'page[before]': before })) {
    const isUnknown = keys.some(({ ranks }, index) => {
      const value = position?.values[index]
      return ranks && value !== undefined && value !== null && !ranks.includes(value)
    })
    if (!isUnknown) continue
    const detail = `"${parameter}" is a cursor by a value that no record has.`
    throw new InvalidPage({ detail, source: { parameter } })
  }
}

/** The longest cursor: a few of them, and the rest of a request, have to fit into a URL. */
const MOST_CHARACTERS = 2000

function cursorOf({ digest }: CursorPlan, values: Position['values'], isInclusive = false): string {
  const text = cursorText({ values, isInclusive }, digest)
  if (text.length > MOST_CHARACTERS) throw unholdable('too long for a cursor')
  return text
}

/**
 * The values that a record has in the keys. Throws an Error if a key is not among what was read of it: that is the
 * application's bug.
 */
export function keyValuesOf(record: object, keys: readonly CursorKey[]): Position['values'] {
  return keys.map(({ column, type }) => {
    const value = memberOf(record, column)
    if (value === undefined) {
      throw new Error(`A page by cursors reads the column "${column}", which its scope leaves out.`)
    }
    if (value === null) return null
    const coerced = coerceValue(type.kind === 'enum' ? { ...type, kind: 'string' } : type, value)
    if (!coerced.ok || isRounded(coerced.value)) throw unholdable('such that no cursor can hold it')
    return coerced.value
  })
}

const unholdable = (why: string): UnsupportedSort =>
  unsupportedSort(`These records have no cursors in this order: one of the values that it goes by is ${why}.`)

/** Prisma writes a number with an exponent in 16 digits. */
const isRounded = (value: Scalar): boolean =>
  typeof value === 'number' && String(value).includes('e') && Number(value.toPrecision(16)) !== value
