import { sameColumns } from '../adapter/rows/column-values.js'
import { type Datamodel, relatedModel, relationNamed } from '../datamodel/datamodel.js'
import type { AdapterRelation, Join } from '../adapter/condition.js'
import { hasUniqueAmong } from '../datamodel/unique-constraints.js'

/** A relationship over a join. */
export type JoinedRelation<Scope = unknown> = AdapterRelation<Scope> & { readonly join: Join<Scope> }

/** The store's facts about the join of a many-to-many relationship. */
export interface JoinRecords {
  /** A name that both sides of the join share, and that no other join uses. */
  readonly name: string
  /**
   * The value that a resource over the join model declares as its model; undefined if the store manages the join
   * itself.
   */
  readonly model?: unknown
  /** The join model's columns that refer to this side. */
  readonly key: readonly string[]
  /** The join model's columns that refer to the related records, and the columns that these refer to. */
  readonly otherKey: readonly string[]
  readonly otherReferences: readonly string[]
}

/** The store's facts about a join; undefined if the join is unknown. */
export function joinRecordsOf(
  datamodel: Datamodel,
  target: string,
  { relation, key }: Join,
): JoinRecords | undefined {
  const { model, inverse, join, otherKey: held } = relationNamed(datamodel, target, relation) ?? {}
  if (model === undefined || inverse === undefined) return undefined
  if (held) {
    const { columns: otherKey, references: otherReferences } = held
    return { name: model, model, key, otherKey, otherReferences }
  }
  // A join without a model: the two relations are its two ends.
  const name = join ?? [relation, inverse].toSorted().join(' ')
  return { name, key: [relation], otherKey: [inverse], otherReferences: [] }
}

/** Whether a key in the store prevents a join from containing the same pair twice; false if that is not known. */
export function hasKeyOfPair(datamodel: Datamodel, relation: AdapterRelation): boolean {
  const { target, join } = relation
  if (!join || isImplicit(datamodel, { ...relation, join })) return true
  const { model, otherKey } = relationNamed(datamodel, String(target.model), join.relation) ?? {}
  if (model === undefined || !otherKey) return false
  return hasUniqueAmong(datamodel, model, [...join.key, ...otherKey.columns])
}

/** Whether a join has no model of its own: its relation leads directly to the owner's model. If the datamodel does not contain that relation, a join has no model if its key columns are the owner's. */
export function isImplicit(datamodel: Datamodel, { owner, target, pairs, join }: JoinedRelation): boolean {
  const model = relatedModel(datamodel, String(target.model), join.relation)
  return model === undefined ? sameColumns(join.key, pairs.owner) : model === owner.model
}
