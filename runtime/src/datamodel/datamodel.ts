import { ownOf } from '../base/own.js'
import { castTo } from '../base/cast.js'
import { type AttributeType, parseType, type TypeName } from '../vocabulary/values/type.js'
import type { ColumnFacts, ConstraintFacts, ModelFacts, RelationFacts, StoreFacts } from './store-facts.js'

/** The models of a store, computed from its facts, with all defaults filled in. */
export interface Datamodel {
  /** The database: `sqlite`, `postgresql` (never Prisma's other name for it, `postgres`), `mysql`. */
  readonly provider: string | undefined
  /** Whether Prisma emulates foreign keys (`relationMode = "prisma"`). */
  readonly emulatesKeys: boolean
  readonly anyNull: object | undefined
  readonly models: ReadonlyMap<string, Model>
  /**
   * The differences between the actual store and these models, as sentences with instructions. If there are any,
   * `createApi` throws.
   */
  readonly misfits: readonly string[]
}

/** A model of the store, as the facts describe it. */
export interface Model {
  readonly name: string
  /** Whether the store may have more columns and relations than the facts list. */
  readonly isPartial: boolean
  readonly table: StoreTable
  readonly columns: ReadonlyMap<string, Column>
  readonly relations: ReadonlyMap<string, Relation>
  /** The unique constraints. The primary key comes first, if there is one. */
  readonly constraints: readonly Constraint[]
  /** The columns of each index, including those of constraints. */
  readonly indexes: readonly (readonly string[])[]
}

/** A table, and its schema if the datamodel names one. */
export interface StoreTable {
  readonly name: string
  readonly schema: string | undefined
}

/** A column of a model. */
export interface Column {
  readonly name: string
  /** The name in the store. */
  readonly stored: string
  readonly type: AttributeType
  /** The enum values' names in the store, if they differ. */
  readonly storedValues: ReadonlyMap<string, string>
  readonly native: NativeName | undefined
  /** Whether the adapter can compare the column. Otherwise, `createApi` rejects filters by it, and cursors cannot use it. */
  readonly isComparable: boolean
  /** Whether a new row may omit the column. */
  readonly isFilled: boolean
  /** Whether the store increments the values, as with `autoincrement()`. */
  readonly isCounted: boolean
  /** The default for a new row, as written in the datamodel; undefined if there is none. */
  readonly default: unknown
  /** The function that sets the value: `now`, `uuid(7)`, `updatedAt`. */
  readonly generated: string | undefined
}

/** The store's native type, as written in the datamodel: `Decimal(10, 2)`. */
export interface NativeName {
  readonly name: string
  readonly sizes: readonly number[]
}

/** A relation of a model. */
export interface Relation {
  readonly name: string
  readonly model: string
  readonly many: boolean
  /** The foreign key of these records, if this side holds it. */
  readonly key: ForeignKey | undefined
  /** The foreign key of the other model's records, if that side holds it. */
  readonly otherKey: ForeignKey | undefined
  /** The inverse relation of the other model. */
  readonly inverse: string | undefined
  /** The join's name in the store, if the join has no model. */
  readonly join: string | undefined
}

/** The columns of a foreign key, and the columns that they refer to, in the same order. */
export interface ForeignKey {
  readonly columns: readonly string[]
  readonly references: readonly string[]
}

/** The primary key of a model, or a unique constraint. */
export interface Constraint {
  readonly kind: 'key' | 'unique'
  readonly columns: readonly string[]
  /** The name in the client, if the datamodel declares one. */
  readonly name: string | undefined
  /** The name in the store, if the datamodel declares one. */
  readonly stored: string | undefined
}

/**
 * Combines several sets of facts into one datamodel. If two of them describe the same model, or both describe the
 * store, the last one wins.
 *
 * Throws a TypeError if a type name is unknown, which is a mistake in the application's code.
 *
 * @param provider the database, which overrides the one in the facts
 * @param isComparable whether the adapter can compare a column with that name; by default, it can
 */
export function datamodelOf(
  all: readonly StoreFacts[],
  provider?: string,
  isComparable: (column: string) => boolean = () => true,
): Datamodel {
  const known = Object.fromEntries(all.flatMap((facts) => Object.entries(facts.models)))
  const models = all.flatMap((facts) =>
    Object.entries(facts.models).map(
      ([name, model]) => [name, modelFrom(name, model, facts, known, isComparable)] as const,
    ),
  )
  const given = provider ?? all.findLast((facts) => facts.provider !== undefined)?.provider
  return {
    provider: given === 'postgres' ? 'postgresql' : given,
    emulatesKeys: all.some(({ relationMode }) => relationMode === 'prisma'),
    anyNull: all.findLast(({ anyNull }) => anyNull !== undefined)?.anyNull,
    models: new Map(models),
    misfits: [],
  }
}

function modelFrom(
  name: string,
  facts: ModelFacts,
  store: StoreFacts,
  known: StoreFacts['models'],
  isComparable: (column: string) => boolean,
): Model {
  const { table = name, schema, columns, relations = {}, key = ['id'], unique = [], indexes = [] } = facts
  const entries = Object.entries(columns)
  const uniqueColumns = entries.flatMap(([column, of]) => {
    const unique = typeof of === 'object' && of.unique
    if (unique === undefined || unique === false) return []
    return [constraintFrom('unique', { columns: [column], ...(unique !== true && { stored: unique }) })]
  })
  const keys = Array.isArray(key) && key.length === 0 ? [] : [constraintFrom('key', key)]
  const constraints = [
    ...keys,
    ...uniqueColumns,
    ...unique.map((constraint) => constraintFrom('unique', constraint)),
  ]
  return {
    name,
    isPartial: store.partial === true,
    table: { name: table, schema },
    columns: new Map(
      entries.map(([column, of]) => [
        column,
        { ...columnFrom(column, of, store), isComparable: isComparable(column) },
      ]),
    ),
    relations: new Map(
      Object.entries(relations).map(([relation, of]) => [relation, relationFrom(relation, of, name, known)]),
    ),
    constraints,
    indexes: [...constraints.map((constraint) => constraint.columns), ...indexes],
  }
}

function columnFrom(
  name: string,
  facts: ModelFacts['columns'][string],
  { enums = {} }: StoreFacts,
): Omit<Column, 'isComparable'> {
  const of: ColumnFacts = typeof facts === 'string' ? { type: facts } : facts
  const values = ('enum' in of ? ownOf(enums, of.enum) : undefined) ?? []
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
    isCounted: of.generated === 'autoincrement',
    default: of.default,
    generated: of.generated,
  }
}

/** Parses `VarChar(200)`, `Decimal(10, 2)` and `Text`. */
function nativeFrom(text: string): NativeName {
  const [name = text, sizes = ''] = text.split(/[()]/)
  return { name, sizes: sizes === '' ? [] : sizes.split(',').map(Number) }
}

function relationFrom(
  name: string,
  facts: RelationFacts,
  owner: string,
  models: StoreFacts['models'],
): Relation {
  const { model, many = false, key, join } = facts
  const others = ownOf(models, model)?.relations ?? {}
  // The side with the key leaves it to the other side to declare the inverse relation.
  const inverse =
    facts.inverse ??
    Object.entries(others).find(([, other]) => other.model === owner && other.inverse === name)?.[0]
  return {
    name,
    model,
    many,
    key: foreignKeyFrom(key),
    otherKey: inverse === undefined ? undefined : foreignKeyFrom(ownOf(others, inverse)?.key),
    inverse,
    join,
  }
}

const foreignKeyFrom = (key: RelationFacts['key']): ForeignKey | undefined =>
  key && { columns: Object.keys(key), references: Object.values(key) }

function constraintFrom(kind: Constraint['kind'], facts: ConstraintFacts): Constraint {
  const { columns, name, stored } = isNames(facts)
    ? { columns: facts, name: undefined, stored: undefined }
    : { name: undefined, stored: undefined, ...facts }
  return { kind, columns, name, stored }
}

/** TypeScript's own `isArray` does not accept a readonly list. */
const isNames = <Other>(value: readonly string[] | Other): value is readonly string[] => Array.isArray(value)

/** Returns a model by name. A model without facts is empty and partial. */
export function modelOf({ models }: Datamodel, name: string): Model {
  return models.get(name) ?? { ...UNKNOWN, name, table: { name, schema: undefined } }
}

const UNKNOWN: Omit<Model, 'name' | 'table'> = {
  isPartial: true,
  columns: new Map(),
  relations: new Map(),
  constraints: [],
  indexes: [],
}

export const relationNamed = (datamodel: Datamodel, model: string, name: string): Relation | undefined =>
  modelOf(datamodel, model).relations.get(name)

/** Returns the target model of a relation. */
export const relatedModel = (datamodel: Datamodel, model: string, relation: string): string | undefined =>
  relationNamed(datamodel, model, relation)?.model

/** The inverse of a relation, which belongs to the target model. */
export const inverseRelation = (datamodel: Datamodel, model: string, relation: string): string | undefined =>
  relationNamed(datamodel, model, relation)?.inverse

/** The columns of a relation's foreign key, and the columns that they refer to, in the same order. */
export const foreignKeyOf = (datamodel: Datamodel, model: string, relation: string): ForeignKey | undefined =>
  relationNamed(datamodel, model, relation)?.key

/** Whether all relations of a model are known. */
export const tellsRelations = (datamodel: Datamodel, model: string): boolean =>
  !modelOf(datamodel, model).isPartial

/** Whether a model has a path of to-one relations with these names. Unknown names are assumed to exist. */
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

export const columnOf = (datamodel: Datamodel, model: string, name: string): Column | undefined =>
  modelOf(datamodel, model).columns.get(name)

/** The type of a column, where an enum counts as a string. Undefined if unknown. */
export function columnType(datamodel: Datamodel, model: string, name: string): AttributeType | undefined {
  const type = columnOf(datamodel, model, name)?.type
  return type?.kind === 'enum' ? { ...type, kind: 'string', values: [] } : type
}

/** Whether a model has a column with that name; undefined if unknown. */
export function hasColumn(datamodel: Datamodel, model: string, name: string): boolean | undefined {
  const { columns, isPartial } = modelOf(datamodel, model)
  return columns.has(name) || (isPartial ? undefined : false)
}

/** Whether the column at the end of to-one relations is never null; false if unknown. */
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

/** The model at the end of a path of relations. */
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

/** Whether the column is never null. A list that was never set is null. */
export const isNeverNull = ({ type }: Column): boolean => !type.nullable && !type.list
