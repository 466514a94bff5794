import { FIRST_MOMENT, LAST_MOMENT } from '../vocabulary/values/dates.js'
import { BoundedCache } from '../base/bounded-cache.js'

const DAY = 86_400_000
const MINUTE = 60_000

const digits = (number: number, count: number): string => String(number).padStart(count, '0')

/**
 * The pieces that follow the day: `T23:59:` for each minute of a day, `59.` for each second, `999Z` for each
 * millisecond.
 */
const MINUTES: readonly string[] = Array.from(
  { length: DAY / MINUTE },
  (_, minute) => `T${digits(Math.floor(minute / 60), 2)}:${digits(minute % 60, 2)}:`,
)
const SECONDS: readonly string[] = Array.from({ length: 60 }, (_, second) => `${digits(second, 2)}.`)
const MILLISECONDS: readonly string[] = Array.from({ length: 1000 }, (_, rest) => `${digits(rest, 3)}Z`)
const days = new BoundedCache<number, string>(10_000)

/**
 * A moment in ISO 8601, exactly as `toISOString` writes it, in a tenth of the time: each record of a list has a date or
 * two, on few different days. It is joined from few pieces, because each piece costs time when the text of a document
 * is put together. Null for an invalid date, and for one outside the years 1 to 9999, whose text RFC 3339 does not have.
 */
export function isoText(date: Date): string | null {
  const time = date.getTime()
  if (!(time >= FIRST_MOMENT && time <= LAST_MOMENT)) return null
  const day = Math.floor(time / DAY)
  const inDay = time - day * DAY
  const minute = Math.floor(inDay / MINUTE)
  const inMinute = inDay - minute * MINUTE
  const second = Math.floor(inMinute / 1000)
  // This part is short enough that the engine copies it into one string instead of building a rope.
  const rest = `${SECONDS[second]}${MILLISECONDS[inMinute - second * 1000]}`
  return `${dayText(day)}${MINUTES[minute]}${rest}`
}

function dayText(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  const [text = ''] = new Date(day * DAY).toISOString().split('T')
  days.set(day, text)
  return text
}
