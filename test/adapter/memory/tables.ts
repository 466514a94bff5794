import { datamodel, type Datamodel } from '../../../scripts/lib/datamodels.js'
import {
  isColumn,
  keyOf,
  type Model,
  type OnDelete,
  oppositeOf,
  type RelationField,
  type ScalarField,
} from '../../../src/prisma/datamodel.js'
import { loadDatamodel, storeOf } from '../../../src/prisma/prisma.js'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import type { MemoryRow } from './store.js'

/** A table's columns and the constraints that the store enforces on its rows. */
export interface Table {
  readonly model: string
  readonly key: readonly string[]
  readonly columns: readonly ScalarField[]
  /**
   * The columns of each unique key, in the order in which SQLite checks the keys: the table's own key first,
   * then the others backwards.
   */
  readonly uniques: readonly (readonly string[])[]
  readonly references: readonly Reference[]
  readonly relations: ReadonlyMap<string, Relation>
}

/** A foreign key. */
export interface Reference {
  readonly columns: readonly string[]
  readonly model: string
  readonly to: readonly string[]
  readonly onDelete: OnDelete
}

/**
 * A relation of a model: the pairs of columns with equal values, or a join table that the store manages
 * itself.
 */
export type Relation =
  | {
      readonly kind: 'columns'
      readonly model: string
      readonly own: readonly string[]
      readonly other: readonly string[]
    }
  | { readonly kind: 'join'; readonly model: string; readonly join: string; readonly side: 'A' | 'B' }

/** Rows by model, and pairs of keys by join. `A` is the key of the model whose name comes first. */
export type Rows = Readonly<Record<string, readonly MemoryRow[]>>

/**
 * The tables of a datamodel, those that others refer to first, and the names of the joins that Prisma itself
 * manages.
 */
export interface Tables {
  readonly all: readonly Table[]
  readonly joins: readonly string[]
  of(model: string): Table
  readonly facts: StoreFacts
}

/** Reads the tables of one of the tests' datamodels. */
export async function tablesOf(name: Datamodel): Promise<Tables> {
  const loaded = await loadDatamodel([{ path: 'schema.prisma', text: await datamodel(name, 'sqlite') }])
  if (!loaded.ok) throw new Error(`The datamodel "${name}" is at fault.`)
  const joins = new Set<string>()
  const all = [...loaded.datamodel.models.values()].map((model): Table => {
    const columns = [...model.fields.values()].filter(isColumn)
    const relations = [...model.fields.values()].filter((field) => field.kind === 'relation')
    const relationOf = (field: RelationField): Relation => {
      if (field.fields.length > 0) {
        return { kind: 'columns', model: field.model, own: field.fields, other: field.references }
      }
      const opposite = oppositeOf(loaded.datamodel, model, field)
      if (opposite && opposite.fields.length > 0) {
        return { kind: 'columns', model: field.model, own: opposite.references, other: opposite.fields }
      }
      joins.add(field.relation)
      return {
        kind: 'join',
        model: field.model,
        join: field.relation,
        side: model.name < field.model ? 'A' : 'B',
      }
    }
    const key = keyOf(model)?.map((column) => column.name) ?? []
    return {
      model: model.name,
      key,
      columns,
      uniques: [
        key,
        ...uniquesOf(model, columns)
          .filter((one) => String(one) !== String(key))
          .toReversed(),
      ],
      references: relations.flatMap(({ fields, model: to, references, onDelete }) =>
        fields.length > 0 ? [{ columns: fields, model: to, to: references, onDelete }] : [],
      ),
      relations: new Map(relations.map((field) => [field.name, relationOf(field)])),
    }
  })
  return {
    all: inOrder(all),
    joins: [...joins],
    facts: storeOf(loaded.datamodel, loaded.datamodel.models.keys()) as StoreFacts,
    of: (model) => {
      const table = all.find((each) => each.model === model)
      if (!table) throw new Error(`There is no table "${model}".`)
      return table
    },
  }
}

const uniquesOf = ({ compositeUniques }: Model, columns: readonly ScalarField[]) => [
  ...columns.flatMap(({ name, isUnique }) => (isUnique ? [[name]] : [])),
  ...compositeUniques,
]

/** Each table, after the tables that it refers to. */
function inOrder(tables: readonly Table[]): readonly Table[] {
  const left = new Set(tables)
  const done: Table[] = []
  while (left.size > 0) {
    const next = [...left].find(({ model, references }) =>
      references.every(
        (reference) => reference.model === model || done.some((one) => one.model === reference.model),
      ),
    )
    if (!next) throw new Error('Tables refer to each other in a circle.')
    left.delete(next)
    done.push(next)
  }
  return done
}
