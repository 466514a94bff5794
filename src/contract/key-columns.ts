import type { ResourceSchema, SideloadSchema } from '../schema/schema.js'

/**
 * The columns that no attribute writes (rules 11.4, 18.5): the id, foreign keys, and the type columns of polymorphic
 * relationships. Of a composite key, a column that is not a foreign key, or one of optional relationships alone, is an
 * attribute that a create writes (rule 11.11).
 */
export function keyColumnsOf({ key, idAttribute = 'id', sideloads }: ResourceSchema): ReadonlySet<string> {
  const links = sideloads.flatMap(keysOf)
  if (!key) return new Set([idAttribute, ...links])
  const isOpen = (column: string): boolean =>
    key.some(({ name }) => name === column) &&
    sideloads.filter((each) => keysOf(each).includes(column)).every(isOptional)
  return new Set(links.filter((column) => !isOpen(column)))
}

const isOptional = (sideload: SideloadSchema): boolean =>
  sideload.kind === 'belongsTo' && sideload.nullable && sideload.required !== true

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
