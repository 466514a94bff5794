import type { Span } from '../source/source.js'

/** The parts of a Prisma schema that we use, each with its location. */
export interface Datamodel {
  readonly models: ReadonlyMap<string, Model>
  /** The names of each enum's values. */
  readonly enums: ReadonlyMap<string, readonly string[]>
  /** The names of each enum's values in the database, if some differ. */
  readonly storedValues: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** The names of the enums' types in the database, if they differ. */
  readonly storedEnums: ReadonlyMap<string, string>
  /** The database schemas of the enums that name one. */
  readonly enumSchemas: ReadonlyMap<string, string>
  /** The database, from its `datasource`. */
  readonly provider: string | undefined
  /** Whether Prisma emulates the database's foreign keys. */
  readonly emulatesKeys: boolean
}

/** A model. */
export interface Model {
  readonly name: string
  readonly at: Span
  readonly description: string | undefined
  readonly fields: ReadonlyMap<string, Field>
  /** The field of a single-field id; undefined if there is no id or if it has several fields. */
  readonly id: ScalarField | undefined
  /** The fields of a composite id. */
  readonly compositeId: readonly string[] | undefined
  /** The fields of each unique constraint over several fields. */
  readonly compositeUniques: readonly (readonly string[])[]
  /** The table's name in the database, if it differs. */
  readonly table: string | undefined
  /** The table's database schema, if the model names one. */
  readonly schema: string | undefined
  /** The primary key and the unique constraints of the model. */
  readonly constraints: readonly Constraint[]
  /** The columns of each index that can find rows by equal values and is not a constraint. */
  readonly indexes: readonly (readonly string[])[]
  /** The columns of those indexes that also store their values in order. */
  readonly orderedIndexes: readonly (readonly string[])[]
  /** All indexes, with what only the database knows. */
  readonly storedIndexes: readonly StoredIndex[]
  /** Whether the model is a view, which cannot be written. */
  readonly isView: boolean
  /** Columns that the Prisma Client omits because it cannot read their type, or because of `@ignore`. */
  readonly unreadable: readonly UnreadableColumn[]
  /** Whether the Prisma Client omits one of its relations because of `@ignore`. */
  readonly hasIgnoredRelations: boolean
}

/** A primary key, or a unique constraint. */
export interface Constraint {
  readonly kind: 'key' | 'unique'
  readonly columns: readonly string[]
  /** The constraint's name in the client, if the schema declares one. */
  readonly name: string | undefined
  /** The constraint's name in the database, if the schema declares one. */
  readonly stored: string | undefined
  /** The number of leading characters of each column, if the schema declares one. */
  readonly lengths: readonly (number | undefined)[]
}

/** An index, with its name in the database, if the schema declares one. */
export interface StoredIndex {
  readonly columns: readonly string[]
  readonly stored: string | undefined
  /** The number of leading characters of each column, if the schema declares one. */
  readonly lengths: readonly (number | undefined)[]
  /** PostgreSQL's `hash`, `gin`, `gist`, `spgist` or `brin`; undefined for a tree. */
  readonly method: string | undefined
  /** The operators of each column, as PostgreSQL names them, if the schema declares some. */
  readonly operators: readonly (string | undefined)[]
}

/** A column that the Prisma Client omits. */
export interface UnreadableColumn {
  readonly name: string
  readonly at: Span
  /** Whether the database rejects a row without it. */
  readonly isNeeded: boolean
}

/** A field of a model. */
export type Field = ScalarField | RelationField

interface FieldBase {
  readonly name: string
  readonly at: Span
  readonly description: string | undefined
  readonly isList: boolean
  readonly isRequired: boolean
}

/** A column: a scalar, or an enum. */
export interface ScalarField extends FieldBase {
  readonly kind: 'scalar' | 'enum'
  /** `String`, `Int`…, or the name of the enum. */
  readonly type: string
  /** The column's name in the database, if it differs. */
  readonly stored: string | undefined
  /** `['VarChar', ['200']]`: the native database type, if the schema names one. */
  readonly nativeType: readonly [string, readonly string[]] | undefined
  readonly default: FieldDefault
  /** Whether the column is unique on its own, because of `@id` or `@unique`. */
  readonly isUnique: boolean
}

/** The value of a field that a create omits. */
export type FieldDefault =
  | { readonly kind: 'none' }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean }
  /**
   * The store fills it in: `now()`, `uuid()`, `@updatedAt`, or a value that is not a scalar, as Prisma writes it. The
   * value of `dbgenerated` is its SQL, if it has any.
   */
  | {
      readonly kind: 'store'
      readonly generator: string
      readonly value?: unknown
      readonly variant?: number
    }

/** A relation. `fields` is the foreign key. It is empty on the side without it. */
export interface RelationField extends FieldBase {
  readonly kind: 'relation'
  readonly model: string
  readonly relation: string
  readonly fields: readonly string[]
  readonly references: readonly string[]
  /** The store's action on records with this key when the record that they refer to is deleted. */
  readonly onDelete: OnDelete
  /** The store's action on those records when the key of the record that they refer to changes. */
  readonly onUpdate: OnDelete
}

/** The action of a foreign key when the record that it refers to is destroyed. */
export type OnDelete = 'Cascade' | 'SetNull' | 'SetDefault' | 'Restrict' | 'NoAction'

/** Whether a field is a column. */
export function isColumn(field: Field | undefined): field is ScalarField {
  return field !== undefined && field.kind !== 'relation'
}

/**
 * The columns that identify a model's rows: the columns of its id, or else the columns of a unique key
 * without nullable columns. A single column is preferred. Undefined if the model has no such columns.
 */
export function keyOf(model: Model): readonly ScalarField[] | undefined {
  const alone = [...model.fields.values()].find(
    (field): field is ScalarField => isColumn(field) && field.isUnique && isNeverNull(field),
  )
  const composite = [...(model.compositeId ? [model.compositeId] : []), ...model.compositeUniques]
  const fields = composite.map((names) =>
    names.flatMap((name) => {
      const field = model.fields.get(name)
      return isColumn(field) && isNeverNull(field) ? [field] : []
    }),
  )
  const whole = fields.filter(({ length }, index) => length === composite[index]?.length)
  const [first] = whole
  if (model.id) return [model.id]
  if (model.compositeId) return first
  return alone ? [alone] : first
}

const isNeverNull = ({ isRequired, isList }: ScalarField): boolean => isRequired && !isList

/**
 * Whether a column is the whole id of its model, which clients see as `id`. Any other column of an id is an attribute.
 */
export function isSoleKey(field: Field, model: Model): boolean {
  const [only, ...others] = keyOf(model) ?? []
  return field === only && others.length === 0 && isPlainId(only)
}

/** Whether an id is simply the text of the column's values: text, an integer or a uuid. */
export const isPlainId = ({ kind, type }: ScalarField): boolean =>
  kind === 'scalar' && (type === 'String' || type === 'Int' || type === 'BigInt')

/** The field on the other side of a relation. */
export function oppositeOf(
  datamodel: Datamodel,
  model: Model,
  field: RelationField,
): RelationField | undefined {
  const other = datamodel.models.get(field.model)
  for (const candidate of other?.fields.values() ?? []) {
    if (candidate.kind !== 'relation' || candidate.relation !== field.relation) continue
    if (other === model && candidate.name === field.name) continue
    if (candidate.model === model.name) return candidate
  }
  return undefined
}

/**
 * The columns of a model that are part of a foreign key. Columns of a composite key that only optional relations use
 * are not included, because a record without these relations needs another way to fill them (rule 11.11).
 */
export function foreignKeysOf(model: Model): ReadonlySet<string> {
  const open = openKeyColumns(model)
  return new Set(relationsOf(model).flatMap(({ fields }) => fields.filter((name) => !open.has(name))))
}

/** The columns of a composite key that are used only by optional relations. */
export function openKeyColumns(model: Model): ReadonlySet<string> {
  const key = keyOf(model) ?? []
  const holders = (name: string): readonly RelationField[] =>
    relationsOf(model).filter(({ fields }) => fields.includes(name))
  const open = key.filter(
    ({ name }) => holders(name).length > 0 && holders(name).every(({ isRequired }) => !isRequired),
  )
  return new Set(key.length > 1 ? open.map(({ name }) => name) : [])
}

const relationsOf = (model: Model): readonly RelationField[] =>
  [...model.fields.values()].flatMap((field) => (field.kind === 'relation' ? [field] : []))
