import { castTo } from '../base/cast.js'
import { type AttributeType, parseType, type TypeName } from '../vocabulary/type.js'
import type { ColumnFacts, ConstraintFacts, ModelFacts, RelationFacts, StoreFacts } from './store-facts.js'

/** The models of a store, as its facts tell of them, with everything said that the facts leave out. */
export interface Datamodel {
  /** The database: `sqlite`, `postgresql`, `mysql`. */
  readonly provider: string | undefined
  /** Whether Prisma emulates the foreign keys of the store (`relationMode = "prisma"`). */
  readonly emulatesKeys: boolean
  readonly anyNull: object | undefined
  readonly models: ReadonlyMap<string, Model>
}

/** A model. */
export interface Model {
  readonly name: string
  /** Whether more of it may be there than is known. */
  readonly isPartial: boolean
  readonly table: StoreTable
  readonly columns: ReadonlyMap<string, Column>
  readonly relations: ReadonlyMap<string, Relation>
  /** The primary key first, where there is one, and the unique constraints. */
  readonly constraints: readonly Constraint[]
}

/** A table, and the schema that the datamodel says it is in. */
export interface StoreTable {
  readonly name: string
  readonly schema: string | undefined
}

/** A column of a model. */
export interface Column {
  readonly name: string
  /** What the store calls it. */
  readonly stored: string
  readonly type: AttributeType
  /** What the store calls the values of its enum, where that is another name. */
  readonly storedValues: ReadonlyMap<string, string>
  readonly native: NativeName | undefined
  /** Whether a new row needs no value for it. */
  readonly isFilled: boolean
}

/** A type of the store's own as the datamodel names it: `Decimal(10, 2)`. */
export interface NativeName {
  readonly name: string
  readonly sizes: readonly number[]
}

/** A relation of a model. */
export interface Relation {
  readonly name: string
  readonly model: string
  readonly many: boolean
  /** The key by which these records refer to those of the other model, where they do. */
  readonly key: ForeignKey | undefined
  /** The relation of the other model that is its other side. */
  readonly inverse: string | undefined
  /** What the store calls a join that has no model. */
  readonly join: string | undefined
}

/** The columns that refer to another model, and those that they refer to, in the same order. */
export interface ForeignKey {
  readonly columns: readonly string[]
  readonly references: readonly string[]
}

/** The primary key of a model, or a unique constraint. */
export interface Constraint {
  readonly kind: 'key' | 'unique'
  readonly columns: readonly string[]
  /** What the client calls it, where the datamodel says so. */
  readonly name: string | undefined
  /** What the store calls it, where the datamodel says so. */
  readonly stored: string | undefined
}

/**
 * The datamodel that several facts make together. Of what two of them say of one model, or of the store, the last one counts.
 *
 * Throws a TypeError on a name that is no type: that is our user's code.
 *
 * @param provider the database, where somebody knows better than the facts
 */
export function datamodelOf(all: readonly StoreFacts[], provider?: string): Datamodel {
  const models = all.flatMap((facts) =>
    Object.entries(facts.models).map(([name, model]) => [name, modelFrom(name, model, facts)] as const),
  )
  return {
    provider: provider ?? all.findLast((facts) => facts.provider !== undefined)?.provider,
    emulatesKeys: all.some(({ relationMode }) => relationMode === 'prisma'),
    anyNull: all.findLast(({ anyNull }) => anyNull !== undefined)?.anyNull,
    models: new Map(models),
  }
}

function modelFrom(name: string, facts: ModelFacts, store: StoreFacts): Model {
  const { table = name, schema, columns, relations = {}, key = ['id'], unique = [] } = facts
  const entries = Object.entries(columns)
  const uniqueColumns = entries.flatMap(([column, of]) => {
    const unique = typeof of === 'object' && of.unique
    if (unique === undefined || unique === false) return []
    return [constraintFrom('unique', { columns: [column], ...(unique !== true && { stored: unique }) })]
  })
  const keys = Array.isArray(key) && key.length === 0 ? [] : [constraintFrom('key', key)]
  return {
    name,
    isPartial: store.partial === true,
    table: { name: table, schema },
    columns: new Map(entries.map(([column, of]) => [column, columnFrom(column, of, store)])),
    relations: new Map(
      Object.entries(relations).map(([relation, of]) => [relation, relationFrom(relation, of, name, store)]),
    ),
    constraints: [
      ...keys,
      ...uniqueColumns,
      ...unique.map((constraint) => constraintFrom('unique', constraint)),
    ],
  }
}

function columnFrom(name: string, facts: ModelFacts['columns'][string], { enums = {} }: StoreFacts): Column {
  const of: ColumnFacts = typeof facts === 'string' ? { type: facts } : facts
  const values = ('enum' in of ? enums[of.enum] : undefined) ?? []
  const storedValues = new Map(isNames(values) ? [] : Object.entries(values))
  return {
    name,
    stored: of.stored ?? name,
    type:
      'type' in of
        ? parseType(castTo<TypeName>(of.type))
        : {
            kind: 'enum',
            list: of.list === true,
            nullable: of.nullable === true,
            values: isNames(values) ? values : Object.keys(values),
          },
    storedValues,
    native: of.native === undefined ? undefined : nativeFrom(of.native),
    isFilled: of.default !== undefined || of.generated !== undefined,
  }
}

/** Of `VarChar(200)`, `Decimal(10, 2)` and `Text`. */
function nativeFrom(text: string): NativeName {
  const [name = text, sizes = ''] = text.split(/[()]/)
  return { name, sizes: sizes === '' ? [] : sizes.split(',').map(Number) }
}

function relationFrom(name: string, facts: RelationFacts, owner: string, { models }: StoreFacts): Relation {
  const { model, many = false, key, join } = facts
  // The side that holds the key leaves it to the other one to say how the two belong together.
  const others = Object.entries(models[model]?.relations ?? {})
  const inverse =
    facts.inverse ?? others.find(([, other]) => other.model === owner && other.inverse === name)?.[0]
  return {
    name,
    model,
    many,
    key: key && { columns: Object.keys(key), references: Object.values(key) },
    inverse,
    join,
  }
}

function constraintFrom(kind: Constraint['kind'], facts: ConstraintFacts): Constraint {
  const { columns, name, stored } = isNames(facts)
    ? { columns: facts, name: undefined, stored: undefined }
    : { name: undefined, stored: undefined, ...facts }
  return { kind, columns, name, stored }
}

/** TypeScript's own `isArray` takes no readonly list. */
const isNames = <Other>(value: readonly string[] | Other): value is readonly string[] => Array.isArray(value)

/** A model by its name; of one that no facts name nothing is known. */
export function modelOf({ models }: Datamodel, name: string): Model {
  return models.get(name) ?? { ...UNKNOWN, name, table: { name, schema: undefined } }
}

const UNKNOWN: Omit<Model, 'name' | 'table'> = {
  isPartial: true,
  columns: new Map(),
  relations: new Map(),
  constraints: [],
}

/** A relation of a model. */
export const relationNamed = (datamodel: Datamodel, model: string, name: string): Relation | undefined =>
  modelOf(datamodel, model).relations.get(name)

/** The model that a relation leads to. */
export const relatedModel = (datamodel: Datamodel, model: string, relation: string): string | undefined =>
  relationNamed(datamodel, model, relation)?.model

/** The other end of a relation: a relation of the model that it leads to. */
export const inverseRelation = (datamodel: Datamodel, model: string, relation: string): string | undefined =>
  relationNamed(datamodel, model, relation)?.inverse

/** The columns of a model that refer to another by a relation, and what they refer to, in the same order. */
export const foreignKeyOf = (datamodel: Datamodel, model: string, relation: string): ForeignKey | undefined =>
  relationNamed(datamodel, model, relation)?.key

/** Whether all relations of a model are known. */
export const tellsRelations = (datamodel: Datamodel, model: string): boolean =>
  !modelOf(datamodel, model).isPartial

/** Whether to-one relations of these names lead on from a model; what is not known is taken at its word. */
export function hasRelations(
  datamodel: Datamodel,
  model: string,
  [name, ...rest]: readonly string[],
): boolean {
  if (name === undefined) return true
  const relation = relationNamed(datamodel, model, name)
  if (!relation) return !tellsRelations(datamodel, model)
  return !relation.many && hasRelations(datamodel, relation.model, rest)
}

/** A column of a model. */
export const columnOf = (datamodel: Datamodel, model: string, name: string): Column | undefined =>
  modelOf(datamodel, model).columns.get(name)

/** The type of a column, an enum's as a text; undefined where it is not known. */
export function columnType(datamodel: Datamodel, model: string, name: string): AttributeType | undefined {
  const type = columnOf(datamodel, model, name)?.type
  return type?.kind === 'enum' ? { ...type, kind: 'string', values: [] } : type
}

/** Whether a model has a column of that name; undefined where it is not known. */
export function hasColumn(datamodel: Datamodel, model: string, name: string): boolean | undefined {
  const { columns, isPartial } = modelOf(datamodel, model)
  return columns.has(name) || (isPartial ? undefined : false)
}

/** Whether a column, that to-one relations lead to, can't be null; false where it is not known. */
export function isRequired(
  datamodel: Datamodel,
  model: string,
  through: readonly string[],
  name: string,
): boolean {
  const owner = modelThrough(datamodel, model, through)
  const column = owner === undefined ? undefined : columnOf(datamodel, owner, name)
  return column !== undefined && isNeverNull(column)
}

/** The model that relations lead to, one after the other. */
export function modelThrough(
  datamodel: Datamodel,
  model: string,
  through: readonly string[],
): string | undefined {
  return through.reduce<string | undefined>(
    (current, relation) => (current === undefined ? undefined : relatedModel(datamodel, current, relation)),
    model,
  )
}

/** Whether a column holds no null: a list that was never set is null. */
export const isNeverNull = ({ type }: Column): boolean => !type.nullable && !type.list
