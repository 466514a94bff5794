import type { ResourceSchema, SideloadSchema } from '../schema/schema.js'
import { idTypeOf, propertyType } from './value-type.js'
import { key } from './layout/code.js'
import { layOut } from './layout/doc.js'
import { jsdoc } from './layout/jsdoc.js'
import type { Names } from './imports.js'

/**
 * The interface of one record, for a resource without a Prisma Client: its id, its attributes, and the keys that its
 * own sideloads go by, where no attribute has their name.
 */
export function emitRecord(resource: ResourceSchema, names: Names): string {
  const attributes = resource.attributes.map(
    ({ name, type }) => `  ${layOut([key(name), propertyType(type)], 1)}`,
  )
  const known = new Set([resource.idAttribute ?? 'id', ...resource.attributes.map(({ name }) => name)])
  const columns = [...new Set(resource.sideloads.flatMap(ownColumns))].filter((column) => !known.has(column))
  return [
    jsdoc(`One record of ${resource.type}.`, 0),
    `export interface ${names.record} {`,
    `  ${resource.idAttribute ?? 'id'}: ${idTypeOf(resource.id)}`,
    ...attributes,
    ...columns.map((column) => `  ${key(column)}: string | number | bigint | null`),
    '}',
  ].join('\n')
}

function ownColumns(sideload: SideloadSchema): readonly string[] {
  switch (sideload.kind) {
    case 'belongsTo':
      return [sideload.foreignKey]
    case 'polymorphicBelongsTo':
      return [sideload.groupBy, ...sideload.groups.map((group) => group.foreignKey)]
    default:
      return []
  }
}
