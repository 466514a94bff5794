/** A calendar day, `2026-11-20`, as its midnight in UTC; undefined if there is no such day. */
export function parseDate(text: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return undefined
  const date = new Date(`${text}T00:00:00.000Z`)
  return sameDay(date, match) && isStorableDate(date) ? date : undefined
}

/**
 * A moment in ISO 8601, `2026-11-20T15:04:05.678+01:00`. Without an offset it is UTC, without a time it is midnight.
 * Undefined if there is no such moment.
 */
export function parseDateTime(text: string): Date | undefined {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
      text,
    )
  if (!match || !sameDay(new Date(`${text.slice(0, 10)}T00:00:00.000Z`), match)) return undefined
  const [, , , , time = '00:00', offset = 'Z'] = match
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()
  const date = new Date(`${text.slice(0, 10)}T${time}${zone}`)
  return isStorableDate(date) ? date : undefined
}

/** Whether a string is a time with more digits than the milliseconds of a Date (rule 18.10). */
export const isFinerThanDate = (text: string): boolean =>
  /\.\d{3}\d*[1-9]/.test(text) && parseDateTime(text) !== undefined

/**
 * Whether every store accepts the moment: its year in UTC is 1 to 9999. PostgreSQL has no year 0, and SQLite compares a
 * year of five digits as text.
 */
export const isStorableDate = (date: Date): boolean =>
  date.getTime() >= FIRST_MOMENT && date.getTime() <= LAST_MOMENT

/** The first and the last moment that every store accepts. */
export const FIRST_MOMENT: number = Date.parse('0001-01-01T00:00:00.000Z')
export const LAST_MOMENT: number = Date.parse('9999-12-31T23:59:59.999Z')

/** JavaScript reads 30 February as 2 March, so the day must come out as it went in. */
function sameDay(date: Date, [, year, month, day]: RegExpExecArray): boolean {
  return (
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() + 1 === Number(month) &&
    date.getUTCDate() === Number(day)
  )
}
