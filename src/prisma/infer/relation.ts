import type { JoinSchema, SideloadKind } from '../../schema/types.js'
import { keyOf, oppositeOf, type Model, type RelationField } from '../datamodel.js'
import type { Inferring } from './context.js'

/** A datamodel's relation as a sideload. */
export interface RelationFacts {
  readonly kind: Extract<SideloadKind, 'belongsTo' | 'hasOne' | 'hasMany' | 'hasAndBelongsToMany'>
  readonly foreignKey: readonly string[] | undefined
  /** The columns that the key refers to, if they are not the id. */
  readonly primaryKey: readonly string[] | undefined
  readonly through: Through | undefined
}

interface Through {
  readonly relation: string
  readonly key: readonly string[]
  readonly join: JoinSchema
}

/**
 * The kind and the keys of a relation. The side with the key belongs to the other side. If both sides are lists, the
 * relation goes through a join.
 */
export function relationFacts(field: RelationField, inferring: Inferring): RelationFacts | undefined {
  const { model, datamodel } = inferring
  const other = datamodel.models.get(field.model)
  const back = oppositeOf(datamodel, model, field)
  if (!other || !back) return undefined
  if (field.isList && back.isList) return manyToMany(field, back, model)
  const holder = field.fields.length > 0 ? field : back
  const { foreignKey, primaryKey } = keysOf(holder, holder === field ? other : model, inferring)
  return {
    kind: holder === field ? 'belongsTo' : field.isList ? 'hasMany' : 'hasOne',
    foreignKey,
    primaryKey,
    through: undefined,
  }
}

/**
 * A relation's key columns, in the order of the id that they refer to. If they do not refer to the id, the columns that
 * they refer to are also returned.
 */
export function keysOf(
  { fields, references }: RelationField,
  referenced: Model,
  inferring: Inferring,
): { readonly foreignKey: readonly string[]; readonly primaryKey: readonly string[] | undefined } {
  const id = idColumnsOf(referenced, inferring)
  const isId = id.length === references.length && id.every((name) => references.includes(name))
  if (!isId) return { foreignKey: fields, primaryKey: references }
  return { foreignKey: id.map((name) => fields[references.indexOf(name)] ?? name), primaryKey: undefined }
}

/** The id columns of a model's resource: those that the schema names, or else the model's key. */
export function idColumnsOf(model: Model, { ofModel, resource, model: own }: Inferring): readonly string[] {
  const over = model === own ? resource : ofModel.get(model.name)?.[0]
  if (over?.key) return over.key.map(({ name }) => name.value)
  if (over?.idAttribute) return [over.idAttribute.value]
  return (keyOf(model) ?? []).map(({ name }) => name)
}

/** A description of a relation, for a message. */
export function describeRelation({ kind, foreignKey, through }: RelationFacts): string {
  if (through) return `${kind}, through ${through.relation}`
  return foreignKey === undefined ? kind : `${kind}, with the key ${foreignKey.join(' and ')}`
}

// Prisma's own join table has no model: the other side's relation refers directly to this id.
function manyToMany(field: RelationField, back: RelationField, model: Model): RelationFacts {
  const join = { name: `_${field.relation}`, model: undefined, key: [back.name], otherKey: [field.name] }
  return {
    kind: 'hasAndBelongsToMany',
    foreignKey: undefined,
    primaryKey: undefined,
    through: { relation: back.name, key: [model.id?.name ?? 'id'], join },
  }
}
