import type { DeclaredResource } from './declared.js'
import type { Directory } from './directory.js'
import type { ResourceSchema } from './schema.js'
import { isUsual, type ColumnStore, type StoreSchema } from './store.js'
import type { ValueType } from './types.js'

/** The facts about the store from a schema without a datamodel: the columns that it names, and the keys. */
export function declaredStore(
  declared: readonly DeclaredResource[],
  resolved: readonly ResourceSchema[],
  directory: Directory,
): StoreSchema {
  const models = new Map<string, DeclaredModel>()
  const enums = new Map<string, readonly string[]>()
  for (const { type, adapter, model, key, idAttribute } of resolved) {
    const resource = declared.find((each) => each.type.value === type)
    if (adapter === 'null' || model === undefined || !resource) continue
    const ofKey = key?.map(({ name }) => name) ?? [idAttribute ?? 'id']
    const { columns } = models.get(model) ?? declaredModel(model, ofKey, models)
    for (const name of directory.namesOf(resource)) {
      const named = directory.named(resource, name)
      if (!named || columns.has(named.column) || (name === 'id' && key)) continue
      columns.set(named.column, columnOf(named.type, `${model}.${named.column}`, enums))
    }
  }
  return {
    partial: true,
    ...(enums.size > 0 && { enums: Object.fromEntries(enums) }),
    models: Object.fromEntries(
      [...models].map(([name, { key, columns }]) => [
        name,
        { ...(!isUsual(key) && { key }), columns: Object.fromEntries(columns) },
      ]),
    ),
  }
}

interface DeclaredModel {
  readonly key: readonly string[]
  readonly columns: Map<string, string | ColumnStore>
}

function declaredModel(
  name: string,
  key: readonly string[],
  models: Map<string, DeclaredModel>,
): DeclaredModel {
  const model = { key, columns: new Map<string, string | ColumnStore>() }
  models.set(name, model)
  return model
}

/** A column of a type. The values of an enum are listed once, under their own name. */
function columnOf(
  { kind, values, list, nullable }: ValueType,
  name: string,
  enums: Map<string, readonly string[]>,
): string | ColumnStore {
  if (kind !== 'enum') return `${kind}${list ? '[]' : ''}${nullable ? '?' : ''}`
  enums.set(name, values)
  return { enum: name, ...(list && { list: true }), ...(nullable && { nullable: true }) }
}
