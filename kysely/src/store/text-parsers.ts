import { membersOf } from './cast.js'

/** The settings that a `pg` or `mysql2` connection uses to read values. */
export interface ParsingConnection {
  /** On `pg`: returns the parser for a type. */
  getTypeParser?(type: number, format: 'text'): (text: string) => unknown
  /** On `mysql2`: the options, with `typeCast`. */
  readonly config?: object
  /** On `mysql2`: its name for the encoding of the option `charset`, which is `utf8` for utf8mb4. */
  readonly clientEncoding?: string
}

/**
 * The warning about a connection whose driver changes text because the application configured a parser or a character
 * set. The adapter reads every value except bytes as text (rule 23.16). Undefined if nothing changes text.
 */
export function changedTexts(connection: ParsingConnection): string | undefined {
  const { clientEncoding = 'utf8' } = connection
  if (clientEncoding !== 'utf8') {
    return `mysql2's charset is not utf8mb4, so the driver sends text as ${clientEncoding}: characters such as emoji are stored as other characters, and filters do not find them. Remove the option charset of the pool.`
  }
  const parser = parserOfTexts(connection)
  return (
    parser &&
    `${parser} changes what KyselyAdapter reads: responses show values that differ from the stored ones. Remove the parser, or parse the values in your own queries.`
  )
}

/** The name of a parser that changes values. */
function parserOfTexts(connection: ParsingConnection): string | undefined {
  if (connection.getTypeParser) {
    const changing = PARSED.find(([type]) => {
      const parse = connection.getTypeParser?.(type, 'text')
      return parse !== undefined && !TEXTS.every((text) => isKept(text, () => parse(text)))
    })
    return changing && `pg's parser for the type ${changing[1]} (${changing[0]})`
  }
  const { typeCast } = membersOf(connection.config ?? {})
  if (typeof typeCast !== 'function') return undefined
  const keeps = (type: string, value: unknown, string: string): boolean =>
    isKept(value, () => Reflect.apply(typeCast, undefined, [fieldOf(type, string), () => value]))
  const changed = [
    ...(TEXTS.every((text) => TEXT_FIELDS.every((type) => keeps(type, text, text))) ? [] : ['texts']),
    ...(keeps('BLOB', BYTES, BYTES.toString('latin1')) ? [] : ['bytes']),
  ]
  return changed.length === 0 ? undefined : `mysql2's typeCast for ${changed.join(' and ')}`
}

/**
 * The type numbers (OIDs) of the PostgreSQL types that are read unchanged: a String in the schema may be any of them.
 */
const PARSED = [
  [25, 'text'],
  [1043, 'varchar'],
] as const

/** The field types that MariaDB and MySQL use for short and long text. */
const TEXT_FIELDS = ['VAR_STRING', 'TINY_BLOB', 'BLOB', 'MEDIUM_BLOB', 'LONG_BLOB']

/** Texts that a parser may misread, trim, or reformat. */
const TEXTS = ['', ' a ', 'Ab', '0', '1.50', 'true', 'null', '2024-01-01 00:00:00.000', '{"a":1}', '[1]']

const BYTES = Buffer.from([0, 255])

/** A column as `typeCast` receives it. */
const fieldOf = (type: string, text: string): object => ({
  type,
  length: 65_535,
  db: '',
  table: '',
  name: 'value',
  string: () => text,
  buffer: () => Buffer.from(text, 'latin1'),
  geometry: () => null,
})

function isKept(value: unknown, parse: () => unknown): boolean {
  try {
    const parsed = parse()
    return value instanceof Uint8Array
      ? parsed instanceof Uint8Array && Buffer.compare(value, parsed) === 0
      : parsed === value
  } catch {
    return false
  }
}
