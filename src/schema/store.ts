import type { DeclaredResource } from './declared.js'
import type { Directory } from './directory.js'
import type { ResourceSchema } from './schema.js'
import type { Literal, ValueType } from './types.js'

/**
 * What the runtime has to know of the store: `StoreFacts` of the runtime. Only what is not the default is there, so that a
 * person reads the generated file.
 */
export interface StoreSchema {
  readonly provider?: string
  readonly relationMode?: 'prisma'
  /** Whether no datamodel has told them. */
  readonly partial?: true
  readonly enums?: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>
  readonly models: Readonly<Record<string, ModelStore>>
}

/** A model. */
export interface ModelStore {
  readonly table?: string
  readonly schema?: string
  readonly key?: ConstraintStore
  readonly columns: Readonly<Record<string, string | ColumnStore>>
  readonly relations?: Readonly<Record<string, RelationStore>>
  readonly unique?: readonly ConstraintStore[]
}

/** A constraint: its columns, and its names where it has some. */
export type ConstraintStore =
  | readonly string[]
  | { readonly columns: readonly string[]; readonly name?: string; readonly stored?: string }

/** A column whose type alone does not say all. */
export interface ColumnStore {
  readonly type?: string
  readonly enum?: string
  readonly list?: true
  readonly nullable?: true
  readonly stored?: string
  readonly native?: string
  readonly default?: Literal
  readonly generated?: string
  readonly unique?: true | string
}

/** A relation. */
export interface RelationStore {
  readonly model: string
  readonly many?: true
  readonly key?: Readonly<Record<string, string>>
  readonly onDelete?: string
  readonly inverse?: string
  readonly join?: string
}

/** What a schema without a datamodel declares of its store: the columns that it names, and the keys. */
export function declaredStore(
  declared: readonly DeclaredResource[],
  resolved: readonly ResourceSchema[],
  directory: Directory,
): StoreSchema {
  const models = new Map<string, DeclaredModel>()
  const enums = new Map<string, readonly string[]>()
  for (const { type, adapter, model, key, idAttribute } of resolved) {
    const resource = declared.find((each) => each.type.value === type)
    if (adapter !== 'prisma' || model === undefined || !resource) continue
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

/** Whether a key is the one that a model has unless something else is said. */
export const isUsual = (key: readonly string[]): boolean => key.length === 1 && key[0] === 'id'

/** A column of a type; the values of an enum stand once, under a name of their own. */
function columnOf(
  { base, values, list, nullable }: ValueType,
  name: string,
  enums: Map<string, readonly string[]>,
): string | ColumnStore {
  if (base !== 'enum') return `${base}${list ? '[]' : ''}${nullable ? '?' : ''}`
  enums.set(name, values)
  return { enum: name, ...(list && { list: true }), ...(nullable && { nullable: true }) }
}
