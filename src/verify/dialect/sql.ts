import type { ExpectedColumn, ExpectedDefault, ExpectedForeignKey } from '../expected.js'

/** A name in double quotes. */
export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Text as a literal. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** The actions of foreign keys as SQL. */
const ACTIONS: Readonly<Record<string, string>> = {
  Cascade: 'CASCADE',
  SetNull: 'SET NULL',
  SetDefault: 'SET DEFAULT',
  Restrict: 'RESTRICT',
  NoAction: 'NO ACTION',
}

/** `FOREIGN KEY (…) REFERENCES …` */
export function foreignKeySql(
  { columns, references, onDelete, onUpdate }: ExpectedForeignKey,
  target: string,
  quote: (name: string) => string,
): string {
  const list = (names: readonly string[]): string => names.map(quote).join(', ')
  return `FOREIGN KEY (${list(columns)}) REFERENCES ${target} (${list(references)}) ON DELETE ${ACTIONS[onDelete] ?? 'NO ACTION'} ON UPDATE ${ACTIONS[onUpdate] ?? 'NO ACTION'}`
}

/** A default as SQL; undefined if the column has none. */
export function defaultSql(
  preset: ExpectedDefault,
  { type, isList }: Pick<ExpectedColumn, 'type' | 'isList'>,
  now: string,
): string | undefined {
  switch (preset.kind) {
    case 'none':
    case 'free':
    case 'autoincrement':
      return undefined
    case 'now':
      return now
    case 'expression':
      return preset.sql === undefined ? undefined : `(${preset.sql})`
    case 'literal':
      if (isList) return undefined
      if (type === 'Bytes') return `X${literal(hexOf(preset.value))}`
      return /^(?:Int|BigInt|Float|Decimal|Boolean)$/.test(type) ? preset.value : literal(preset.value)
  }
}

/** The datamodel's base64 as hexadecimal digits. */
export const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex')

/** A time of the datamodel in UTC, as servers read it. */
export function timeOf(text: string, { native }: Pick<ExpectedColumn, 'native'>): string {
  if (Number.isNaN(Date.parse(text))) return text
  const [day = '', time = ''] = new Date(text)
    .toISOString()
    .replace(/(?:\.000)?Z$/, '')
    .split('T')
  const [name = ''] = native ?? []
  const zone = name.endsWith('tz') ? '+00' : ''
  if (name === 'Date') return day
  return /^Time(?:tz)?$/.test(name) ? `${time}${zone}` : `${day} ${time}${zone}`
}

/** The base and the sizes of a type: `character varying(20)` has the base `character varying` and the size 20. */
export function partsOf(type: string): { readonly base: string; readonly sizes: readonly number[] } {
  const [, sizes = ''] = /\(([\d, ]+)\)/.exec(type) ?? []
  return {
    base: type
      .replace(/ ?\([\d, ]+\)/, '')
      .replaceAll('[]', '')
      .trim(),
    sizes: sizes === '' ? [] : sizes.split(',').map(Number),
  }
}

/** The kind of value that a type stores: `number`, `boolean`, `text`, `time` or `bytes`; undefined if it is not known. */
export function familyOf(type: string): string | undefined {
  return FAMILIES.find(([, pattern]) => pattern.test(type))?.[0]
}

const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['bytes', /blob|binary|bytea/i],
  ['time', /date|time|year/i],
  ['number', /int|serial|num|dec|double|float|real|money|^bit/i],
  ['boolean', /bool/i],
  ['text', /char|text|clob|enum|json|uuid|xml|inet/i],
]

/** Whether two lists of sizes are equal. */
export const haveSameSizes = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((size, index) => size === other[index])

/** Whether a decimal of these sizes, or of unlimited ones, stores every decimal of Prisma's default type. */
export function isWideDecimal([precision, scale = 0]: readonly number[]): boolean {
  return precision === undefined || (scale >= 30 && precision - scale >= 35)
}
