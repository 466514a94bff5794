import type {
  AdapterResource,
  AttributeType,
  Condition,
  Join,
  KeyValues,
  Order,
  StatRequest,
} from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { holds, related } from './holds.js'
import { calculate } from './calculate.js'
import type { MemoryRow, MemoryScope, MemoryStore } from './store.js'
import { compareValues } from './values.js'

/**
 * An adapter over rows in memory: the Null adapter with every method of the read path overridden. It is how one of your
 * own is written, and what Prisma's answers are compared with.
 *
 * Its records are copies: sideloads are assigned to them, and no request may see what another has assigned.
 */
export class MemoryAdapter extends NullAdapter {
  override readonly groups = true
  override readonly readsKeys = true
  readonly #store: MemoryStore
  readonly #parents = new WeakMap<object, readonly KeyValues[]>()

  constructor(store: MemoryStore) {
    super()
    this.#store = store
  }

  override baseScope({ model }: AdapterResource): MemoryScope {
    return { model: String(model), conditions: [], orders: [], skip: 0, take: undefined, joined: undefined }
  }

  override filter(scope: MemoryScope, condition: Condition<MemoryScope>): MemoryScope {
    const { model, conditions } = scope
    return { ...scope, conditions: [...conditions, (row) => holds(condition, row, model, this.#store)] }
  }

  override condition(scope: MemoryScope): Condition<MemoryScope> {
    const { orders, skip, take, joined } = scope
    if (orders.length > 0 || skip > 0 || take !== undefined || joined) {
      throw new Error(`A condition has no order, page or join: ${JSON.stringify(this.describe(scope))}`)
    }
    return { kind: 'scope', scope }
  }

  /** The type of the first value that is there; a column without nulls has none. */
  override cursorType(column: string, { model }: AdapterResource): AttributeType | undefined {
    const values = this.#store.rows(String(model)).map((row) => row[column])
    const some = values.find((value) => value !== null)
    const kind = typeof some === 'number' ? 'integer' : typeof some === 'string' ? 'string' : undefined
    return kind && { kind, list: false, nullable: values.includes(null), values: [] }
  }

  override ordersThrough(relations: readonly string[], { model }: AdapterResource): boolean {
    const [first] = relations
    return first !== undefined && relations.length === 1 && this.#store.hasRelation(String(model), first)
  }

  override filtersSome(): boolean {
    return true
  }

  override order(scope: MemoryScope, { through, column, direction }: Order): MemoryScope {
    return { ...scope, orders: [...scope.orders, { through, column, direction }] }
  }

  override paginate(scope: MemoryScope, page: number, size: number): MemoryScope {
    return { ...scope, skip: (page - 1) * size, take: size }
  }

  override withOneMore(scope: MemoryScope): MemoryScope | undefined {
    return scope.take === undefined ? undefined : { ...scope, take: scope.take + 1 }
  }

  override atMost(scope: MemoryScope, count: number): MemoryScope {
    return { ...scope, take: Math.min(scope.take ?? count, count) }
  }

  override async resolve(scope: MemoryScope): Promise<object[]> {
    return this.#window(scope).map((row) => {
      const record = { ...row }
      if (scope.joined) this.#parents.set(record, this.#parentsIn(scope, row))
      return record
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

  override joined(scope: MemoryScope, { relation, key }: Join, parents: readonly KeyValues[]): MemoryScope {
    const joined: MemoryScope = { ...scope, joined: { relation, key, parents: new Set(parents.map(String)) } }
    const conditions = [...scope.conditions, (row: MemoryRow) => this.#parentsIn(joined, row).length > 0]
    return { ...joined, conditions }
  }

  override parentsOf(child: object): readonly KeyValues[] {
    return this.#parents.get(child) ?? []
  }

  override async keys(scope: MemoryScope, columns: readonly string[]): Promise<object[]> {
    return this.#window(scope).map((row) => {
      const keys = Object.fromEntries(columns.map((column) => [column, row[column]]))
      if (scope.joined) this.#parents.set(keys, this.#parentsIn(scope, row))
      return keys
    })
  }

  override describe({ model, conditions, orders, skip, take }: MemoryScope): unknown {
    return { model, conditions: conditions.length, orders, skip, take }
  }

  /** The rows of a scope: narrowed, then in order, then its page. */
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

  #parentsIn({ model, joined }: MemoryScope, row: MemoryRow): readonly KeyValues[] {
    if (!joined) return []
    return this.#store
      .relation(model, joined.relation)
      .rows(row)
      .map((join) => joined.key.map((column) => join[column]))
      .filter((key) => joined.parents.has(String(key)))
  }
}
