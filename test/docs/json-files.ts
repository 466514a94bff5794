import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Row = Readonly<Record<string, unknown>>

/** The files reject a change. */
export class Refused extends Error {
  readonly fault: { readonly kind: 'notFound' } | { readonly kind: 'unique'; readonly columns: string[] }

  constructor(fault: Refused['fault']) {
    super(`The files refuse it: ${JSON.stringify(fault)}.`)
    this.fault = fault
  }
}

/**
 * A store of JSON files. Each model is a file, `Post.json`, with a list of records, whose values are strings, numbers,
 * booleans or null. Only one process may write the files.
 */
export class JsonFiles {
  readonly #folder: string
  readonly #saved = new Map<string, readonly Row[]>()
  readonly #changed = new AsyncLocalStorage<Map<string, readonly Row[]>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  rows(model: string): readonly Row[] {
    const rows = this.#changed.getStore()?.get(model) ?? this.#saved.get(model)
    if (rows || !existsSync(this.#path(model))) return rows ?? []
    this.#saved.set(model, JSON.parse(readFileSync(this.#path(model), 'utf8')) as Row[])
    return this.rows(model)
  }

  /** Inserts a row in the current transaction. Without an id, it gets the next number. */
  insert(model: string, id: string, values: Row): Row {
    const rows = this.rows(model)
    const row = { ...values, [id]: values[id] ?? 1 + Math.max(0, ...rows.map((other) => Number(other[id]))) }
    if (rows.some((other) => other[id] === row[id])) throw new Refused({ kind: 'unique', columns: [id] })
    this.#changed.getStore()?.set(model, [...rows, row])
    return { ...row }
  }

  /** Changes the row with a key in the current transaction, or removes it if there are no values. */
  change(model: string, columns: readonly string[], key: readonly unknown[], values: Row | undefined): Row {
    const rows = this.rows(model)
    const row = rows.find((one) => columns.every((column, at) => one[column] === key[at]))
    if (!row) throw new Refused({ kind: 'notFound' })
    const changed = values && { ...row, ...values }
    this.#changed.getStore()?.set(
      model,
      rows.flatMap((one): readonly Row[] => (one !== row ? [one] : changed ? [changed] : [])),
    )
    return { ...(changed ?? row) }
  }

  /** Runs transactions one after another. Each one works on copies of the files until it succeeds. */
  async transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    if (this.#changed.getStore()) return await block()
    const run = this.#last.then(async () => {
      const changed = new Map<string, readonly Row[]>()
      const result = await this.#changed.run(changed, block)
      for (const [model, rows] of changed) {
        await writeFile(this.#path(`${model}.new`), JSON.stringify(rows, undefined, 2))
        await rename(this.#path(`${model}.new`), this.#path(model))
        this.#saved.set(model, rows)
      }
      return result
    })
    this.#last = run.catch(() => undefined)
    return await run
  }

  #path = (model: string): string => join(this.#folder, `${model}.json`)
}
