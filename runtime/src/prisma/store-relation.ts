import type { StoreRelation } from '../adapter/facts.js'
import { type Datamodel, foreignKeyOf, relationNamed, tellsRelations } from '../adapter/datamodel.js'

/**
 * What a relation of a model is: where it leads, by which columns, and whether to many. `none` for a name that is no
 * relation; `untold` where it is not known.
 */
export function storeRelation(
  datamodel: Datamodel,
  model: string,
  name: string,
): StoreRelation | 'none' | 'untold' {
  if (!tellsRelations(datamodel, model)) return 'untold'
  const relation = relationNamed(datamodel, model, name)
  if (relation?.inverse === undefined) return 'none'
  const { model: target, many, key, inverse } = relation
  if (key) return { model: target, many, columns: key.columns, referred: key.references }
  const other = foreignKeyOf(datamodel, target, inverse)
  return { model: target, many, columns: other?.references, referred: other?.columns }
}
