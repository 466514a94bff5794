/** `2026-03-01T10:00:00.000+00:00`, as Prisma stores a moment in SQLite. */
export const offsetText = (moment: unknown): string => isoOf(moment).replace('Z', '+00:00')

/** `2026-03-01 10:00:00.000`, in UTC. */
export const spacedText = (moment: unknown): string => isoOf(moment).replace('T', ' ').replace('Z', '')

/** `2026-03-01` */
export const dayText = (moment: unknown): string => isoOf(moment).slice(0, -'T00:00:00.000Z'.length)

/** `10:00:00.000` */
export const timeText = (moment: unknown): string => isoOf(moment).slice(-'10:00:00.000Z'.length, -1)

/** Reads a moment in text: what has no zone is UTC. A text that is a time alone is that time of 1 January 1970. */
export function momentOf(text: string): Date {
  if (/^\d{2}:\d{2}/.test(text)) return new Date(`1970-01-01T${text.slice(0, 12)}Z`)
  const iso = text.replace(' ', 'T')
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso)
  return new Date(isDay || /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(iso.slice(10)) ? iso : `${iso}Z`)
}

function isoOf(moment: unknown): string {
  const date = moment instanceof Date ? moment : new Date(String(moment))
  return date.toISOString()
}
