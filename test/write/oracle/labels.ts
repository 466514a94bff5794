import type { CompiledResource } from '../../../runtime/src/resource/compile.js'
import type { MemoryRow } from '../../adapter/memory/store.js'
import type { Rows, Table } from '../../adapter/memory/tables.js'
import { targetsOf, type World } from './world.js'

/** Ids that clients choose are negative. */
const OWN_IDS = 0

/** The id of an error in the log. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A polymorphic key: its column, the column that names the model, and the models by the values of that column. */
interface Polymorphic {
  readonly column: string
  readonly groupBy: string
  readonly models: ReadonlyMap<string, string>
}

/**
 * Replaces the ids that a store assigned during a write with labels made from the other values of the records. Ids
 * depend on the order in which records are created, but nothing else in a write does.
 */
export class Labels {
  readonly #world: World
  readonly #rows: Rows
  readonly #labels = new Map<string, string>()

  constructor(world: World, rows: Rows) {
    this.#world = world
    this.#rows = rows
    for (const table of world.tables.all) {
      const [key = '', ...others] = table.key
      if (others.length > 0 || !isNumbered(table, key)) continue
      const before = new Set((world.domain.rows[table.model] ?? []).map((row) => row[key]))
      for (const row of rows[table.model] ?? []) {
        if (before.has(row[key]) || Number(row[key]) < OWN_IDS) continue
        this.#labels.set(
          `${table.model} ${String(row[key])}`,
          `<${table.model} ${contentOf(table, row, world)}>`,
        )
      }
    }
  }

  /**
   * The rows that the write added or changed, and the previous content of changed or removed rows, with labels
   * instead of ids.
   */
  changes(): readonly string[] {
    const { tables, domain } = this.#world
    const texts = (name: string, rows: Rows, of: (row: MemoryRow) => MemoryRow): readonly string[] =>
      (rows[name] ?? []).map((row) => `${name} ${JSON.stringify(of(row))}`)
    const between = (name: string, of: (row: MemoryRow) => MemoryRow): readonly string[] => {
      const before = texts(name, domain.rows, of)
      const now = texts(name, this.#rows, of)
      return [
        ...now.filter((text) => !before.includes(text)).map((text) => `+ ${text}`),
        ...before.filter((text) => !now.includes(text)).map((text) => `- ${text}`),
      ].toSorted()
    }
    return [
      ...tables.all.flatMap(({ model }) => between(model, (row) => this.columns(model, row))),
      ...tables.joins.flatMap((join) => between(join, (row) => this.#pair(join, row))),
    ]
  }

  /** The columns of a record, without any other properties that it may have. */
  columns(model: string, record: MemoryRow): MemoryRow {
    const { columns } = this.#world.tables.of(model)
    const names = columns.map(({ name }) => name).filter((name) => record[name] !== undefined)
    return Object.fromEntries(
      names.map((name) => [name, this.#value(record[name], this.#referred(model, name, record))]),
    )
  }

  /** The model whose key a column contains. */
  #referred(model: string, name: string, record: MemoryRow): string | undefined {
    const table = this.#world.tables.of(model)
    if (table.key.length === 1 && table.key[0] === name) return model
    const reference = table.references.find(({ columns }) => columns.length === 1 && columns[0] === name)
    if (reference) return reference.model
    const key = polymorphicKeys(this.#world, model).find(({ column }) => column === name)
    return key?.models.get(String(record[key.groupBy]))
  }

  /** A document, with labels instead of ids. */
  document(body: unknown): unknown {
    if (Array.isArray(body)) {
      const members = body.map((member) => this.document(member))
      // Members were sorted by their ids, so they are sorted again by their labels.
      return body.every(isIdentified) ? sorted(members) : members
    }
    if (typeof body === 'string') return this.#text(body)
    if (typeof body !== 'object' || body === null) return body
    const object = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, this.document(value)]),
    )
    if (!isIdentified(body)) return object
    const { attributes } = object
    return {
      ...object,
      id: this.id(body.type, body.id),
      ...(isRow(attributes) && { attributes: this.#attributes(body.type, attributes) }),
    }
  }

  /** The attributes of a record, with labels instead of keys. */
  #attributes(type: string, attributes: MemoryRow): MemoryRow {
    const resource = this.#world.resources.get(type)
    const model = String(resource?.model)
    const shown = Object.entries(attributes).map(([name, value]): [string, unknown] => {
      const { column = name } = resource?.config.attributes.get(name) ?? {}
      return [name, this.#value(value, this.#referred(model, column, attributes))]
    })
    return Object.fromEntries(shown)
  }

  id(type: string, id: string): string {
    const model = String(this.#world.resources.get(type)?.model)
    const label = this.#labels.get(`${model} ${id}`)
    if (label !== undefined) return label
    // An error may name a record that was created and rolled back, but stores do not reuse its number.
    const table = this.#world.tables.all.find((one) => one.model === model)
    const [key = '', ...others] = table?.key ?? []
    const isNew = table !== undefined && others.length === 0 && isNumbered(table, key) && Number(id) > OWN_IDS
    const isThere = (this.#world.domain.rows[model] ?? []).some((row) => String(row[key]) === id)
    return isNew && !isThere ? '<rolled back>' : id
  }

  #text(text: string): string {
    const named = text
      .replaceAll(/\/(\w+)\/(\d+)/g, (whole, type: string, id: string) =>
        this.#world.resources.has(type) ? `/${type}/${this.id(type, id)}` : whole,
      )
      .replaceAll(/record "(\d+)" of "(\w+)"/g, (whole, id: string, type: string) =>
        this.#world.resources.has(type) ? `record "${this.id(type, id)}" of "${type}"` : whole,
      )
    return isNow(named) ? '<now>' : named.replace(UUID, '<uuid>')
  }

  #pair(join: string, pair: MemoryRow): MemoryRow {
    const modelOf = (side: string): string | undefined =>
      this.#world.tables.all.find(({ relations }) =>
        [...relations.values()].some((one) => one.kind === 'join' && one.join === join && one.side === side),
      )?.model
    return Object.fromEntries(['A', 'B'].map((side) => [side, this.#value(pair[side], modelOf(side))]))
  }

  #value(value: unknown, model: string | undefined): unknown {
    if (model !== undefined) return this.#labels.get(`${model} ${String(value)}`) ?? plain(value)
    return plain(value)
  }
}

const isNumbered = ({ columns }: Table, key: string): boolean =>
  columns.some(({ name, default: byDefault }) => name === key && byDefault.kind === 'store')

/** The content of a record, without keys and its creation time. */
function contentOf({ model, key, columns, references }: Table, row: MemoryRow, world: World): string {
  const keys = new Set([
    ...key,
    ...references.flatMap((reference) => reference.columns),
    ...polymorphicKeys(world, model).map(({ column }) => column),
  ])
  return columns
    .filter(({ name }) => !keys.has(name))
    .map(({ name }) => String(plain(row[name])))
    .join(' ')
}

function polymorphicKeys(world: World, model: string): readonly Polymorphic[] {
  return [...world.resources.values()]
    .filter((resource) => resource.model === model)
    .flatMap((resource: CompiledResource) =>
      [...resource.config.sideloads.values()].flatMap((sideload): readonly Polymorphic[] => {
        if (sideload.kind !== 'polymorphicBelongsTo') return []
        const models = new Map(
          [...targetsOf(resource, sideload)].map(([name, target]) => [name, String(target.model)]),
        )
        const columns = new Set([...sideload.groups.values()].flatMap(({ foreignKey }) => foreignKey))
        return [...columns].map((column) => ({ column, groupBy: sideload.groupBy, models }))
      }),
    )
}

/** A value in a form that does not depend on the store. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return isNow(value.toISOString()) ? '<now>' : value.toISOString()
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'object' && value !== null && 'toFixed' in value ? String(value) : value
}

/** Whether a string is a time during this run. */
const isNow = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && Math.abs(Date.now() - Date.parse(text)) < 3_600_000

const isRow = (value: unknown): value is MemoryRow => typeof value === 'object' && value !== null

const isIdentified = (value: unknown): value is { readonly type: string; readonly id: string } =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'type') === 'string' &&
  typeof Reflect.get(value, 'id') === 'string'

const sorted = <Value>(values: readonly Value[]): readonly Value[] =>
  values
    .map((value): readonly [string, Value] => [JSON.stringify(value), value])
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([, value]) => value)
