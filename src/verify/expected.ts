import {
  type Constraint,
  type Datamodel,
  type Model,
  oppositeOf,
  isColumn,
  keyOf,
  type RelationField,
  type ScalarField,
  type StoredIndex,
} from '../prisma/datamodel.js'
import type { Span } from '../source/source.js'

/** A table that a datamodel describes. */
export interface ExpectedTable {
  /** The table's model; undefined for the table of a many-to-many relation. */
  readonly model: string | undefined
  /** The relation fields of a many-to-many relation's table, as `[model, field]`. */
  readonly relations: readonly (readonly [string, string])[]
  readonly at: Span
  readonly name: string
  /** The database schema, if the datamodel names one. */
  readonly schema: string | undefined
  readonly isView: boolean
  readonly columns: readonly ExpectedColumn[]
  /** The columns of the primary key; empty without one. */
  readonly key: readonly string[]
  readonly uniques: readonly ExpectedIndex[]
  readonly indexes: readonly ExpectedIndex[]
  readonly foreignKeys: readonly ExpectedForeignKey[]
  /** The names of columns that the Prisma Client cannot read. Their names in the database are not known. */
  readonly unreadable: readonly string[]
  /** Whether all foreign keys of the table are known. */
  readonly knowsForeignKeys: boolean
}

/** A column. Names are those in the database. `field` is the name in the datamodel. */
export interface ExpectedColumn {
  readonly name: string
  readonly field: string
  readonly at: Span
  /** `String`, `Int`…; `Enum` for every enum. */
  readonly type: string
  readonly isList: boolean
  readonly isNullable: boolean
  /** `['VarChar', ['200']]` */
  readonly native: readonly [string, readonly string[]] | undefined
  readonly default: ExpectedDefault
  /** The name of the enum's type, and its values. */
  readonly enum?: ExpectedEnum
}

/** An enum: its name in the datamodel, the name and the schema of its type, and its values. */
export interface ExpectedEnum {
  readonly model: string
  readonly schema: string | undefined
  readonly name: string
  readonly values: readonly string[]
}

/** The value that the database should store if a statement omits a column. */
export type ExpectedDefault =
  /** `free`: Prisma fills in the value, or any default in the database is acceptable. */
  | { readonly kind: 'none' | 'free' | 'now' | 'autoincrement' }
  /** `isPlain`: a constant that can be compared with the database's. */
  | { readonly kind: 'literal'; readonly value: string; readonly isPlain: boolean }
  /** SQL that the user wrote, which is not compared. */
  | { readonly kind: 'expression'; readonly sql: string | undefined }

/** A unique constraint or an index. */
export interface ExpectedIndex {
  readonly name: string
  readonly columns: readonly string[]
  /** The columns' names in the datamodel. */
  readonly fields: readonly string[]
  /** The number of leading characters of each column, if the datamodel declares one. */
  readonly lengths?: readonly (number | undefined)[]
  /** PostgreSQL's type of the index, if it is not a tree: `hash`, `gin`… */
  readonly method?: string
  /** The operators of each column, if the datamodel declares some. */
  readonly operators?: readonly (string | undefined)[]
}

/** A foreign key. */
export interface ExpectedForeignKey {
  readonly name: string
  readonly field: string
  readonly at: Span
  readonly columns: readonly string[]
  /** The model that it refers to, and its table. */
  readonly model: string
  readonly schema: string | undefined
  readonly table: string
  readonly references: readonly string[]
  readonly onDelete: string
  readonly onUpdate: string
}

/** The tables that a datamodel describes: of its models, its views, and its many-to-many relations. */
export function expectedTables(datamodel: Datamodel): readonly ExpectedTable[] {
  const models = [...datamodel.models.values()]
  return [...models.map((model) => tableOf(model, datamodel)), ...joinsOf(models, datamodel)]
}

/** The longest name of an index or a constraint: bytes on PostgreSQL, characters on MariaDB. */
const LONGEST: Readonly<Record<string, number>> = { postgresql: 63, postgres: 63, mysql: 64 }

/** A name as Prisma shortens it: the end of the first part is cut off, and the suffix is kept. */
function fitted(name: string, suffix: string, { provider = '' }: Pick<Datamodel, 'provider'>): string {
  const room = (LONGEST[provider] ?? Infinity) - suffix.length
  let short = name
  while ((provider === 'mysql' ? short.length : Buffer.byteLength(short)) > room) short = short.slice(0, -1)
  return `${short}${suffix}`
}

const nameOf = ({ name, table }: Model): string => table ?? name

const storedOf = (model: Model | undefined, field: string): string => {
  const found = model?.fields.get(field)
  return (isColumn(found) ? found.stored : undefined) ?? field
}

type Listed = Omit<StoredIndex, 'method' | 'operators'> & Partial<StoredIndex>

function tableOf(model: Model, datamodel: Datamodel): ExpectedTable {
  const name = nameOf(model)
  const { fields, constraints, storedIndexes, isView, schema, unreadable, hasIgnoredRelations } = model
  const known = constraints.filter(({ columns }) => columns.every((column) => fields.has(column)))
  const key = known.find(({ kind }) => kind === 'key')
  const indexOf = (
    { columns: own, stored, lengths, method, operators = [] }: Listed,
    suffix: string,
  ): ExpectedIndex => {
    const columns = own.map((field) => storedOf(model, field))
    return {
      name: stored ?? fitted([name, ...columns].join('_'), `_${suffix}`, datamodel),
      columns,
      fields: own,
      ...(lengths.some((length) => length !== undefined) && { lengths }),
      ...(method !== undefined && { method }),
      ...(operators.some((each) => each !== undefined) && { operators }),
    }
  }
  const isKnown = (own: readonly string[]): boolean => own.every((field) => fields.has(field))
  return {
    model: model.name,
    relations: [],
    at: model.at,
    name,
    schema,
    isView,
    columns: [...fields.values()].filter(isColumn).map((field) => columnOf(field, datamodel)),
    key: key?.columns.map((field) => storedOf(model, field)) ?? [],
    uniques: known
      .filter((each): each is Constraint => each.kind === 'unique')
      .map((each) => indexOf(each, 'key')),
    indexes: storedIndexes.filter((each) => isKnown(each.columns)).map((each) => indexOf(each, 'idx')),
    foreignKeys: datamodel.emulatesKeys || isView ? [] : foreignKeysOf(model, datamodel),
    unreadable: unreadable.map((each) => each.name),
    knowsForeignKeys: !datamodel.emulatesKeys && !hasIgnoredRelations,
  }
}

function columnOf(field: ScalarField, datamodel: Datamodel): ExpectedColumn {
  const { name, stored, at, kind, type, isList, isRequired, nativeType } = field
  const values = [...(datamodel.enums.get(type) ?? [])].map(
    (value) => datamodel.storedValues.get(type)?.[value] ?? value,
  )
  return {
    name: stored ?? name,
    field: name,
    at,
    type: kind === 'enum' ? 'Enum' : type,
    isList,
    isNullable: !isRequired,
    native: nativeType,
    default: defaultOf(field, datamodel),
    ...(kind === 'enum' && {
      enum: {
        model: type,
        name: datamodel.storedEnums.get(type) ?? type,
        schema: datamodel.enumSchemas.get(type),
        values,
      },
    }),
  }
}

function defaultOf(
  { default: preset, type, isList, kind }: ScalarField,
  { storedValues }: Datamodel,
): ExpectedDefault {
  switch (preset.kind) {
    case 'none':
      return { kind: 'none' }
    case 'literal': {
      const value = String(preset.value)
      return {
        kind: 'literal',
        value: kind === 'enum' ? (storedValues.get(type)?.[value] ?? value) : value,
        isPlain: true,
      }
    }
    case 'store':
      switch (preset.generator) {
        case 'now':
        case 'autoincrement':
          return { kind: preset.generator }
        case 'dbgenerated':
          return { kind: 'expression', sql: typeof preset.value === 'string' ? preset.value : undefined }
        case 'literal':
          return {
            kind: 'literal',
            value:
              isList && Array.isArray(preset.value)
                ? JSON.stringify(
                    preset.value.map((each: unknown) => storedValues.get(type)?.[String(each)] ?? each),
                  )
                : typeof preset.value === 'string'
                  ? preset.value
                  : JSON.stringify(preset.value),
            isPlain: type !== 'DateTime' && type !== 'Bytes',
          }
        // The Prisma Client creates the values of uuid(), cuid(), @updatedAt and others.
        default:
          return { kind: 'free' }
      }
  }
}

const relationsOf = ({ fields }: Model): readonly RelationField[] =>
  [...fields.values()].flatMap((field) => (field.kind === 'relation' ? [field] : []))

function foreignKeysOf(model: Model, datamodel: Datamodel): readonly ExpectedForeignKey[] {
  const { models } = datamodel
  return relationsOf(model).flatMap((field) => {
    const target = models.get(field.model)
    if (!target || target.isView || field.fields.length === 0) return []
    const columns = field.fields.map((name) => storedOf(model, name))
    return [
      {
        name: fitted([nameOf(model), ...columns].join('_'), '_fkey', datamodel),
        field: field.name,
        at: field.at,
        columns,
        model: target.name,
        schema: target.schema,
        table: nameOf(target),
        references: field.references.map((name) => storedOf(target, name)),
        onDelete: field.onDelete,
        onUpdate: field.onUpdate,
      },
    ]
  })
}

/** The tables of many-to-many relations without a model: columns A and B, in the order of the models' names. */
function joinsOf(models: readonly Model[], datamodel: Datamodel): readonly ExpectedTable[] {
  const tables = new Map<string, ExpectedTable>()
  for (const model of models) {
    for (const field of relationsOf(model)) {
      const opposite = field.isList ? oppositeOf(datamodel, model, field) : undefined
      const other = datamodel.models.get(field.model)
      const name = `_${field.relation}`
      if (!opposite?.isList || !other || tables.has(name)) continue
      // If a model is related to itself, the fields are ordered by name.
      const ends = [
        { model, field },
        { model: other, field: opposite },
      ].toSorted(
        (one, two) => compare(one.model.name, two.model.name) || compare(one.field.name, two.field.name),
      )
      const [first] = ends
      const keys = ends.map((end) => keyOf(end.model)?.[0])
      const sides = ends.flatMap((end, index) => {
        const key = keys[index]
        return key ? [{ ...end, key, column: index === 0 ? 'A' : 'B' }] : []
      })
      if (sides.length !== 2 || !first) continue
      tables.set(name, {
        model: undefined,
        relations: ends.map((end) => [end.model.name, end.field.name]),
        at: first.field.at,
        name,
        schema: first.model.schema,
        isView: false,
        columns: sides.map(({ key, column }) => ({
          ...columnOf(key, datamodel),
          name: column,
          field: column,
          at: field.at,
          isNullable: false,
          default: { kind: 'none' },
        })),
        key: [],
        uniques: [
          {
            name: fitted(name, datamodel.provider === 'postgresql' ? '_AB_pkey' : '_AB_unique', datamodel),
            columns: ['A', 'B'],
            fields: ['A', 'B'],
          },
        ],
        indexes: [{ name: fitted(name, '_B_index', datamodel), columns: ['B'], fields: ['B'] }],
        foreignKeys: datamodel.emulatesKeys
          ? []
          : sides.map(({ key, column, model: end }) => ({
              name: fitted(name, `_${column}_fkey`, datamodel),
              field: column,
              at: field.at,
              columns: [column],
              model: end.name,
              schema: end.schema,
              table: nameOf(end),
              references: [key.stored ?? key.name],
              onDelete: 'Cascade',
              onUpdate: 'Cascade',
            })),
        unreadable: [],
        knowsForeignKeys: !datamodel.emulatesKeys,
      })
    }
  }
  return [...tables.values()]
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
