import { KINDS } from '@jsonapi-gen/runtime/vocabulary'
import type { ColumnStore, ModelStore, StoreSchema } from '../schema/store.js'
import { scalarOf, type ValueType } from '../schema/types.js'
import type { FileNode, ImportedName, InterfaceNode } from './file.js'
import { importOf } from './import.js'
import { text, unionProperty } from './layout/code.js'
import { jsdoc } from './layout/jsdoc.js'
import { type LiteralMember, literalProperty, property } from './property.js'
import { propertyType, runtimeTypesOf } from './value-type.js'

/** The path of the database types for Kysely. */
export const STORE_PATH = 'generated/store.gen.ts'

/** Names that the file itself uses. */
const OWN: ReadonlySet<string> = new Set(['Bytes', 'Database', 'Date', 'Decimal', 'Generated', 'Json'])

/** `store.gen.ts`: the records of each model as the Kysely adapter returns them, and the tables for Kysely. */
export function emitStoreFile(store: StoreSchema): FileNode {
  const models = Object.entries(store.models)
  const columns = models.flatMap(([, model]) =>
    Object.values(model.columns).map((each) => columnOf(each, store)),
  )
  const runtime = [...new Set(columns.flatMap(({ type }) => runtimeTypesOf(type)))].toSorted()
  const tables = [...models.map(([name, model]) => tableOf(name, model, store)), ...joinsOf(store)]
  const isGenerated = columns.some(({ isFilled }) => isFilled)
  return {
    path: STORE_PATH,
    note: 'The records and tables of the database, according to the datamodel.',
    isOfAll: true,
    imports: [
      ...(runtime.length === 0
        ? []
        : [
            importOf(
              '@jsonapi-gen/runtime/v1',
              runtime.map((name) => ({ name })),
              { typesOnly: true },
            ),
          ]),
      ...(isGenerated ? [importOf('kysely', [{ name: 'Generated' }], { typesOnly: true })] : []),
    ],
    statements: [
      ...models.map(([name, model]) => recordOf(name, model, store)),
      {
        kind: 'interface',
        docs: [
          jsdoc(
            'The tables for Kysely, by their names in the database. The values are those that a driver accepts; what it returns may depend on its options.',
            0,
          ),
        ],
        name: 'Database',
        isExported: true,
        properties: tables,
      },
    ],
  }
}

/** The record of a model in `store.gen.ts`, as another file imports it: `Post`, or `DateModel as Date`. */
export const storedRecord = (model: string): string => (OWN.has(model) ? `${model}Model` : model)

/** The name of a model's table in `Database`. */
export function tableName(model: string, store: StoreSchema | undefined): string {
  const { table = model, schema } = store?.models[model] ?? {}
  return qualified(table, schema)
}

const qualified = (table: string, schema: string | undefined): string =>
  schema === undefined ? table : `${schema}.${table}`

/** One resource's import from the file. */
export const importsOfStore = (record: ImportedName): readonly ImportedName[] =>
  [{ name: 'Database' }, record].toSorted((a, b) => (a.name < b.name ? -1 : 1))

function recordOf(name: string, model: ModelStore, store: StoreSchema): InterfaceNode {
  return {
    kind: 'interface',
    docs: [jsdoc(`One record of ${name}.`, 0)],
    name: storedRecord(name),
    isExported: true,
    properties: Object.entries(model.columns).map(([column, stored]) =>
      property(column, propertyType(columnOf(stored, store).type)),
    ),
  }
}

function tableOf(name: string, model: ModelStore, store: StoreSchema) {
  const members = Object.entries(model.columns).map(([column, stored]) => member(column, stored, store))
  return literalProperty(tableName(name, store), members)
}

function member(name: string, stored: string | ColumnStore, store: StoreSchema): LiteralMember {
  const { type, isFilled, values } = columnOf(stored, store)
  const union = driverTypes(type, values, store.provider)
  return {
    name: typeof stored === 'string' ? name : (stored.stored ?? name),
    type: isFilled ? `Generated<${union.join(' | ')}>` : unionProperty(union),
  }
}

/** The tables of many-to-many relations without a model: Prisma calls their columns A and B. */
function joinsOf(store: StoreSchema) {
  const joins = new Map<string, readonly [a: string, b: string]>()
  for (const [name, { relations = {} }] of Object.entries(store.models)) {
    for (const { join, model } of Object.values(relations)) {
      if (join === undefined) continue
      const [first, second] = name < model ? [name, model] : [model, name]
      // Prisma creates the table in the database schema of the first model's table.
      joins.set(qualified(join, store.models[first]?.schema), [first, second])
    }
  }
  return [...joins].toSorted().map(([table, [a, b]]) =>
    literalProperty(table, [
      { name: 'A', type: unionProperty(keyTypes(a, store)) },
      { name: 'B', type: unionProperty(keyTypes(b, store)) },
    ]),
  )
}

function keyTypes(name: string, store: StoreSchema): readonly string[] {
  const { key, columns = {} } = store.models[name] ?? {}
  const [column = 'id'] = key === undefined ? [] : 'columns' in key ? key.columns : key
  const stored = columns[column]
  if (stored === undefined) return ['unknown']
  const { type, values } = columnOf(stored, store)
  return driverTypes({ ...type, nullable: false }, values, store.provider)
}

/** The generators that the database runs. The Prisma Client or the adapter runs the others. */
const OF_THE_DATABASE: ReadonlySet<string> = new Set(['autoincrement', 'dbgenerated', 'now', 'sequence'])

/** A column: its type, its values in the database if it is an enum, and whether the database fills it in. */
function columnOf(
  stored: string | ColumnStore,
  { enums = {} }: StoreSchema,
): { readonly type: ValueType; readonly values: readonly string[]; readonly isFilled: boolean } {
  if (typeof stored === 'string') return { type: typeOf(stored), values: [], isFilled: false }
  const { enum: name, list = false, nullable = false, type = 'string', default: preset, generated } = stored
  const isFilled =
    preset !== undefined || (generated !== undefined && OF_THE_DATABASE.has(generated.replace(/\(.*/, '')))
  if (name === undefined) return { type: typeOf(type), values: [], isFilled }
  const members = enums[name] ?? []
  const names = isNames(members) ? members : Object.keys(members)
  const values = isNames(members) ? members : Object.values(members)
  return { type: { kind: 'enum', values: names, list, nullable }, values, isFilled }
}

const isNames = (members: object): members is readonly string[] => Array.isArray(members)

/** The type of a fact: `string`, `datetime?`, `integer[]`. */
function typeOf(spelled: string): ValueType {
  const [, name, list, nullable] = /^([a-z]+)(\[\])?(\?)?$/.exec(spelled) ?? []
  const kind = KINDS.find((each) => each === name)
  if (kind === undefined || kind === 'enum') throw new Error(`"${spelled}" is not the type of a column.`)
  return { ...scalarOf(kind), list: list !== undefined, nullable: nullable !== undefined }
}

/** The types that a driver accepts for a column, and returns under some settings. */
function driverTypes(
  type: ValueType,
  values: readonly string[],
  provider: string | undefined,
): readonly string[] {
  const item = type.kind === 'enum' ? values.map(text) : driverType(type, provider)
  const members = !type.list
    ? item
    : [item.length > 1 ? `(${item.join(' | ')})[]` : `${item[0] ?? 'never'}[]`]
  return type.nullable ? [...members, 'null'] : members
}

function driverType({ kind }: ValueType, provider: string | undefined): readonly string[] {
  const onSqlite = provider === 'sqlite'
  switch (kind) {
    case 'string':
    case 'uuid':
    case 'enum':
      return ['string']
    case 'integer':
      return onSqlite ? ['number', 'bigint'] : ['number']
    case 'float':
      return ['number']
    case 'bigint':
      return onSqlite ? ['number', 'bigint'] : ['number', 'bigint', 'string']
    case 'decimal':
      return onSqlite ? ['number'] : ['number', 'string']
    case 'boolean':
      return onSqlite ? ['number', 'bigint'] : provider === 'mysql' ? ['boolean', 'number'] : ['boolean']
    case 'date':
    case 'datetime':
      return onSqlite ? ['string'] : ['Date', 'string']
    case 'json':
      return onSqlite ? ['string'] : ['Json', 'string']
    case 'bytes':
      return ['Uint8Array']
  }
}
