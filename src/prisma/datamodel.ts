import type { Span } from '../source/source.js'

/** What Prisma knows of a schema, as far as it concerns us, each thing with its place. */
export interface Datamodel {
  readonly models: ReadonlyMap<string, Model>
  /** The names of the values of each enum. */
  readonly enums: ReadonlyMap<string, readonly string[]>
  /** What the database calls the values of each enum, where some have another name there. */
  readonly storedValues: ReadonlyMap<string, Readonly<Record<string, string>>>
  /** The database that it is for, by its `datasource`. */
  readonly provider: string | undefined
  /** Whether Prisma emulates the foreign keys of the database. */
  readonly emulatesKeys: boolean
}

/** A model. */
export interface Model {
  readonly name: string
  readonly at: Span
  readonly description: string | undefined
  readonly fields: ReadonlyMap<string, Field>
  /** The field of a single-field id; undefined where there is none, or one of several fields. */
  readonly id: ScalarField | undefined
  /** The fields of a composite id. */
  readonly compositeId: readonly string[] | undefined
  /** The fields of each unique constraint over several fields. */
  readonly compositeUniques: readonly (readonly string[])[]
  /** What the database calls it, unless that is its name. */
  readonly table: string | undefined
  /** The schema of the database that it is in, where it says one. */
  readonly schema: string | undefined
  /** Its primary key and its unique constraints. */
  readonly constraints: readonly Constraint[]
  /** Whether it is a view, which nothing is written to. */
  readonly isView: boolean
  /** Columns that the Prisma Client leaves out: of a type that it cannot read, or marked with `@ignore`. */
  readonly unreadable: readonly UnreadableColumn[]
}

/** A primary key, or a unique constraint. */
export interface Constraint {
  readonly kind: 'key' | 'unique'
  readonly columns: readonly string[]
  /** What the client calls it, where the schema says so. */
  readonly name: string | undefined
  /** What the database calls it, where the schema says so. */
  readonly stored: string | undefined
}

/** A column that the Prisma Client leaves out. */
export interface UnreadableColumn {
  readonly name: string
  readonly at: Span
  /** Whether the database refuses a row without it. */
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
  /** What the database calls it, unless that is its name. */
  readonly stored: string | undefined
  /** `['VarChar', ['200']]`: the type of the database, where the schema names one. */
  readonly nativeType: readonly [string, readonly string[]] | undefined
  readonly default: FieldDefault
  /** Whether it alone tells records apart: `@id` and `@unique`. */
  readonly isUnique: boolean
}

/** What a create that leaves a field out gives it. */
export type FieldDefault =
  | { readonly kind: 'none' }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean }
  /** The store fills it in: `now()`, `uuid()`, `@updatedAt`, or with a value that is no scalar, as Prisma spells that. */
  | { readonly kind: 'store'; readonly generator: string; readonly value?: unknown }

/** A relation. `fields` are the foreign key, empty on the side that does not hold it. */
export interface RelationField extends FieldBase {
  readonly kind: 'relation'
  readonly model: string
  readonly relation: string
  readonly fields: readonly string[]
  readonly references: readonly string[]
  /** What the store does with these records when the one that they refer to is destroyed. */
  readonly onDelete: OnDelete
}

/** What a foreign key says of a destroy of what it refers to. */
export type OnDelete = 'Cascade' | 'SetNull' | 'SetDefault' | 'Restrict' | 'NoAction'

/** Whether a field is a column. */
export function isColumn(field: Field | undefined): field is ScalarField {
  return field !== undefined && field.kind !== 'relation'
}

/**
 * The columns that tell the rows of a model apart: those of its id, else those of a unique key without nullable
 * columns. A single column is preferred. Undefined where there is none.
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

/** Whether a column is the whole id of its model, which a client knows as `id`; any other column of an id is an attribute. */
export function isSoleKey(field: Field, model: Model): boolean {
  const [only, ...others] = keyOf(model) ?? []
  return field === only && others.length === 0 && isPlainId(only)
}

/** Whether an id is the text of the values that a column has: a text, an integer or a uuid. */
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
 * The columns of a model that hold the foreign key of some relation. A column of a composite key that optional relations
 * alone hold is none of them: no relation fills it in a record that has none of them (rule 11.11).
 */
export function foreignKeysOf(model: Model): ReadonlySet<string> {
  const open = openKeyColumns(model)
  return new Set(relationsOf(model).flatMap(({ fields }) => fields.filter((name) => !open.has(name))))
}

/** The columns of a composite key that optional relations hold, and no other. */
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
