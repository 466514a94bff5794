import { suggest } from '../diagnostic/suggest.js'
import type {
  DeclaredAttribute,
  DeclaredColumns,
  DeclaredKeyColumn,
  DeclaredResource,
  DeclaredSideload,
} from './declared.js'
import { scalarOf, type ValueType } from './types.js'

/** The directory of names for the checks: the declared resources, and the columns that their declarations imply. */
export interface Directory {
  readonly resources: ReadonlyMap<string, DeclaredResource>
  /** The type that a name refers to. */
  typeOf(resource: DeclaredResource, name: string): ValueType | undefined
  attribute(resource: DeclaredResource, name: string): DeclaredAttribute | undefined
  /** The meaning of a name: the id, an attribute, or else the column with that name; with `isColumn`, only a column. */
  named(resource: DeclaredResource, name: string, isColumn?: boolean): Named | undefined
  /**
   * The sideload with a name, or a faulty sideload whose name is a misspelling of that name. In the second case, uses
   * of the correct name are faulty for the same reason.
   */
  sideload(resource: DeclaredResource, name: string): DeclaredSideload | undefined
  /** Every name that `typeOf` knows, for suggestions. */
  namesOf(resource: DeclaredResource): readonly string[]
}

/** A column, its type, and the attribute that shows it, if any. */
export interface Named {
  readonly column: string
  readonly type: ValueType
  readonly attribute: DeclaredAttribute | undefined
}

interface Lookup {
  readonly attributes: ReadonlyMap<string, DeclaredAttribute>
  readonly byColumn: ReadonlyMap<string, DeclaredAttribute>
  readonly sideloads: ReadonlyMap<string, DeclaredSideload>
  readonly columns: Map<string, ValueType>
}

/** Builds the directory of a schema. */
export function directoryOf(resources: readonly DeclaredResource[]): Directory {
  const byType = new Map(resources.map((each) => [each.type.value, each]))
  const lookups = new Map(resources.map((each) => [each, lookupOf(each)]))
  for (const resource of resources) addColumns(resource, byType, lookups)
  const lookup = (resource: DeclaredResource): Lookup => lookups.get(resource) ?? lookupOf(resource)
  const named: Directory['named'] = (resource, name, isColumn = false) => {
    const { attributes, byColumn, columns } = lookup(resource)
    const id = resource.idAttribute?.value ?? 'id'
    if (name === (isColumn ? id : 'id')) return { column: id, type: idType(resource), attribute: undefined }
    const attribute = (isColumn ? undefined : attributes.get(name)) ?? byColumn.get(name)
    if (attribute?.computed) return undefined
    const type = attribute ? attributeType(attribute) : columns.get(name)
    return type && { column: attribute ? columnOf(attribute) : name, type, attribute }
  }
  return {
    resources: byType,
    typeOf: (resource, name) => named(resource, name)?.type,
    named,
    attribute: (resource, name) => lookup(resource).attributes.get(name),
    sideload(resource, name) {
      const { sideloads } = lookup(resource)
      const faulty = [...sideloads].flatMap(([each, { broken }]) => (broken ? [each] : []))
      return sideloads.get(name) ?? sideloads.get(suggest(name, faulty) ?? '')
    },
    namesOf(resource) {
      const { attributes, byColumn, columns } = lookup(resource)
      const stored = [...attributes.values()].filter(({ computed }) => !computed)
      const bare = [...columns.keys()].filter((column) => !byColumn.has(column))
      return [...new Set(['id', ...stored.map((each) => each.name.value), ...bare])]
    },
  }
}

/** The type of a resource's id; integer by default. A composite id is text that is compared as a whole. */
export function idType(resource: DeclaredResource): ValueType {
  if (resource.key) return scalarOf('uuid')
  const stored = resource.columns?.get(resource.idAttribute?.value ?? 'id')?.stored
  const type = scalarOf(resource.id?.value ?? 'integer')
  return stored === undefined ? type : Object.freeze({ ...type, stored })
}

/** The columns of a resource's id, in order. */
export function idOf({ key, idAttribute }: DeclaredResource): readonly string[] {
  return key?.map(({ name }) => name.value) ?? [idAttribute?.value ?? 'id']
}

/** The type of a composite id's column, if it is already known. */
export function keyColumnType(column: DeclaredKeyColumn): ValueType | undefined {
  return column.type ? attributeType(column) : undefined
}

/** The type of a declared attribute; text if the type could not be read, to avoid reporting further faults. */
export function attributeType({ type, values }: Pick<DeclaredAttribute, 'type' | 'values'>): ValueType {
  if (type === undefined) return scalarOf('string')
  return Object.freeze({
    kind: type.kind,
    values: Object.freeze((values ?? []).map((each) => each.value)),
    list: type.list,
    nullable: type.nullable,
    ...(type.stored !== undefined && { stored: type.stored }),
  })
}

/** The column of an attribute. */
export function columnOf({ name, column }: Pick<DeclaredAttribute, 'name' | 'column'>): string {
  return (column ?? name).value
}

function lookupOf(resource: DeclaredResource): Lookup {
  const attributes = resource.attributes.kind === 'listed' ? resource.attributes.items : []
  return {
    attributes: new Map(attributes.map((each) => [each.name.value, each])),
    byColumn: new Map(attributes.filter(({ computed }) => !computed).map((each) => [columnOf(each), each])),
    sideloads: new Map(resource.sideloads.map((each) => [each.name.value, each])),
    columns: new Map(resource.columns),
  }
}

// Without a datamodel or a declared type, a foreign key may be null.
const orNull = (type: ValueType): ValueType => Object.freeze({ ...type, nullable: true })

// The foreign key is a column of one side: of this resource for belongsTo, of the related resource for hasMany.
function addColumns(
  resource: DeclaredResource,
  byType: ReadonlyMap<string, DeclaredResource>,
  lookups: ReadonlyMap<DeclaredResource, Lookup>,
): void {
  const add = (owner: DeclaredResource | undefined, column: string | undefined, type: ValueType): void => {
    const columns = owner && lookups.get(owner)?.columns
    if (columns && column !== undefined && !columns.has(column)) columns.set(column, type)
  }
  const addKey = (
    owner: DeclaredResource | undefined,
    columns: DeclaredColumns | undefined,
    referred: DeclaredResource,
  ): void => {
    for (const [index, { value }] of (columns ?? []).entries()) {
      const type = keyTypeAt(referred, index, lookups)
      if (type) add(owner, value, orNull(type))
    }
  }
  for (const sideload of resource.sideloads) {
    const target = byType.get(sideload.resource?.value ?? '')
    switch (sideload.kind?.value) {
      case 'belongsTo':
        if (target) addKey(resource, sideload.foreignKey, target)
        break
      case 'hasMany':
      case 'hasOne':
        addKey(target, sideload.foreignKey, resource)
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

/** The type of one column of a resource's id, if it is known. */
function keyTypeAt(
  resource: DeclaredResource,
  index: number,
  lookups: ReadonlyMap<DeclaredResource, Lookup>,
): ValueType | undefined {
  if (!resource.key) return idType(resource)
  const column = resource.key[index]
  if (!column) return undefined
  const { attributes, columns } = lookups.get(resource) ?? lookupOf(resource)
  const attribute = attributes.get(column.name.value)
  return keyColumnType(column) ?? (attribute ? attributeType(attribute) : columns.get(column.name.value))
}
