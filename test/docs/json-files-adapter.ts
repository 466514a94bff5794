import {
  Adapter,
  type AdapterFacts,
  type AdapterResource,
  type Columns,
  compareRows,
  type Condition,
  DONE,
  factsOf,
  inOrder,
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
  type Window,
  withTransaction,
} from '@jsonapi-gen/runtime/adapter'
import { JsonFiles, Refused, type Row } from './json-files.js'

/** A request as data: nothing is read before `read` or `stats`. */
interface JsonScope {
  readonly model: string
  readonly conditions: readonly Condition<JsonScope>[]
  readonly order: readonly Order[]
  readonly skip: number
  readonly take: number
}

/** Each model is a file of the folder. */
export class JsonFilesAdapter extends Adapter<JsonScope> {
  readonly #facts = factsOf(this, { filterByGroups: true, readColumns: true })
  readonly #files: JsonFiles

  constructor(folder: string) {
    super()
    this.#files = new JsonFiles(folder)
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
    return this.transaction(() => inOrder(steps, (step) => this.#do(step)))
  }

  transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    return this.#files.transaction(() => withTransaction(this, undefined, block))
  }

  faultOf(error: unknown): StoreFault {
    return error instanceof Refused ? error.fault : { kind: 'none' }
  }

  describe({ model, conditions, order, skip, take }: JsonScope): unknown {
    return { model, conditions: conditions.length, order, skip, take }
  }

  #find(scope: JsonScope): readonly Row[] {
    const { model, order, skip, take } = scope
    const found = this.#files.rows(model).filter((row) => isIn(scope, row))
    return found.toSorted((one, other) => compareRows(order, one, other)).slice(skip, skip + take)
  }

  #do(step: StoreStep): StepResult {
    switch (step.kind) {
      case 'insert': {
        const { model, primaryKey } = step.resource
        const insert = (row: Row) => this.#files.insert(String(model), primaryKey[0] ?? 'id', row)
        return { kind: 'records', records: step.rows.map(insert) }
      }
      case 'update':
      case 'delete': {
        const { model, primaryKey } = step.resource
        const values = step.kind === 'update' ? step.values : undefined
        const change = (key: KeyValues) => this.#files.change(String(model), primaryKey, key, values)
        return { kind: 'records', records: step.keys.map(change) }
      }
      default: // The adapter has no joins, and its facts do not announce locks or holds.
        return DONE
    }
  }
}

const isScope = (given: unknown): given is JsonScope =>
  typeof given === 'object' && given !== null && 'conditions' in given

const isIn = ({ conditions }: JsonScope, row: Row): boolean =>
  conditions.every((condition) => passes(condition, row, (scope) => isIn(scope, row)))
