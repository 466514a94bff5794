import { quoted } from '../../diagnostic/words.js'
import type { SideloadKind } from '../../schema/types.js'
import { oppositeOf, type Model, type RelationField } from '../datamodel.js'
import { relationNotYet } from '../not-yet.js'
import type { Inferring } from './context.js'

/** What a relation of a datamodel is as a sideload. */
export interface RelationFacts {
  readonly kind: Extract<SideloadKind, 'belongsTo' | 'hasOne' | 'hasMany' | 'hasAndBelongsToMany'>
  readonly foreignKey: string | undefined
  /** The column that the key refers to, where it is not the id. */
  readonly primaryKey: string | undefined
  readonly through: { readonly relation: string; readonly key: string } | undefined
}

/**
 * The kind and the keys of a relation: the side with the key belongs to the other; a list whose other side is a list too
 * goes through a join. One with a key of several columns is left out, and reported (JG509).
 */
export function relationFacts(field: RelationField, inferring: Inferring): RelationFacts | undefined {
  const { model, datamodel, report, resource } = inferring
  const other = datamodel.models.get(field.model)
  const back = oppositeOf(datamodel, model, field)
  if (!other || !back) return undefined
  if (field.isList && back.isList) return manyToMany(back, model)
  const holder = field.fields.length > 0 ? field : back
  if (relationNotYet(holder)) {
    const columns = holder.fields.map(quoted).join(' and ')
    const message = `${quoted(field.name)} is left out: its key is made of ${columns}, and a sideload goes by one column`
    report.add('JG509', placeOf(field, inferring), message, {
      related: [{ at: field.at, message: 'the relation is here' }],
      help: `hide the relation, or load it by a custom sideload of ${quoted(resource.type.value)}`,
    })
    return undefined
  }
  const [foreignKey] = holder.fields
  const referenced = holder === field ? other : model
  return {
    kind: holder === field ? 'belongsTo' : field.isList ? 'hasMany' : 'hasOne',
    foreignKey,
    primaryKey: holder.references[0] === referenced.id?.name ? undefined : holder.references[0],
    through: undefined,
  }
}

/** A relation in words, for a message. */
export function describeRelation({ kind, foreignKey, through }: RelationFacts): string {
  if (through) return `${kind}, through ${through.relation}`
  return foreignKey === undefined ? kind : `${kind}, by ${foreignKey}`
}

// Prisma's own join table has no model: the relation of the other side leads straight back to this id.
function manyToMany(back: RelationField, model: Model): RelationFacts {
  return {
    kind: 'hasAndBelongsToMany',
    foreignKey: undefined,
    primaryKey: undefined,
    through: { relation: back.name, key: model.id?.name ?? 'id' },
  }
}

function placeOf(field: RelationField, { resource }: Inferring): RelationField['at'] {
  return resource.sideloads.find(({ name }) => name.value === field.name)?.name.at ?? field.at
}
