import type { DeclaredAttribute, DeclaredResource, DeclaredSideload } from './declared.js'
import { scalarOf, type ValueType } from './types.js'

/** What the checks look names up in: the declared resources, and the columns that each one's declarations imply. */
export interface Directory {
  readonly resources: ReadonlyMap<string, DeclaredResource>
  /** The type of an attribute that the store has, of the id, or of a column that a sideload or a datamodel names. */
  typeOf(resource: DeclaredResource, name: string): ValueType | undefined
  attribute(resource: DeclaredResource, name: string): DeclaredAttribute | undefined
  sideload(resource: DeclaredResource, name: string): DeclaredSideload | undefined
  /** Every name that `typeOf` knows, for suggestions. */
  namesOf(resource: DeclaredResource): readonly string[]
}

interface Lookup {
  readonly attributes: ReadonlyMap<string, DeclaredAttribute>
  readonly sideloads: ReadonlyMap<string, DeclaredSideload>
  readonly columns: Map<string, ValueType>
}

/** Builds the directory of a schema. */
export function directoryOf(resources: readonly DeclaredResource[]): Directory {
  const byType = new Map(resources.map((each) => [each.type.value, each]))
  const lookups = new Map(resources.map((each) => [each, lookupOf(each)]))
  for (const resource of resources) addColumns(resource, byType, lookups)
  const lookup = (resource: DeclaredResource): Lookup => lookups.get(resource) ?? lookupOf(resource)
  return {
    resources: byType,
    typeOf(resource, name) {
      if (name === 'id') return idType(resource)
      const attribute = lookup(resource).attributes.get(name)
      if (attribute?.computed) return undefined
      return attribute ? attributeType(attribute) : lookup(resource).columns.get(name)
    },
    attribute: (resource, name) => lookup(resource).attributes.get(name),
    sideload: (resource, name) => lookup(resource).sideloads.get(name),
    namesOf(resource) {
      const { attributes, columns } = lookup(resource)
      const stored = [...attributes.values()].filter(({ computed }) => !computed)
      return [...new Set(['id', ...stored.map((each) => each.name.value), ...columns.keys()])]
    },
  }
}

/** The type of a resource's id; integer unless it says otherwise. */
export function idType(resource: DeclaredResource): ValueType {
  return scalarOf(resource.id?.value ?? 'integer')
}

/** The type of a declared attribute; text where it could not be read, so that nothing else is reported of it. */
export function attributeType({ type, values }: Pick<DeclaredAttribute, 'type' | 'values'>): ValueType {
  if (type === undefined) return scalarOf('string')
  return Object.freeze({
    base: type.base,
    values: Object.freeze((values ?? []).map((each) => each.value)),
    list: type.list,
    nullable: type.nullable,
  })
}

function lookupOf(resource: DeclaredResource): Lookup {
  const attributes = resource.attributes.kind === 'listed' ? resource.attributes.items : []
  return {
    attributes: new Map(attributes.map((each) => [each.name.value, each])),
    sideloads: new Map(resource.sideloads.map((each) => [each.name.value, each])),
    columns: new Map(resource.columns),
  }
}

// Whether a foreign key may be null, only a datamodel or a stated type can tell.
const orNull = (type: ValueType): ValueType => Object.freeze({ ...type, nullable: true })

// A foreign key is a column of the side that holds it: of this resource for belongsTo, of the related one for hasMany.
function addColumns(
  resource: DeclaredResource,
  byType: ReadonlyMap<string, DeclaredResource>,
  lookups: ReadonlyMap<DeclaredResource, Lookup>,
): void {
  const add = (owner: DeclaredResource | undefined, column: string | undefined, type: ValueType): void => {
    const columns = owner && lookups.get(owner)?.columns
    if (columns && column !== undefined && !columns.has(column)) columns.set(column, type)
  }
  for (const sideload of resource.sideloads) {
    const target = byType.get(sideload.resource?.value ?? '')
    switch (sideload.kind?.value) {
      case 'belongsTo':
        if (target) add(resource, sideload.foreignKey?.value, orNull(idType(target)))
        break
      case 'hasMany':
      case 'hasOne':
        add(target, sideload.foreignKey?.value, orNull(idType(resource)))
        break
      case 'polymorphicBelongsTo':
        add(resource, sideload.groupBy?.value, orNull(scalarOf('string')))
        for (const group of sideload.groups) {
          const related = byType.get(group.resource?.value ?? '')
          if (related) add(resource, group.foreignKey?.value, orNull(idType(related)))
        }
        break
      case 'polymorphicHasMany':
      case 'hasAndBelongsToMany':
      case 'custom':
      case undefined:
        break
    }
  }
}
