import type { AdapterRelation, Join } from '../adapter/condition.js'
import type { AdapterFacts } from '../adapter/facts.js'
import { hasCursorValues } from '../vocabulary/cursor-values.js'
import { findsBy } from '../vocabulary/indexes.js'
import type { AttributeType } from '../vocabulary/values/type.js'
import {
  columnOf,
  columnType,
  type Datamodel,
  hasColumn,
  hasRelations,
  modelOf,
  relationNamed,
  tellsRelations,
} from '../datamodel/datamodel.js'
import { hasKeyOfPair, type JoinRecords, joinRecordsOf } from './join-records.js'
import { faultOfJoin, storedRelations } from './stored-relations.js'
import type { StoredType } from '../datamodel/stored-types.js'
import { storedTypeOf } from '../datamodel/stored-types.js'

/** A resource of a store. */
export interface OfStore {
  readonly model: unknown
  facts(): AdapterFacts
}

/** A relationship between resources of a store. */
interface RelationOfStore extends AdapterRelation {
  readonly owner: AdapterRelation['owner'] & OfStore
  readonly target: AdapterRelation['target'] & OfStore
}

const known = ({ model, facts }: OfStore): readonly [Datamodel, string] => [facts().datamodel, String(model)]

/**
 * The type of a column, which need not be a declared attribute: it may be a foreign key. `none` if the store has no such
 * column; undefined if that is not known.
 */
export function columnIn(resource: OfStore, name: string): AttributeType | 'none' | undefined {
  const [datamodel, model] = known(resource)
  return (
    columnType(datamodel, model, name) ?? (hasColumn(datamodel, model, name) === false ? 'none' : undefined)
  )
}

/** The type of a column; undefined if it is not known, or if the store has no such column. */
export function typeOfColumn(resource: OfStore, name: string): AttributeType | undefined {
  return columnType(...known(resource), name)
}

/** The store's limits for a column, if the store does not support everything that the attribute's type allows. */
export const storedTypeIn = (resource: OfStore, column: string): StoredType | undefined =>
  storedTypeOf(...known(resource), column)

/** Whether the store can compare a column. */
export const isComparable = (resource: OfStore, column: string): boolean =>
  columnOf(...known(resource), column)?.isComparable !== false

/** The type of a column in cursors (rule 24.3); undefined if its values cannot be part of one. */
export const cursorTypeIn = (resource: OfStore, column: string): AttributeType | undefined =>
  cursorTypeOf(...known(resource), column)

export function cursorTypeOf(datamodel: Datamodel, model: string, name: string): AttributeType | undefined {
  const column = columnOf(datamodel, model, name)
  if (!column?.isComparable || column.type.list) return undefined
  const { type, native } = column
  if (!hasCursorValues(type.kind, native, datamodel.provider ?? '')) return undefined
  return native?.name === 'Uuid' && type.kind === 'string' ? { ...type, kind: 'uuid' } : type
}

/** A relation in the store: the target, the columns, and whether it is to-many. */
export interface StoreRelation {
  readonly model: string
  readonly many: boolean
  /** The columns of this side and of the other side, in pairs; undefined if the key is in a join. */
  readonly columns: readonly string[] | undefined
  readonly referred: readonly string[] | undefined
}

/** The relation of that name. `none` if the store has no such relation; undefined if that is not known. */
export function storeRelationIn(resource: OfStore, name: string): StoreRelation | 'none' | undefined {
  const [datamodel, owner] = known(resource)
  if (!tellsRelations(datamodel, owner)) return undefined
  const relation = relationNamed(datamodel, owner, name)
  if (relation?.inverse === undefined) return 'none'
  const { model, many, key, otherKey } = relation
  if (key) return { model, many, columns: key.columns, referred: key.references }
  return { model, many, columns: otherKey?.references, referred: otherKey?.columns }
}

/** Whether the store can order by a column at the end of these to-one relations. */
export const ordersThrough = (resource: OfStore, path: readonly string[]): boolean =>
  resource.facts().can.orderThrough && hasRelations(...known(resource), path)

/** Whether the store can search for related records of a to-many relationship that meet a condition. */
export const filtersSome = (relation: RelationOfStore): boolean =>
  relation.owner.facts().can.filterSome && storedRelations(...known(relation.owner), relation) !== undefined

/**
 * Whether the store finds the related records of a to-many relationship without reading all of them, or reads the table
 * only once: SQLite reads it for each record, in the process of the API. Otherwise, a request may use at most two
 * filters through such relationships.
 */
export function findsRelated(relation: RelationOfStore): boolean {
  const { datamodel } = relation.owner.facts()
  return datamodel.provider !== 'sqlite' || hasIndexFor(datamodel, relation)
}

/**
 * Whether an index finds the related records, or the rows of their join. What is not known is taken to have one, and so
 * has a join without a model: Prisma makes it.
 */
export function hasIndexFor(
  datamodel: Datamodel,
  { target: { model }, pairs, join }: AdapterRelation,
): boolean {
  const target = String(model)
  if (!join) return hasIndex(datamodel, target, pairs.target)
  const relation = relationNamed(datamodel, target, join.relation)
  return !relation || relation.join !== undefined || hasIndex(datamodel, relation.model, join.key)
}

function hasIndex(datamodel: Datamodel, name: string, columns: readonly string[]): boolean {
  const { isPartial, indexes } = modelOf(datamodel, name)
  return isPartial || findsBy(columns, indexes)
}

/** The rows of a join, seen from the resource of the related records; undefined if they are not known. */
export const joinRecordsIn = (target: OfStore, join: Join): JoinRecords | undefined =>
  joinRecordsOf(...known(target), join)

/** Why the store does not have the join of a many-to-many relationship; undefined if it has, or if that is not known. */
export const joinFault = (relation: RelationOfStore): string | undefined => {
  const { owner, target } = relation
  const model = owner.model === undefined ? undefined : String(owner.model)
  return faultOfJoin(target.facts().datamodel, model, relation)
}

/**
 * Whether the store itself rejects or detects a second join of the same pair, even with concurrent writers. Otherwise, a
 * write that joins records runs in a serializable transaction.
 */
export const joinsOnce = (relation: RelationOfStore): boolean =>
  hasKeyOfPair(relation.owner.facts().datamodel, relation)
