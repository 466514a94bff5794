import type { AdapterResource } from '../adapter/adapter.js'
import { memberOf } from '../cast.js'

/** Moments that the store takes, and that would be read back as others. */
export class MisreadYears extends Error {
  readonly attributes: readonly string[]

  constructor(attributes: readonly string[]) {
    super(`The years 1 to 99 are not read back as they are written: ${attributes.join(', ')}.`)
    this.attributes = attributes
  }
}

/**
 * Refuses the years 1 to 99 where MySQL and MariaDB are to keep them with a time of day: they do, but Prisma's driver
 * adapter reads `0050-01-01 00:00:00` as a moment of 1950. A column of days alone (`@db.Date`) is read as it is.
 *
 * Throws MisreadYears.
 */
export function refuseMisreadYears(
  client: object,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  const early = Object.keys(parameters).filter((name) => {
    const value = parameters[name]
    return value instanceof Date && value.getTime() < FIRST_READ
  })
  if (early.length === 0) return
  const days = columnsOfDays(client, String(model))
  const misread = early.filter((name) => !days.has(name))
  if (misread.length > 0) throw new MisreadYears(misread)
}

const FIRST_READ = Date.parse('0100-01-01T00:00:00.000Z')

/** The columns of a model that hold a day alone, by its text in the client's datamodel; none where the client does not tell. */
function columnsOfDays(client: object, model: string): ReadonlySet<string> {
  const schema = String(memberOf(Object(memberOf(client, '_engineConfig')), 'inlineSchema') ?? '')
  const lines = schema.split('\n').map((line) => line.trim())
  const start = lines.findIndex((line) => line.startsWith(`model ${model} `))
  const block = start === -1 ? [] : lines.slice(start + 1)
  const end = block.indexOf('}')
  const columns = block.slice(0, end === -1 ? undefined : end).flatMap((line) => {
    const [name, type] = line.split(/\s+/)
    return name !== undefined && type?.startsWith('DateTime') && /@\w+\.Date\b/.test(line) ? [name] : []
  })
  return new Set(columns)
}
