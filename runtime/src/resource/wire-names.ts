import { memberOf } from '../base/cast.js'
import type { AttributeConfig } from '../declare/config.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { coerceValue } from '../vocabulary/coerce.js'
import { columnValues } from '../adapter/column-values.js'
import { type CompiledResource, keyOfIdValue } from './compile.js'

/*
 * The border between wire names and column names (rule 22.1). A client, a document, an error and a schema know an attribute
 * by its name; records, scopes, hooks and adapters know the column that it stands for. Everything that crosses asks here.
 */

/** What a name on the wire stands for: a column, and the attribute that shows it, if one does. */
export interface Named {
  readonly column: string
  readonly attribute: AttributeConfig | undefined
}

type Naming = Pick<CompiledResource, 'config' | 'primaryKey' | 'byColumn'>

/** What a name stands for: the id, an attribute, or else the column of that name. */
export function named(resource: Naming, name: string): Named {
  if (name === 'id') return { column: onlyColumn(resource) ?? name, attribute: undefined }
  const attribute = resource.config.attributes.get(name)
  return attribute ? { column: attribute.column, attribute } : ofColumn(resource, name)
}

/** The column of an id that is no composite one. */
const onlyColumn = ({ primaryKey: [only, ...others] }: Pick<Naming, 'primaryKey'>): string | undefined =>
  others.length === 0 ? only : undefined

/** A column, and the attribute that shows it, if one does. */
export function ofColumn({ byColumn }: Pick<Naming, 'byColumn'>, column: string): Named {
  return { column, attribute: byColumn.get(column) }
}

/** The relation of the store that a sideload stands for: of its own name, unless it says otherwise. */
export function relationOf(sideload: SideloadConfig): string {
  return ('relation' in sideload ? sideload.relation : undefined) ?? sideload.name
}

/** A path of sideloads, as the store gets it: by its relations. A name that is no sideload's stays what it is. */
export function storedPath(resource: CompiledResource, through: readonly string[]): readonly string[] {
  let owner: CompiledResource | undefined = resource
  return through.map((name) => {
    const sideload: SideloadConfig | undefined = owner?.config.sideloads.get(name)
    owner = sideload && owner?.target(sideload)
    return sideload ? relationOf(sideload) : name
  })
}

/** The value that a record has of an attribute. */
export function attributeValue(record: object, { column }: AttributeConfig): unknown {
  return memberOf(record, column)
}

/** The attributes of a record that is there, by their names, in the types that a write has them in. */
export function byNames(
  { config }: Pick<Naming, 'config'>,
  record: object | undefined,
): Record<string, unknown> {
  if (!record) return {}
  const entries = [...config.attributes.values()].map((attribute): [string, unknown] => {
    const { name, type } = attribute
    const value = attributeValue(record, attribute)
    const coerced = type.list || type.kind === 'json' || value === null ? undefined : coerceValue(type, value)
    return [name, coerced?.ok ? coerced.value : value]
  })
  return Object.fromEntries(entries)
}

/** Values by the names of their attributes, as a store gets them: by column. Keys have no other name, and keep it. */
export function byColumns(
  resource: Pick<CompiledResource, 'config' | 'key' | 'primaryKey' | 'type'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return entriesByColumns(resource, Object.entries(values))
}

/** The same for pairs of a name and a value. */
export function entriesByColumns(
  resource: Pick<CompiledResource, 'config' | 'key' | 'primaryKey' | 'type'>,
  values: Iterable<readonly [name: string, value: unknown]>,
): Record<string, unknown> {
  const columns: Record<string, unknown> = {}
  for (const [name, value] of values) {
    if (name === 'id') {
      Object.assign(columns, columnValues(resource.primaryKey, keyOfIdValue(resource, value)))
    } else columns[resource.config.attributes.get(name)?.column ?? name] = value
  }
  return columns
}
