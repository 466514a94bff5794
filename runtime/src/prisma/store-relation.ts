import type { StoreRelation } from '../adapter/adapter.js'
import { columnForm, foreignKeyOf } from './columns.js'
import { inverseRelation, relatedModel, tellsModels } from './datamodel.js'

/**
 * What a relation of a model is: where it leads, by which columns, and whether to many. Null for a name that is no
 * relation; undefined where the client does not tell.
 */
export function storeRelation(client: object, model: string, name: string): StoreRelation | null | undefined {
  if (!tellsModels(client)) return undefined
  const inverse = inverseRelation(client, model, name)
  const target = relatedModel(client, model, name)
  if (inverse === undefined || target === undefined) return null
  const many = columnForm(client, model, name).list
  const own = foreignKeyOf(client, model, name)
  if (own) return { model: target, many, columns: own.columns, referred: own.references }
  const other = foreignKeyOf(client, target, inverse)
  return { model: target, many, columns: other?.references, referred: other?.columns }
}
