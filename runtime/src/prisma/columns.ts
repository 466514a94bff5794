import { memberOf } from '../cast.js'

/** A column or relation of a model, as the client's datamodel has it. */
interface Column {
  readonly name: string
  /** With its question mark or brackets. */
  readonly type: string
  /** The whole line. */
  readonly text: string
}

/** The columns of a model that can't be null, relations included, as far as the client tells. */
export function requiredColumns(client: object, model: string): ReadonlySet<string> {
  return namesWhere(client, model, ({ type }) => !/[?\]]$/.test(type))
}

/** The columns without a value of which the store takes no new row, as far as the client tells. */
export function neededColumns(client: object, model: string): ReadonlySet<string> {
  return namesWhere(
    client,
    model,
    ({ type, text }) => !/[?\]]$/.test(type) && !/@(?:default|updatedAt|relation)\b/.test(text),
  )
}

/** The columns of a model that hold a day alone (`@db.Date`), as far as the client tells. */
export function columnsOfDays(client: object, model: string): ReadonlySet<string> {
  return namesWhere(
    client,
    model,
    ({ type, text }) => type.startsWith('DateTime') && /@\w+\.Date\b/.test(text),
  )
}

/** The columns of a model that refer to another by a relation, and what they refer to, in the same order. */
export function foreignKeyOf(
  client: object,
  model: string,
  relation: string,
): { readonly columns: readonly string[]; readonly references: readonly string[] } | undefined {
  const text = columnsOfModel(client, model).find(({ name }) => name === relation)?.text ?? ''
  const columns = /\bfields:\s*\[([\w\s,]+)\]/.exec(text)?.[1]?.match(/\w+/g)
  const references = /\breferences:\s*\[([\w\s,]+)\]/.exec(text)?.[1]?.match(/\w+/g)
  return columns && references ? { columns, references } : undefined
}

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
export function enumValuesOf(client: object, model: string, name: string): readonly string[] {
  const type = columnsOfModel(client, model)
    .find((column) => column.name === name)
    ?.type.replace(/\W/g, '')
  const [, body = ''] =
    new RegExp(String.raw`^\s*enum\s+${type}\s*\{([^}]*)\}`, 'm').exec(schemaOf(client)) ?? []
  return [...body.matchAll(/^\s*(\w+)/gm)].map(([, value = '']) => value)
}

/** How many digits each column of decimals keeps behind the point, as far as the client tells. */
export function scalesOf(client: object, model: string): ReadonlyMap<string, number> {
  return new Map(
    columnsOfModel(client, model).flatMap(({ name, type, text }) =>
      type.startsWith('Decimal') ? [[name, scaleOf(text)] as const] : [],
    ),
  )
}

/**
 * How many digits of a second each column of times of day keeps (`@db.Time`), as far as the client tells: where the
 * datamodel names none, six on PostgreSQL, and none on MySQL.
 */
export function timesOfDay(client: object, model: string): ReadonlyMap<string, number> {
  const usual = /provider\s*=\s*"mysql"/.test(schemaOf(client)) ? 0 : 6
  return new Map(
    columnsOfModel(client, model).flatMap(({ name, type, text }) => {
      const [native, digits] = /@\w+\.Time(?:tz)?\b(?:\((\d+)\))?/.exec(text) ?? []
      return type.startsWith('DateTime') && native !== undefined
        ? [[name, Number(digits ?? usual)] as const]
        : []
    }),
  )
}

/**
 * How many digits of a second each column of moments keeps that says fewer than milliseconds (`@db.DateTime(0)`,
 * `@db.Timestamp(0)`), as far as the client tells.
 */
export function coarseMoments(client: object, model: string): ReadonlyMap<string, number> {
  return new Map(
    columnsOfModel(client, model).flatMap(({ name, type, text }) => {
      const digits = /@\w+\.(?:DateTime|Timestamp|Timestamptz)\((\d)\)/.exec(text)?.[1]
      const isCoarse = type.startsWith('DateTime') && digits !== undefined && Number(digits) < 3
      return isCoarse ? [[name, Number(digits)] as const] : []
    }),
  )
}

/** How many digits each column of decimals keeps in front of the point, where the datamodel says so. */
export function wholeDigitsOf(client: object, model: string): ReadonlyMap<string, number> {
  return new Map(
    columnsOfModel(client, model).flatMap(({ name, type, text }) => {
      const [, precision, scale = '0'] = /@\w+\.Decimal\((\d+)(?:,\s*(\d+))?\)/.exec(text) ?? []
      const isKnown = type.startsWith('Decimal') && precision !== undefined
      return isKnown ? [[name, Number(precision) - Number(scale)] as const] : []
    }),
  )
}

/** Of `@db.Decimal(10, 2)`, `@db.Decimal(10)` and `@db.Money`; Prisma gives a column without one 30 places. */
function scaleOf(text: string): number {
  const [, arguments_] = /@\w+\.Decimal\(([^)]*)\)/.exec(text) ?? []
  if (arguments_ !== undefined) return Number(arguments_.split(',')[1] ?? 0)
  return /@\w+\.Money\b/.test(text) ? 2 : 30
}

function namesWhere(
  client: object,
  model: string,
  isMeant: (column: Column) => boolean,
): ReadonlySet<string> {
  return new Set(columnsOfModel(client, model).flatMap((column) => (isMeant(column) ? [column.name] : [])))
}

const known = new WeakMap<object, Map<string, readonly Column[]>>()

/** Read from the text of the datamodel, because nothing else in a client says it. Once for each model. */
function columnsOfModel(client: object, model: string): readonly Column[] {
  const ofClient = known.get(client) ?? new Map<string, readonly Column[]>()
  known.set(client, ofClient)
  const columns = ofClient.get(model) ?? readColumns(client, model)
  ofClient.set(model, columns)
  return columns
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

/** The text of the datamodel; empty where the client does not tell. */
const schemaOf = (client: object): string =>
  String(memberOf(Object(memberOf(client, '_engineConfig')), 'inlineSchema') ?? '')
