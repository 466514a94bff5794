import { sameColumns } from '../adapter/column-values.js'
import {
  type Datamodel,
  foreignKeyOf,
  inverseRelation,
  relatedModel,
  relationNamed,
} from '../adapter/datamodel.js'
import type { JoinRecords } from '../adapter/facts.js'
import type { Join } from '../adapter/narrowing.js'
import type { Association } from '../adapter/store-step.js'
import { hasUniqueAmong } from './unique-constraints.js'

/** A join, with the columns of the parent that its key refers to. */
export type KeyedJoin = Join & { readonly parentKey: readonly string[] }

/** The store's facts about a join; undefined if it is not known. */
export function joinRecordsOf(
  datamodel: Datamodel,
  target: string,
  { relation, key }: Join,
): JoinRecords | undefined {
  const { model, inverse, join } = relationNamed(datamodel, target, relation) ?? {}
  if (model === undefined || inverse === undefined) return undefined
  const foreignKey = foreignKeyOf(datamodel, model, inverse)
  if (foreignKey) {
    const { columns: otherKey, references: otherReferences } = foreignKey
    return { name: model, model, key, otherKey, otherReferences }
  }
  // A join without a model: the two relations are its two ends.
  const name = join ?? [relation, inverse].toSorted().join(' ')
  return { name, key: [relation], otherKey: [inverse], otherReferences: [] }
}

/** Whether a key of the store prevents that a join has a pair twice; false if that is not known. */
export function hasKeyOfPair(datamodel: Datamodel, association: Association): boolean {
  const { target, join } = association
  if (!join || isImplicit(datamodel, association, join)) return true
  const model = relatedModel(datamodel, String(target.model), join.relation)
  const inverse = inverseRelation(datamodel, String(target.model), join.relation)
  const foreignKey =
    model === undefined || inverse === undefined ? undefined : foreignKeyOf(datamodel, model, inverse)
  if (model === undefined || !foreignKey) return false
  return hasUniqueAmong(datamodel, model, [...join.key, ...foreignKey.columns])
}

/**
 * A join has no model if the relation leads directly to the parent's model. If that is not known, the key
 * decides.
 */
export function isImplicit(
  datamodel: Datamodel,
  { owner, target }: Association,
  { relation, key, parentKey }: KeyedJoin,
): boolean {
  const model = relatedModel(datamodel, String(target.model), relation)
  return model === undefined ? sameColumns(key, parentKey) : model === owner.model
}
