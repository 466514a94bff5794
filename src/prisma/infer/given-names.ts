import type { DeclaredAttribute, DeclaredResource, DeclaredSideload } from '../../schema/declared.js'
import { isColumn, type Model } from '../datamodel.js'
import { canBeField, wireNamesOf } from '../wire-names.js'

/**
 * The names of a model's fields on the wire (rule 14.9), including the names that a resource chooses itself, keyed by
 * column or relation.
 */
export function wireNamesIn(
  { extraFields, sideloads }: DeclaredResource,
  attributes: readonly DeclaredAttribute[],
  model: Model,
): ReadonlyMap<string, string> {
  const given = [
    ...attributes.filter((each) => isNamedAttribute(each, model)).map(ofAttribute),
    ...extraFields.map(({ name }): [string, string] => [name.value, name.value]),
    ...sideloads.filter((each) => isNamedSideload(each, model)).map(ofSideload),
  ]
  return wireNamesOf(model, new Map(given))
}

/** Whether an attribute's name was chosen, rather than taken from its column. */
export function isNamedAttribute({ name, column, computed }: DeclaredAttribute, model: Model): boolean {
  return column !== undefined || computed || !isColumn(model.fields.get(name.value))
}

/** Whether a sideload's name was chosen, rather than taken from a relation whose name is not allowed. */
export function isNamedSideload({ name, relation, kind }: DeclaredSideload, model: Model): boolean {
  const isOfRelation = model.fields.get(name.value)?.kind === 'relation' && kind?.value !== 'custom'
  return relation !== undefined || !isOfRelation || canBeField(name.value)
}

const ofAttribute = ({ name, column }: DeclaredAttribute): [string, string] => [
  (column ?? name).value,
  name.value,
]

const ofSideload = ({ name, relation }: DeclaredSideload): [string, string] => [
  (relation ?? name).value,
  name.value,
]
