import { memberOf } from '../cast.js'
import { ofModel } from './of-model.js'

/** Reads a fact of a model's columns off the datamodel. */
type OfModel<Fact> = (client: object, model: string) => Fact

/** A column or relation of a model, as the client's datamodel has it. */
interface Column {
  readonly name: string
  /** With its question mark or brackets. */
  readonly type: string
  /** The whole line. */
  readonly text: string
}

/** Read from the text of the datamodel, because nothing else in a client says it. */
const columnsOfModel: OfModel<readonly Column[]> = ofModel(readColumns)

/** The columns of a model that can't be null, relations included, as far as the client tells. */
export const requiredColumns: OfModel<ReadonlySet<string>> = namesWhere(({ type }) => !/[?\]]$/.test(type))

/** The columns without a value of which the store takes no new row, as far as the client tells. */
export const neededColumns: OfModel<ReadonlySet<string>> = namesWhere(
  ({ type, text }) => !/[?\]]$/.test(type) && !/@(?:default|updatedAt|relation)\b/.test(text),
)

/** The columns of a model that hold a day alone (`@db.Date`), as far as the client tells. */
export const columnsOfDays: OfModel<ReadonlySet<string>> = namesWhere(
  ({ type, text }) => type.startsWith('DateTime') && /@\w+\.Date\b/.test(text),
)

/** The columns of a model that refer to another by a relation, and what they refer to, in the same order. */
export const foreignKeyOf = (client: object, model: string, relation: string): ForeignKey | undefined =>
  foreignKeysOf(client, model).get(relation)

/** The columns that refer to another model, and those that they refer to. */
interface ForeignKey {
  readonly columns: readonly string[]
  readonly references: readonly string[]
}

const foreignKeysOf: OfModel<ReadonlyMap<string, ForeignKey>> = ofModel(
  (client, model) =>
    new Map(
      columnsOfModel(client, model).flatMap(({ name, text }) => {
        const columns = /\bfields:\s*\[([\w\s,]+)\]/.exec(text)?.[1]?.match(/\w+/g)
        const references = /\breferences:\s*\[([\w\s,]+)\]/.exec(text)?.[1]?.match(/\w+/g)
        return columns && references ? [[name, { columns, references }] as const] : []
      }),
    ),
)

/** Whether a column is a list, and whether it may be null: it may where the client does not tell. */
export function columnForm(
  client: object,
  model: string,
  name: string,
): { readonly list: boolean; readonly nullable: boolean } {
  const type = columnsOfModel(client, model).find((column) => column.name === name)?.type ?? '?'
  return { list: type.endsWith(']'), nullable: type.endsWith('?') }
}

/** The line of a column in the datamodel; empty where the client does not tell. */
export const columnText = (client: object, model: string, name: string): string =>
  columnsOfModel(client, model).find((column) => column.name === name)?.text ?? ''

/** The values of the enum that a column is of, as far as the client tells. */
export const enumValuesOf = (client: object, model: string, name: string): readonly string[] =>
  membersOfEnum(client, model, name).map(([value]) => value)

/** A value of a column as the store knows it: a value of an enum may have another name there (`@map`). */
export function storedValue(client: object, model: string, name: string, value: unknown): unknown {
  const member = membersOfEnum(client, model, name).find(([known]) => known === value)
  return member ? member[1] : value
}

/** The values of the enum that a column is of, each with its name in the store; none where it is of no enum. */
function membersOfEnum(
  client: object,
  model: string,
  name: string,
): readonly (readonly [value: string, stored: string])[] {
  const type = columnsOfModel(client, model)
    .find((column) => column.name === name)
    ?.type.replace(/\W/g, '')
  const [, body = ''] =
    new RegExp(String.raw`^\s*enum\s+${type}\s*\{([^}]*)\}`, 'm').exec(schemaOf(client)) ?? []
  return [...body.matchAll(/^\s*(\w+)(?:.*?@map\("([^"]*)"\))?/gm)].map(
    ([, value = '', stored = value]) => [value, stored] as const,
  )
}

/** How many digits each column of decimals keeps behind the point, as far as the client tells. */
export const scalesOf: OfModel<ReadonlyMap<string, number>> = ofModel(
  (client, model) =>
    new Map(
      columnsOfModel(client, model).flatMap(({ name, type, text }) =>
        type.startsWith('Decimal') ? [[name, scaleOf(text)] as const] : [],
      ),
    ),
)

/**
 * How many digits of a second each column of times of day keeps (`@db.Time`), as far as the client tells: where the
 * datamodel names none, six on PostgreSQL, and none on MySQL.
 */
export const timesOfDay: OfModel<ReadonlyMap<string, number>> = ofModel((client, model) => {
  const usual = /provider\s*=\s*"mysql"/.test(schemaOf(client)) ? 0 : 6
  return new Map(
    columnsOfModel(client, model).flatMap(({ name, type, text }) => {
      const [native, digits] = /@\w+\.Time(?:tz)?\b(?:\((\d+)\))?/.exec(text) ?? []
      return type.startsWith('DateTime') && native !== undefined
        ? [[name, Number(digits ?? usual)] as const]
        : []
    }),
  )
})

/**
 * How many digits of a second each column of moments keeps that says fewer than milliseconds (`@db.DateTime(0)`,
 * `@db.Timestamp(0)`), as far as the client tells.
 */
export const coarseMoments: OfModel<ReadonlyMap<string, number>> = ofModel(
  (client, model) =>
    new Map(
      columnsOfModel(client, model).flatMap(({ name, type, text }) => {
        const digits = /@\w+\.(?:DateTime|Timestamp|Timestamptz)\((\d)\)/.exec(text)?.[1]
        const isCoarse = type.startsWith('DateTime') && digits !== undefined && Number(digits) < 3
        return isCoarse ? [[name, Number(digits)] as const] : []
      }),
    ),
)

/** A type of the store's own, as a datamodel names it, of a column of one of Prisma's. */
interface NamedType {
  readonly name: string
  readonly type: string
  readonly length: number | undefined
}

/** The columns of a model that name a type of the store's own. */
export const nativeTypes: OfModel<ReadonlyMap<string, NamedType>> = ofModel(
  (client, model) =>
    new Map(
      columnsOfModel(client, model).flatMap(({ name: column, type, text }) => {
        const [, name, length] = /\s@\w+\.(\w+)(?:\((\d+)\))?/.exec(text) ?? []
        if (name === undefined) return []
        const native = {
          name,
          type: type.replace(/\W/g, ''),
          length: length === undefined ? undefined : Number(length),
        }
        return [[column, native] as const]
      }),
    ),
)

/** How many digits each column of decimals keeps in front of the point, where the datamodel says so. */
export const wholeDigitsOf: OfModel<ReadonlyMap<string, number>> = ofModel(
  (client, model) =>
    new Map(
      columnsOfModel(client, model).flatMap(({ name, type, text }) => {
        const [, precision, scale = '0'] = /@\w+\.Decimal\((\d+)(?:,\s*(\d+))?\)/.exec(text) ?? []
        const isKnown = type.startsWith('Decimal') && precision !== undefined
        return isKnown ? [[name, Number(precision) - Number(scale)] as const] : []
      }),
    ),
)

/** Of `@db.Decimal(10, 2)`, `@db.Decimal(10)` and `@db.Money`; Prisma gives a column without one 30 places. */
function scaleOf(text: string): number {
  const [, arguments_] = /@\w+\.Decimal\(([^)]*)\)/.exec(text) ?? []
  if (arguments_ !== undefined) return Number(arguments_.split(',')[1] ?? 0)
  return /@\w+\.Money\b/.test(text) ? 2 : 30
}

function namesWhere(isMeant: (column: Column) => boolean): OfModel<ReadonlySet<string>> {
  return ofModel(
    (client, model) =>
      new Set(columnsOfModel(client, model).flatMap((column) => (isMeant(column) ? [column.name] : []))),
  )
}

function readColumns(client: object, model: string): readonly Column[] {
  return [...blockOf(client, model).matchAll(/^\s*(\w+)\s+(\w+(?:\([^)]*\))?(?:\?|\[\])?).*$/gm)].map(
    ([text, name = '', type = '']) => ({ name, type, text }),
  )
}

/** What stands between the braces of a model in the text of the datamodel; nothing where the client does not tell. */
export function blockOf(client: object, model: string): string {
  const schema = schemaOf(client)
  const start = new RegExp(String.raw`^\s*(?:model|view)\s+${model}\s*\{.*$`, 'm').exec(schema)
  return start ? (schema.slice(start.index + start[0].length).split(/^\s*\}/m)[0] ?? '') : ''
}

/** Whether Prisma emulates the foreign keys of the store (`relationMode = "prisma"`). */
export const emulatesKeys = (client: object): boolean =>
  /^\s*relationMode\s*=\s*"prisma"/m.test(schemaOf(client))

/** The text of the datamodel; empty where the client does not tell. */
const schemaOf = (client: object): string =>
  String(memberOf(Object(memberOf(client, '_engineConfig')), 'inlineSchema') ?? '')
