import { type CompiledQuery, createQueryId, MysqlQueryCompiler, type RawBuilder } from 'kysely'

/**
 * A statement for MySQL and MariaDB. The driver writes the parameters into its text by the rules of backslashes, which
 * `sql_mode` may change on any connection: so each parameter says how it is written, in a form that no mode and no
 * character set reads otherwise.
 *
 * Throws a TypeError for a value that no column has.
 */
export function mysqlStatement(statement: RawBuilder<unknown>): CompiledQuery {
  const node = statement.toOperationNode()
  const compiler = new Parameters()
  const compiled = compiler.compileQuery(node, createQueryId())
  // The driver would take the question mark of a name for a parameter: then the text has the values itself.
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

/** A parameter that says how the driver writes it. It has no members that are seen: a driver could write them as SQL. */
class Written {
  readonly #value: unknown
  readonly #literal: string

  constructor(value: unknown) {
    this.#value = value
    this.#literal = literalOf(value)
  }

  /** The drivers `mysql` and `mysql2` write what it returns. */
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
  throw new TypeError(`A ${typeof value} is not a value of a column.`)
}

/**
 * A text. Two quotes are one in every mode. A backslash is written as a sign that the text lacks, which the server
 * replaces: the left of `'\\\\'` is one backslash in every mode. Hexadecimal digits would have a collation of their own.
 */
function textLiteral(text: string): string {
  // In one mode of MariaDB, '' is null.
  if (text === '') return "left('a', 0)"
  if (!text.includes('\\')) return quoted(text)
  const sign = signBeside(text)
  return `replace(${quoted(text.replaceAll('\\', () => sign))}, '${sign}', left('\\\\', 1))`
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A character that a text does not have, and that is neither a quote nor a backslash. */
function signBeside(text: string): string {
  for (let code = '|'.charCodeAt(0); ; code++) {
    const sign = String.fromCharCode(code)
    if (!text.includes(sign)) return sign
  }
}
