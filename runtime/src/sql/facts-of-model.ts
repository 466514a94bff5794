import type { AdapterResource } from '../adapter/adapter-resource.js'
import {
  columnType,
  type Datamodel,
  hasColumn,
  hasRelations,
  foreignKeyOf,
  relationNamed,
  tellsRelations,
} from '../adapter/datamodel.js'
import type { AdapterFacts, StoreRelation } from '../adapter/facts.js'
import { cursorTypeOf } from './cursor-type.js'
import { hasKeyOfPair, joinRecordsOf } from './join-records.js'
import { findsRelated } from './finds.js'
import { faultOfJoin, relationsOfLink } from './relations-of-link.js'
import { storedTypeOf } from './stored-types.js'
import { UnknownModel } from './unknown-store.js'

/** What is currently known about the store. */
export interface KnownStore {
  /** What identifies the store, such as its client. */
  readonly store: object
  readonly datamodel: () => Datamodel
  /** Throws UnknownDatabase if it is not named anywhere. */
  readonly provider: () => string
  readonly maxKeys: () => number
  readonly insertsChildren: boolean
  readonly cutsPages: boolean
  readonly returnsRecords: boolean
  /** The differences between the store and the declarations of its resources. */
  readonly misfits?: () => readonly string[]
  /** Whether the store compares a column; by default it does. */
  readonly compares?: (column: string) => boolean
}

/** What an SQL database can do for the resource of a model, from what is currently known about the store. */
export function factsOfModel(
  {
    store,
    datamodel,
    provider,
    maxKeys,
    insertsChildren,
    cutsPages,
    returnsRecords,
    misfits,
    compares = () => true,
  }: KnownStore,
  resource: Pick<AdapterResource, 'type' | 'model'>,
): AdapterFacts {
  const { type } = resource
  const model = String(resource.model)
  return Object.freeze<AdapterFacts>({
    store,
    filters: true,
    calculates: true,
    writes: true,
    transacts: true,
    groups: true,
    readsKeys: true,
    cutsPages,
    get maxKeys() {
      return maxKeys()
    },
    locks: true,
    holdsVersions: true,
    insertsChildren,
    returnsRecords,
    column: (name) =>
      columnType(datamodel(), model, name) ??
      (hasColumn(datamodel(), model, name) === false ? 'none' : 'untold'),
    storedType(column) {
      const isUnknown = resource.model !== undefined && !datamodel().models.has(model)
      if (isUnknown) throw new UnknownModel(type, resource.model)
      // `createApi` calls it, so that a database without a name is an error at the start.
      provider()
      return storedTypeOf(datamodel(), model, column) ?? 'ofAttribute'
    },
    cursorType: (column) =>
      (compares(column) ? cursorTypeOf(datamodel(), model, column, provider()) : undefined) ?? 'none',
    relation: (name) => storeRelation(datamodel(), model, name),
    filtersThrough: () => true,
    ordersThrough: (relations) => hasRelations(datamodel(), model, relations),
    filtersSome: (link) => relationsOfLink(datamodel(), model, link) !== undefined,
    // A server reads a table at once and has other connections: SQLite reads it for each record, in the process of the API.
    finds: (link) => provider() !== 'sqlite' || findsRelated(datamodel(), link),
    joinRecords: (join) => joinRecordsOf(datamodel(), model, join) ?? 'untold',
    joinFaults(link) {
      const fault = faultOfJoin(datamodel(), resource.model === undefined ? undefined : model, link)
      return fault === undefined ? [] : [fault]
    },
    joinsOnce: (association) => hasKeyOfPair(datamodel(), association),
    compares,
    misfits: misfits ?? (() => []),
  })
}

/**
 * The relation of a model: its target, its columns, and whether it is to-many. `none` if there is no such relation;
 * `untold` if it is not known.
 */
function storeRelation(datamodel: Datamodel, model: string, name: string): StoreRelation | 'none' | 'untold' {
  if (!tellsRelations(datamodel, model)) return 'untold'
  const relation = relationNamed(datamodel, model, name)
  if (relation?.inverse === undefined) return 'none'
  const { model: target, many, key, inverse } = relation
  if (key) return { model: target, many, columns: key.columns, referred: key.references }
  const other = foreignKeyOf(datamodel, target, inverse)
  return { model: target, many, columns: other?.references, referred: other?.columns }
}
