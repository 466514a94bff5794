import type { ResourceSchema, SideloadSchema } from '../schema/schema.js'

/**
 * The columns that no attribute writes (rules 11.4, 18.5): the id, foreign keys, and the type columns of polymorphic
 * relationships. Of a composite key, a column that is no foreign key is an attribute that a create writes (rule 11.11).
 */
export function keyColumnsOf({ key, idAttribute = 'id', sideloads }: ResourceSchema): ReadonlySet<string> {
  return new Set([...(key ? [] : [idAttribute]), ...sideloads.flatMap(keysOf)])
}

/** The columns of the record itself that a relationship goes by. */
export function keysOf(sideload: SideloadSchema): readonly string[] {
  switch (sideload.kind) {
    case 'belongsTo':
      return sideload.foreignKey
    case 'polymorphicBelongsTo':
      return [sideload.groupBy, ...sideload.groups.map(({ foreignKey }) => foreignKey)]
    case 'hasMany':
    case 'hasOne':
    case 'hasAndBelongsToMany':
    case 'polymorphicHasMany':
    case 'custom':
      return []
  }
}
