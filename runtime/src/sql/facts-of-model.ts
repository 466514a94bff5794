import type { AdapterResource } from '../adapter/adapter-resource.js'
import {
  columnOf,
  columnType,
  type Datamodel,
  foreignKeyOf,
  hasColumn,
  hasRelations,
  modelOf,
  relationNamed,
  tellsRelations,
} from '../adapter/datamodel.js'
import type { AdapterFacts, StoreRelation } from '../adapter/facts.js'
import type { SideEffects } from '../adapter/side-effects.js'
import { hasKeyOfPair, joinRecordsOf } from './join-records.js'
import { faultOfJoin, storedRelations } from './stored-relations.js'
import { storedTypeOf } from './stored-types.js'
import { UnknownModel } from './unknown-model.js'
import { hasCursorValues } from '../vocabulary/cursor-values.js'
import type { AttributeType } from '../vocabulary/type.js'
import type { AdapterRelation } from '../adapter/condition.js'
import { findsBy } from '../vocabulary/indexes.js'

/** The current knowledge about the store. */
export interface KnownStore {
  /** The identity of the store, such as its client. */
  readonly store: object
  readonly datamodel: () => Datamodel
  /** Throws an error if the database is not named anywhere. */
  readonly provider: () => string
  readonly maxKeys: () => number
  readonly insertsChildren: boolean
  readonly cutsPages: boolean
  readonly returnsRecords: boolean
  readonly standsAlone: boolean
  readonly findsByKey: boolean
  readonly sideEffects: () => Promise<SideEffects>
  /** The differences between the store and the declarations of its resources. */
  readonly misfits?: () => readonly string[]
  /** Whether the store can compare a column; by default, it can. */
  readonly compares?: (column: string) => boolean
}

/**
 * Returns the capabilities of an SQL database for a model's resource, based on what is currently known about the store.
 */
export function factsOfModel(
  { datamodel, provider, maxKeys, misfits = () => [], compares = () => true, ...known }: KnownStore,
  resource: Pick<AdapterResource, 'type' | 'model'>,
): AdapterFacts {
  const { type } = resource
  const model = String(resource.model)
  return Object.freeze<AdapterFacts>({
    ...known,
    filters: true,
    calculates: true,
    writes: true,
    transacts: true,
    groups: true,
    readsKeys: true,
    get maxKeys() {
      return maxKeys()
    },
    locks: true,
    holdsVersions: true,
    column: (name) =>
      columnType(datamodel(), model, name) ??
      (hasColumn(datamodel(), model, name) === false ? 'none' : undefined),
    storedType(column) {
      const isUnknown = resource.model !== undefined && !datamodel().models.has(model)
      if (isUnknown) throw new UnknownModel(type, resource.model)
      // `createApi` calls it, so that a database without a name is an error at the start.
      provider()
      return storedTypeOf(datamodel(), model, column)
    },
    cursorType: (column) =>
      compares(column) ? cursorTypeOf(datamodel(), model, column, provider()) : undefined,
    relation: (name) => storeRelation(datamodel(), model, name),
    filtersThrough: () => true,
    ordersThrough: (relations) => hasRelations(datamodel(), model, relations),
    filtersSome: (relation) => storedRelations(datamodel(), model, relation) !== undefined,
    // A server reads a table at once and has other connections: SQLite reads it for each record, in the process of the API.
    finds: (relation) => provider() !== 'sqlite' || findsRelated(datamodel(), relation),
    joinRecords: (join) => joinRecordsOf(datamodel(), model, join),
    joinFaults(relation) {
      const fault = faultOfJoin(datamodel(), resource.model === undefined ? undefined : model, relation)
      return fault === undefined ? [] : [fault]
    },
    joinsOnce: (relation) => hasKeyOfPair(datamodel(), relation),
    compares,
    misfits,
  })
}

/**
 * A model's relation: the target, the columns, and whether it is to-many. `none` if there is no such relation;
 * undefined if it is not known.
 */
function storeRelation(
  datamodel: Datamodel,
  model: string,
  name: string,
): StoreRelation | 'none' | undefined {
  if (!tellsRelations(datamodel, model)) return undefined
  const relation = relationNamed(datamodel, model, name)
  if (relation?.inverse === undefined) return 'none'
  const { model: target, many, key, inverse } = relation
  if (key) return { model: target, many, columns: key.columns, referred: key.references }
  const other = foreignKeyOf(datamodel, target, inverse)
  return { model: target, many, columns: other?.references, referred: other?.columns }
}

/** The type of a column in cursors (rule 24.3); undefined if its values cannot be part of one. */
export function cursorTypeOf(
  datamodel: Datamodel,
  model: string,
  name: string,
  provider: string,
): AttributeType | undefined {
  const column = columnOf(datamodel, model, name)
  if (!column || column.type.list) return undefined
  const { type, native } = column
  if (!hasCursorValues(type.kind, native, provider)) return undefined
  return native?.name === 'Uuid' && type.kind === 'string' ? { ...type, kind: 'uuid' } : type
}

/**
 * Whether an index finds the related records of a relationship to many, or the rows of its join. What is not known is taken to have
 * one, and so has a join without a model: Prisma makes it.
 */
export function findsRelated(
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
