import {
  type Abilities,
  type AdapterFacts,
  type AdapterResource,
  type Columns,
  datamodelOf,
  factsOf,
  type Narrowing,
  type ScopeMeaning,
  type StatRequest,
  type Window,
} from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { holds, related } from './holds.js'
import { calculate } from './calculate.js'
import type { MemoryRow, MemoryScope, MemoryStore } from './store.js'
import { compareValues } from './values.js'

/**
 * An adapter over rows in memory: the Null adapter with every member of the read path overridden. Prisma's
 * results are compared with its results.
 *
 * Its records are copies, because sideloads are assigned to them, and one request must not see what another
 * has assigned.
 */
export class MemoryAdapter extends NullAdapter {
  readonly #store: MemoryStore
  #facts: AdapterFacts | undefined

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override facts(_resource: AdapterResource): AdapterFacts {
    this.#facts ??= factsOf(this, this.abilities, datamodelOf([this.#store.facts]))
    return this.#facts
  }

  get abilities(): Partial<Abilities> {
    return {
      write: false,
      rollBack: false,
      filterByGroups: true,
      readColumns: true,
      filterThrough: true,
      orderThrough: true,
      filterSome: true,
    }
  }

  override all({ model }: AdapterResource): MemoryScope {
    return { model: String(model), conditions: [], orders: [], skip: 0, take: undefined, joined: undefined }
  }

  override narrow(scope: MemoryScope, narrowing: Narrowing<MemoryScope>): MemoryScope {
    const { model, conditions } = scope
    if (narrowing.kind !== 'joined') {
      return { ...scope, conditions: [...conditions, (row) => holds(narrowing, row, model, this.#store)] }
    }
    const { relation, key, condition } = narrowing.join
    const joined = { relation, key, condition, parents: new Set(narrowing.parents.map(String)) }
    const isJoined = (row: MemoryRow) => this.#joinsOf({ model, joined }, row).length > 0
    return {
      ...scope,
      joined: narrowing.withRows ? joined : undefined,
      conditions: [...conditions, isJoined],
    }
  }

  override arrange(scope: MemoryScope, window: Window): MemoryScope {
    switch (window.kind) {
      case 'order':
        return { ...scope, orders: [...scope.orders, ...window.by] }
      case 'page':
        return { ...scope, skip: (window.number - 1) * window.size, take: window.size }
      case 'oneMore':
        return scope.take === undefined ? scope : { ...scope, take: scope.take + 1 }
      case 'atMost':
        return { ...scope, take: Math.min(scope.take ?? window.count, window.count) }
      case 'firstOfEach':
        return scope
    }
  }

  override conditionOf(given: unknown): ScopeMeaning<MemoryScope> {
    if (typeof given !== 'object' || given === null || !('conditions' in given)) {
      return { kind: 'opaque', why: 'It is not a scope of rows in memory.' }
    }
    const scope = given as MemoryScope
    const { orders, skip, take, joined } = scope
    const isMore = orders.length > 0 || skip > 0 || take !== undefined || joined
    if (isMore) return { kind: 'more', more: 'an order, a page or a join' }
    return { kind: 'condition', condition: { kind: 'scope', scope } }
  }

  override async read(scope: MemoryScope, columns: Columns): Promise<object[]> {
    return this.#window(scope).map((row) => {
      const some =
        columns === 'all' ? row : Object.fromEntries(columns.map((column) => [column, row[column]]))
      return { ...some, ...(scope.joined && { [scope.joined.relation]: this.#joinsOf(scope, row) }) }
    })
  }

  override async stats(
    scope: MemoryScope,
    requests: readonly StatRequest[],
    resource: AdapterResource,
  ): Promise<unknown[]> {
    const rows = this.#window({ ...scope, orders: [] })
    return requests.map((request) => calculate(rows, request, resource))
  }

  override describe({ model, conditions, orders, skip, take }: MemoryScope): unknown {
    return { model, conditions: conditions.length, orders, skip, take }
  }

  /** The rows of a scope, after its conditions, its order and its page. */
  #window({ model, conditions, orders, skip, take }: MemoryScope): readonly MemoryRow[] {
    const rows = this.#store.rows(model).filter((row) => conditions.every((holdsFor) => holdsFor(row)))
    const ordered = rows.toSorted((a, b) => {
      for (const { through, column, direction } of orders) {
        const order = compareValues(
          related(a, through, model, this.#store)?.[column],
          related(b, through, model, this.#store)?.[column],
        )
        if (order !== 0) return direction === 'asc' ? order : -order
      }
      return 0
    })
    return take === undefined ? ordered.slice(skip) : ordered.slice(skip, skip + take)
  }

  /** The rows of the join that connect a row with the parents. */
  #joinsOf({ model, joined }: Pick<MemoryScope, 'model' | 'joined'>, row: MemoryRow): readonly MemoryRow[] {
    if (!joined) return []
    const { model: joinModel, rows } = this.#store.relation(model, joined.relation)
    const { condition } = joined
    return rows(row).filter(
      (join) =>
        joined.parents.has(joined.key.map((column) => String(join[column])).join()) &&
        (!condition || holds(condition, join, joinModel, this.#store)),
    )
  }
}
