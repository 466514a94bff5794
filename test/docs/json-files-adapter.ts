import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  Adapter,
  type AdapterFacts,
  type AdapterResource,
  type Columns,
  compareRows,
  type Condition,
  DONE,
  factsOf,
  type KeyValues,
  type Narrowing,
  type Order,
  passes,
  type ScopeMeaning,
  type StatRequest,
  statOfRows,
  type StepResult,
  type StoreFault,
  type StoreStep,
  transactionOf,
  type Window,
  withTransaction,
} from '@jsonapi-gen/runtime/adapter'

type Row = Readonly<Record<string, unknown>>

/** A request as data: nothing is read before `read` or `stats`. */
interface JsonScope {
  readonly model: string
  readonly conditions: readonly Condition<JsonScope>[]
  readonly order: readonly Order[]
  readonly skip: number
  readonly take: number
}

class Refused extends Error {
  readonly fault: StoreFault
  constructor(fault: StoreFault) {
    super(`The files refuse it: ${JSON.stringify(fault)}.`)
    this.fault = fault
  }
}

/**
 * Each model is a file, `Post.json`, with a list of records, whose values are strings, numbers, booleans or
 * null. Only one process may write the files.
 */
export class JsonFilesAdapter extends Adapter<JsonScope> {
  readonly #facts = factsOf(this, { filterByGroups: true, readColumns: true })
  readonly #folder: string
  readonly #files = new Map<string, readonly Row[]>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    super()
    this.#folder = folder
  }

  facts(): AdapterFacts {
    return this.#facts
  }

  all({ model }: AdapterResource): JsonScope {
    return { model: String(model), conditions: [], order: [], skip: 0, take: Infinity }
  }

  narrow(scope: JsonScope, narrowing: Narrowing<JsonScope>): JsonScope {
    if (narrowing.kind === 'joined') throw new Error('The files keep no joins: declare a resource for them.')
    return { ...scope, conditions: [...scope.conditions, narrowing] }
  }

  arrange(scope: JsonScope, window: Window): JsonScope {
    switch (window.kind) {
      case 'order':
        return { ...scope, order: [...scope.order, ...window.by] }
      case 'page':
        return { ...scope, skip: (window.number - 1) * window.size, take: window.size }
      case 'oneMore':
        return scope.take === Infinity ? scope : { ...scope, take: scope.take + 1 }
      case 'atMost':
        return { ...scope, take: Math.min(scope.take, window.count) }
      case 'firstOfEach':
        return scope // This case never occurs, because the facts do not set `cutPages`.
    }
  }

  conditionOf(given: unknown): ScopeMeaning<JsonScope> {
    if (!isScope(given)) return { kind: 'none', why: 'It is no scope: narrow the one that is given.' }
    const isMore = given.order.length > 0 || given.take !== Infinity
    if (isMore) return { kind: 'more', more: 'an order or a page' }
    return { kind: 'condition', condition: { kind: 'scope', scope: given } }
  }

  read(scope: JsonScope, columns: Columns): Promise<object[]> {
    const found = this.#find(scope).map((row) =>
      columns === 'all' ? { ...row } : Object.fromEntries(columns.map((column) => [column, row[column]])),
    )
    return Promise.resolve(found)
  }

  stats(scope: JsonScope, requests: readonly StatRequest[]): Promise<unknown[]> {
    return Promise.resolve(requests.map((request) => statOfRows(request, this.#find(scope))))
  }

  write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    return this.transaction(() => Promise.resolve(steps.map((step) => this.#do(step))))
  }

  /** Runs transactions one after another. Each one works on copies of the files until it succeeds. */
  async transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    if (transactionOf(this)) return await block()
    const run = this.#last.then(async () => {
      const files = new Map<string, readonly Row[]>()
      const result = await withTransaction(this, files, block)
      for (const [model, rows] of files) {
        await writeFile(this.#path(`${model}.new`), JSON.stringify(rows, undefined, 2))
        await rename(this.#path(`${model}.new`), this.#path(model))
        this.#files.set(model, rows)
      }
      return result
    })
    this.#last = run.catch(() => undefined)
    return await run
  }

  faultOf(error: unknown): StoreFault {
    return error instanceof Refused ? error.fault : { kind: 'none' }
  }

  describe({ model, conditions, order, skip, take }: JsonScope): unknown {
    return { model, conditions: conditions.length, order, skip, take }
  }

  #path = (model: string): string => join(this.#folder, `${model}.json`)

  #rows(model: string): readonly Row[] {
    const inTransaction = transactionOf(this) as Map<string, readonly Row[]> | undefined
    const rows = inTransaction?.get(model) ?? this.#files.get(model)
    if (rows || !existsSync(this.#path(model))) return rows ?? []
    this.#files.set(model, JSON.parse(readFileSync(this.#path(model), 'utf8')) as Row[])
    return this.#rows(model)
  }

  #find(scope: JsonScope): readonly Row[] {
    const { model, order, skip, take } = scope
    const found = this.#rows(model).filter((row) => isIn(scope, row))
    return found.toSorted((one, other) => compareRows(order, one, other)).slice(skip, skip + take)
  }

  #do(step: StoreStep): StepResult {
    switch (step.kind) {
      case 'insert':
        return { kind: 'records', records: step.rows.map((row) => this.#insert(step.resource, row)) }
      case 'update':
      case 'delete': {
        const change = step.kind === 'update' ? (row: Row) => [{ ...row, ...step.values }] : () => []
        return { kind: 'records', records: step.keys.map((key) => this.#change(step.resource, key, change)) }
      }
      default: // The adapter has no joins, and its facts do not announce locks or holds.
        return DONE
    }
  }

  #insert({ model, primaryKey: [id = 'id'] }: AdapterResource, values: Row): Row {
    const rows = this.#rows(String(model))
    const row = { ...values, [id]: values[id] ?? 1 + Math.max(0, ...rows.map((other) => Number(other[id]))) }
    if (rows.some((other) => other[id] === row[id])) throw new Refused({ kind: 'unique', columns: [id] })
    this.#keep(model, [...rows, row])
    return { ...row }
  }

  #change({ model, primaryKey }: AdapterResource, key: KeyValues, change: (row: Row) => readonly Row[]): Row {
    const rows = this.#rows(String(model))
    const row = rows.find((one) => primaryKey.every((column, at) => one[column] === key[at]))
    if (!row) throw new Refused({ kind: 'notFound' })
    const changed = change(row)
    this.#keep(
      model,
      rows.flatMap((one) => (one === row ? changed : [one])),
    )
    return { ...(changed[0] ?? row) }
  }

  #keep(model: unknown, rows: readonly Row[]): void {
    ;(transactionOf(this) as Map<string, readonly Row[]>).set(String(model), rows)
  }
}

const isScope = (given: unknown): given is JsonScope =>
  typeof given === 'object' && given !== null && 'conditions' in given

const isIn = ({ conditions }: JsonScope, row: Row): boolean =>
  conditions.every((condition) => passes(condition, row, (scope) => isIn(scope, row)))
