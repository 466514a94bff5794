import { memberOf } from '../base/cast.js'
import type { AttributeConfig } from '../declare/config.js'
import { coerceValue } from '../vocabulary/values/coerce.js'
import { columnValues } from '../adapter/rows/column-values.js'
import { type CompiledResource, keyOfIdValue } from './compile.js'

/**
 * The border between wire names and column names (rule 22.1). Clients, documents, errors and schemas use names of
 * attributes; records, scopes, hooks and adapters use columns. Everything that crosses the border is translated here.
 */

/** A column for a wire name, and the attribute that shows it, if any. */
export interface Named {
  readonly column: string
  readonly attribute: AttributeConfig | undefined
}

type Naming = Pick<CompiledResource, 'config' | 'primaryKey' | 'byColumn'>

/** Resolves a wire name: the id, an attribute, or else the column of that name. */
export function named(resource: Naming, name: string): Named {
  if (name === 'id') return { column: onlyColumn(resource) ?? name, attribute: undefined }
  const attribute = resource.config.attributes.get(name)
  return attribute ? { column: attribute.column, attribute } : ofColumn(resource, name)
}

/** The column of an id that is not composite. */
const onlyColumn = ({ primaryKey: [only, ...others] }: Pick<Naming, 'primaryKey'>): string | undefined =>
  others.length === 0 ? only : undefined

/** A column, and the attribute that shows it, if any. */
export function ofColumn({ byColumn }: Pick<Naming, 'byColumn'>, column: string): Named {
  return { column, attribute: byColumn.get(column) }
}

/** The column of a stat, and the attribute that shows it, if any. */
export function statColumn(resource: CompiledResource, name: string): Named {
  const column = resource.config.stats.get(name)?.column
  return column === undefined ? named(resource, name) : ofColumn(resource, column)
}

/** The value of an attribute in a record. */
export function attributeValue(record: object, { column }: AttributeConfig): unknown {
  return memberOf(record, column)
}

/** The attributes of an existing record by name, in the types that a write uses. */
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

/** Translates values by attribute name into values by column. Names of key columns stay as they are. */
export function byColumns(
  resource: Pick<CompiledResource, 'config' | 'key' | 'primaryKey' | 'type'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return entriesByColumns(resource, Object.entries(values))
}

/** Like `byColumns`, for pairs of a name and a value. */
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
