/** `2026-03-01T10:00:00.000+00:00`, as Prisma stores a moment in SQLite. */
export const offsetText = (moment: unknown): string => isoOf(moment).replace('Z', '+00:00')

/** `2026-03-01 10:00:00.000`, in UTC. */
export const spacedText = (moment: unknown): string => isoOf(moment).replace('T', ' ').replace('Z', '')

/** `2026-03-01` */
export const dayText = (moment: unknown): string => isoOf(moment).slice(0, -'T00:00:00.000Z'.length)

/** `10:00:00.000` */
export const timeText = (moment: unknown): string => isoOf(moment).slice(-'10:00:00.000Z'.length, -1)

/** Parses a moment. Without a zone, it is in UTC. A time without a date is on 1 January 1970. */
export function momentOf(text: string): Date {
  const iso = /^\d{2}:\d{2}/.test(text) ? `1970-01-01T${text}` : text.replace(' ', 'T')
  const isDay = iso.length === DAY_LENGTH
  const offset = OFFSET.exec(iso.slice(DAY_LENGTH))
  if (!offset) return new Date(isDay || iso.endsWith('Z') ? iso : `${iso}Z`)
  const [whole, sign, hours, minutes = 0, seconds = 0] = offset
  const inZone = new Date(`${iso.slice(0, -whole.length)}Z`)
  const ahead = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
  return new Date(inZone.getTime() - (sign === '-' ? -ahead : ahead))
}

const DAY_LENGTH = '2026-03-01'.length

/** PostgreSQL writes a whole-hour offset without minutes, and historical offsets with seconds. */
const OFFSET = /([+-])(\d{2})(?::?(\d{2}))?(?::(\d{2}))?$/

function isoOf(moment: unknown): string {
  const date = moment instanceof Date ? moment : new Date(String(moment))
  return date.toISOString()
}
