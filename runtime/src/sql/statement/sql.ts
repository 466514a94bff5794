/** A part of a statement: pieces of text, with parameters and names between them. */
export class Sql {
  readonly texts: readonly string[]
  /** Parameters, and names. An adapter may also use objects that its driver or query builder knows. */
  readonly values: readonly unknown[]

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts
    this.values = values
  }
}

/** A name of a table or a column, with its qualifiers. Databases quote it differently. */
export class SqlName {
  readonly parts: readonly string[]

  constructor(parts: readonly string[]) {
    this.parts = parts
  }
}

/** Writes parts of statements. */
export interface SqlTag {
  /** A part from text and other parts. Any other value becomes a parameter. */
  (texts: readonly string[], ...values: readonly unknown[]): Sql
  readonly id: (...parts: readonly string[]) => Sql
  readonly val: (value: unknown) => Sql
  readonly raw: (text: string) => Sql
  /** Parts in a list, with a comma or another separator between them. */
  readonly join: (parts: readonly Sql[], separator?: Sql) => Sql
}

export const sql: SqlTag = Object.assign(
  (texts: readonly string[], ...values: readonly unknown[]): Sql => {
    const made = new Builder(texts[0] ?? '')
    for (const [index, value] of values.entries()) {
      made.add(value)
      made.append(texts[index + 1] ?? '')
    }
    return made.done()
  },
  {
    id: (...parts: readonly string[]): Sql => new Sql(['', ''], [new SqlName(parts)]),
    val: (value: unknown): Sql => new Sql(['', ''], [value]),
    raw: (text: string): Sql => new Sql([text], []),
    join: (parts: readonly Sql[], separator: Sql = COMMA): Sql => {
      const made = new Builder('')
      for (const [index, part] of parts.entries()) {
        if (index > 0) made.add(separator)
        made.add(part)
      }
      return made.done()
    },
  },
)

const COMMA = new Sql([', '], [])

/** The text of a statement, and its parameters. */
export function rendered(
  { texts, values }: Sql,
  quote: (name: string) => string,
  placeholder: (index: number) => string,
): { readonly text: string; readonly parameters: readonly unknown[] } {
  const parameters: unknown[] = []
  let text = texts[0] ?? ''
  for (const [index, value] of values.entries()) {
    if (value instanceof SqlName) text += value.parts.map(quote).join('.')
    else text += placeholder(parameters.push(value))
    text += texts[index + 1] ?? ''
  }
  return { text, parameters }
}

/** The state of one part while it is put together. */
class Builder {
  readonly #texts: string[] = []
  readonly #values: unknown[] = []
  #last: string

  constructor(first: string) {
    this.#last = first
  }

  append(text: string): void {
    this.#last += text
  }

  add(value: unknown): void {
    if (!(value instanceof Sql)) return this.#push(value, '')
    this.#last += value.texts[0] ?? ''
    for (const [index, one] of value.values.entries()) this.#push(one, value.texts[index + 1] ?? '')
  }

  done(): Sql {
    return new Sql([...this.#texts, this.#last], this.#values)
  }

  #push(value: unknown, text: string): void {
    this.#texts.push(this.#last)
    this.#values.push(value)
    this.#last = text
  }
}
