import type { ResourceSchema, SideloadSchema } from '../schema/schema.js'
import type { InterfaceNode } from './file.js'
import { jsdoc } from './layout/jsdoc.js'
import type { Names } from './names.js'
import { property } from './property.js'
import { idTypeOf, propertyType } from './value-type.js'

/**
 * The interface of one record, for a resource without a Prisma Client: its id, its attributes, and the keys that its
 * own sideloads go by, where no attribute has their name.
 */
export function emitRecord(resource: ResourceSchema, names: Names): InterfaceNode {
  const id = resource.idAttribute ?? 'id'
  const known = new Set([id, ...resource.attributes.map(({ name }) => name)])
  const columns = [...new Set(resource.sideloads.flatMap(ownColumns))].filter((column) => !known.has(column))
  return {
    kind: 'interface',
    docs: [jsdoc(`One record of ${resource.type}.`, 0)],
    name: names.record,
    isExported: true,
    properties: [
      property(id, idTypeOf(resource.id)),
      ...resource.attributes.map(({ name, type }) => property(name, propertyType(type))),
      ...columns.map((column) => property(column, 'string | number | bigint | null')),
    ],
  }
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
