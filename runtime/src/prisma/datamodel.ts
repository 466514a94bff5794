import type { AttributeType, Kind } from '../vocabulary/type.js'
import { parseType } from '../vocabulary/type.js'
import { memberOf } from '../cast.js'
import { ofModel } from './of-model.js'
import type { Columns } from './two-valued.js'
import { columnForm, requiredColumns } from './columns.js'

/** A field of a model, as far as a client tells at run time. */
interface Field {
  readonly kind: unknown
  /** The name of a scalar type, of an enum, or of the model that a relation leads to. */
  readonly type: string
  /** What the two ends of a relation have in common. */
  readonly relationName: unknown
}

/** Whether to-one relations of these names lead on from a model; a client that does not tell is taken at its word. */
export function hasRelations(client: object, model: string, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || !modelsOf(client)) return true
  const field = fieldOf(client, model, name)
  const isToOne = field?.kind === 'object' && !columnForm(client, model, name).list
  return isToOne && hasRelations(client, field.type, rest)
}

/** The type of a column, an enum's as a text; undefined where the client does not tell, or the type is none of ours. */
export const columnType = (client: object, model: string, name: string): AttributeType | undefined =>
  columnTypesOf(client, model).get(name)

const columnTypesOf: (client: object, model: string) => ReadonlyMap<string, AttributeType> = ofModel(
  (client, model) =>
    new Map(
      [...fieldsOf(client, model)].flatMap(([name, { kind, type }]) => {
        const known = kind === 'enum' ? 'string' : KINDS_OF_COLUMNS.get(type)
        return known ? [[name, { ...parseType(known), ...columnForm(client, model, name) }] as const] : []
      }),
    ),
)

/** Whether a column is of an enum. */
export const isEnum = (client: object, model: string, name: string): boolean =>
  fieldOf(client, model, name)?.kind === 'enum'

/** Whether a model has a column of that name; undefined where the client does not tell. */
export function hasColumn(client: object, model: string, name: string): boolean | undefined {
  if (!memberOf(modelsOf(client) ?? {}, model)) return undefined
  const field = fieldOf(client, model, name)
  return field !== undefined && field.kind !== 'object'
}

/** Whether a column, that to-one relations lead to, can't be null; false where the client does not tell. */
export function isRequired(client: object, model: string, through: readonly string[], name: string): boolean {
  const owner = through.reduce<string | undefined>(
    (current, relation) => (current === undefined ? undefined : relatedModel(client, current, relation)),
    model,
  )
  return owner !== undefined && requiredColumns(client, owner).has(name)
}

/** The other end of a relation: a relation of the model that it leads to. */
export function inverseRelation(client: object, model: string, relation: string): string | undefined {
  const field = fieldOf(client, model, relation)
  if (field?.relationName === undefined) return undefined
  const ends = fieldsOfModel(client, field.type).filter(
    (end) => memberOf(end, 'relationName') === field.relationName && memberOf(end, 'type') === model,
  )
  // Both ends of a relation of a model with itself are there.
  const names = ends.map((end) => String(memberOf(end, 'name')))
  return names.length === 1 ? names[0] : names.find((name) => name !== relation)
}

/** What the two ends of a relation are called together. */
export const relationName = (client: object, model: string, relation: string): string =>
  String(fieldOf(client, model, relation)?.relationName)

/** Whether a client tells of its datamodel. */
export const tellsModels = (client: object): boolean => modelsOf(client) !== undefined

/** The names of the relations of a model. */
export function relationNames(client: object, model: string): readonly string[] {
  return fieldsOfModel(client, model).flatMap((field) =>
    memberOf(field, 'kind') === 'object' ? [String(memberOf(field, 'name'))] : [],
  )
}

/** The model that a relation leads to. */
export function relatedModel(client: object, model: string, relation: string): string | undefined {
  return fieldOf(client, model, relation)?.type
}

/** The datamodel's own word for the type of a field, as far as the client tells: `DateTime`. */
export function fieldType(client: object, model: string, name: string): string | undefined {
  return fieldOf(client, model, name)?.type
}

const KINDS_OF_COLUMNS: ReadonlyMap<string, Exclude<Kind, 'enum'>> = new Map([
  ['Int', 'integer'],
  ['BigInt', 'bigint'],
  ['String', 'string'],
  ['Float', 'float'],
  ['Decimal', 'decimal'],
  ['Boolean', 'boolean'],
  ['DateTime', 'datetime'],
  ['Json', 'json'],
  ['Bytes', 'bytes'],
])

/** The types of all fields of a datamodel, as far as the client tells. */
export function fieldTypes(client: object): ReadonlySet<string> {
  return new Set(
    Object.keys(modelsOf(client) ?? {}).flatMap((model) => fieldsOfModel(client, model).map(typeName)),
  )
}

const typeName = (field: object): string => String(memberOf(field, 'type'))

function fieldsOfModel(client: object, model: string): readonly object[] {
  const fields = memberOf(Object(memberOf(modelsOf(client) ?? {}, model)), 'fields')
  return Array.isArray(fields) ? fields : []
}

function modelsOf(client: object): object | undefined {
  const models = memberOf(Object(memberOf(client, '_runtimeDataModel')), 'models')
  return typeof models === 'object' && models !== null ? models : undefined
}

const fieldOf = (client: object, model: string, name: string): Field | undefined =>
  fieldsOf(client, model).get(name)

const fieldsOf: (client: object, model: string) => ReadonlyMap<string, Field> = ofModel(
  (client, model) =>
    new Map(
      fieldsOfModel(client, model).map((field) => [
        String(memberOf(field, 'name')),
        {
          kind: memberOf(field, 'kind'),
          type: String(memberOf(field, 'type')),
          relationName: memberOf(field, 'relationName'),
        },
      ]),
    ),
)

/** The fields of a model by the names that the store knows them by; relations are no columns. */
export const storedNames: (client: object, model: string) => ReadonlyMap<string, string> = ofModel(
  (client, model) => {
    const columns = fieldsOfModel(client, model).filter((field) => memberOf(field, 'kind') !== 'object')
    return new Map(
      columns.map((field) => [
        String(memberOf(field, 'dbName') ?? memberOf(field, 'name')),
        String(memberOf(field, 'name')),
      ]),
    )
  },
)

/** The names that the store knows the columns of a model by, by the fields. */
export const columnsOfStore: (client: object, model: string) => ReadonlyMap<string, string> = ofModel(
  (client, model) => new Map([...storedNames(client, model)].map(([column, field]) => [field, column])),
)

/** A table, and the schema that the datamodel says it is in. */
export interface StoreTable {
  readonly name: string
  readonly schema: string | undefined
}

/** The table of a model; undefined where the client does not tell. */
export function tableOf(client: object, model: string): StoreTable | undefined {
  const known = memberOf(modelsOf(client) ?? {}, model)
  if (typeof known !== 'object' || known === null) return undefined
  const schema = memberOf(known, 'schema')
  return {
    name: String(memberOf(known, 'dbName') ?? model),
    schema: typeof schema === 'string' ? schema : undefined,
  }
}

/** The fields of a model by the names that the store knows them by, and by their own. */
export function columnsOf(client: object, model: string): ReadonlyMap<string, string> {
  const stored = storedNames(client, model)
  const named = [...stored.values()].map((name): [string, string] => [name, name])
  return new Map([...named, ...stored])
}

/** The columns of a client's models; where it does not tell of its schema, none may be null. */
export function columnsIn(client: object): Columns {
  let known: ReadonlyMap<string, string> | undefined
  const suffixOf = (model: string, field: string): string | undefined => {
    known ??= suffixesOf(String(memberOf(Object(memberOf(client, '_engineConfig')), 'inlineSchema') ?? ''))
    return known.get(`${model}.${field}`)
  }
  return {
    isNullable: (model, field) => suffixOf(model, field) !== undefined,
    isList: (model, field) => suffixOf(model, field) === '[]',
    relatedModel: (model, field) => {
      const found = fieldOf(client, model, field)
      return found?.kind === 'object' ? found.type : undefined
    },
  }
}

/** What stands behind the type of each field that has something there, `?` or `[]`: the client keeps the text of its schema. */
function suffixesOf(schema: string): ReadonlyMap<string, string> {
  const suffixes = new Map<string, string>()
  for (const [, model, body = ''] of schema.matchAll(/^\s*(?:model|view)\s+(\w+)\s*\{([\s\S]*?)^\s*\}/gm)) {
    for (const [, field, suffix = ''] of body.matchAll(/^[ \t]*(\w+)[ \t]+\w+(?:\(.*?\))?(\?|\[\])/gm)) {
      suffixes.set(`${model}.${field}`, suffix)
    }
  }
  return suffixes
}
