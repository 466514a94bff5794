import { type CompiledQuery, createQueryId, MysqlQueryCompiler, type RawBuilder } from 'kysely'

/**
 * A statement for MySQL and MariaDB. The driver writes parameters into the text with backslash escapes, whose meaning
 * `sql_mode` may change on any connection. Each parameter therefore defines its own text, in a form that every mode and
 * character set reads the same way.
 *
 * Throws a TypeError for a value that no column can hold.
 */
export function mysqlStatement(statement: RawBuilder<unknown>): CompiledQuery {
  const node = statement.toOperationNode()
  const compiler = new Parameters()
  const compiled = compiler.compileQuery(node, createQueryId())
  // The driver would read a question mark in a name as a parameter, so in that case the text contains the values.
  return compiler.hasQuestions ? new Texts().compileQuery(node, createQueryId()) : compiled
}

class Parameters extends MysqlQueryCompiler {
  hasQuestions = false

  protected override append(text: string): void {
    this.hasQuestions ||= text.includes('?')
    super.append(text)
  }

  protected override appendValue(value: unknown): void {
    const isNumber = typeof value === 'number' && Number.isFinite(value)
    this.addParameter(isNumber || value === null || typeof value === 'boolean' ? value : new Written(value))
    super.append('?')
  }

  protected override appendImmediateValue(value: unknown): void {
    this.append(literalOf(value))
  }
}

class Texts extends MysqlQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literalOf(value))
  }

  protected override appendImmediateValue(value: unknown): void {
    this.append(literalOf(value))
  }
}

/**
 * A parameter that defines how the driver writes it. It has no enumerable members, because a driver could write them as
 * SQL.
 */
class Written {
  readonly #value: unknown
  readonly #literal: string

  constructor(value: unknown) {
    this.#value = value
    this.#literal = literalOf(value)
  }

  /** `mysql` and `mysql2` call this function, and write the result. */
  toSqlString(): string {
    return this.#literal
  }

  toString(): string {
    return String(this.#value)
  }

  toJSON(): unknown {
    return typeof this.#value === 'bigint' ? String(this.#value) : this.#value
  }

  [Symbol.for('nodejs.util.inspect.custom')](): unknown {
    return this.#value
  }
}

function literalOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return textLiteral(value)
    case 'number':
      if (Number.isFinite(value)) return String(value)
      break
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return 'null'
      if (value instanceof Uint8Array) return `X'${Buffer.from(value).toString('hex')}'`
  }
  throw new TypeError(`A column cannot contain a ${typeof value}.`)
}

/**
 * Text. A doubled quote is one quote in every mode. A backslash is written as a character that the text lacks, and the
 * server replaces it: the leftmost character of `'\\\\'` is one backslash in every mode. A hexadecimal literal would
 * have a different collation.
 */
function textLiteral(text: string): string {
  // In MariaDB's mode EMPTY_STRING_IS_NULL, '' is null.
  if (text === '') return "left('a', 0)"
  if (!text.includes('\\')) return quoted(text)
  const sign = signBeside(text)
  return `replace(${quoted(text.replaceAll('\\', () => sign))}, '${sign}', left('\\\\', 1))`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A character that does not occur in the text, and is neither a quote nor a backslash. */
function signBeside(text: string): string {
  for (let code = '|'.charCodeAt(0); ; code++) {
    const sign = String.fromCharCode(code)
    if (!text.includes(sign)) return sign
  }
}
