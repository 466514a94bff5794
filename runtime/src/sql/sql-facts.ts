import type { AdapterResource } from '../adapter/adapter-resource.js'
import { type Abilities, type AdapterFacts, factsOf } from '../adapter/facts.js'
import type { Datamodel } from '../datamodel/datamodel.js'
import { UnknownModel } from './unknown-model.js'

/** An SQL database, as its adapter describes it. */
export interface SqlStore {
  /** The identity of the store, such as its client. */
  readonly store: object
  readonly datamodel: Datamodel
  /** Abilities that not every SQL database has. */
  readonly can: Partial<Abilities>
}

/**
 * Returns the facts about an SQL database for a resource.
 *
 * Throws UnknownModel if the datamodel lacks the resource's model.
 */
export function sqlFacts(
  { store, datamodel, can }: SqlStore,
  { type, model }: Pick<AdapterResource, 'type' | 'model'>,
): AdapterFacts {
  if (model !== undefined && !datamodel.models.has(String(model))) throw new UnknownModel(type, model)
  return factsOf(store, { ...OF_SQL, ...can }, datamodel)
}

const OF_SQL: Partial<Abilities> = {
  filterByGroups: true,
  filterThrough: true,
  filterSome: true,
  orderThrough: true,
  readColumns: true,
  lock: true,
  holdVersions: true,
  reportSideEffects: true,
}
