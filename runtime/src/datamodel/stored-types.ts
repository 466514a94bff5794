import type { Datamodel } from './datamodel.js'
import { comparesBy, type Operator, OPERATORS } from '../vocabulary/operators.js'
import { type Calculation, CALCULATIONS } from '../vocabulary/calculations.js'
import { compareDecimals } from '../vocabulary/values/decimal.js'
import type { AttributeType } from '../vocabulary/values/type.js'
import { ofModel } from './cache-by-model.js'

/**
 * The store's limits for a column, if the store does not support everything that the attribute's type allows. For
 * example, an `inet` address is not text.
 */
export interface StoredType {
  /** The type's name in the store, such as `inet`. */
  readonly name: string
  /** The supported operators; empty if the store cannot compare the column. */
  readonly operators: readonly Operator[]
  readonly isSortable: boolean
  readonly calculations: readonly Calculation[]
  /** Whether the store accepts a value in the column, or in a comparison with it. */
  takes(value: unknown): boolean
}

/** A type of the store that accepts only some values, and the fault of others. */
export interface NativeType extends StoredType {
  readonly fault: 'misfit' | 'outOfRange'
}

/**
 * The store's limits for a column with a type of the store (`@db.Inet`), if it can do less than Prisma's type (rule
 * 23.12). Undefined for any other column, and if it is not known.
 */
export const storedTypeOf = (datamodel: Datamodel, model: string, column: string): NativeType | undefined =>
  storedTypesOf(datamodel, model).get(column)

/** The columns of a model with such a type. */
export const storedTypesOf: (datamodel: Datamodel, model: string) => ReadonlyMap<string, NativeType> =
  ofModel(({ columns }, { provider = '' }) => {
    const known = TYPES.get(provider) ?? NONE
    return new Map(
      [...columns.values()].flatMap(({ name: column, type, native }) => {
        const isKnown = native !== undefined && Object.hasOwn(known, native.name)
        const stored = isKnown ? known[native.name]?.(native.sizes[0], type) : undefined
        return stored ? [[column, stored] as const] : []
      }),
    )
  })

/** By the name in the datamodel: from its length, if it has one, and the type of its values. */
type NativeTypes = Readonly<
  Record<string, (length: number | undefined, type: AttributeType) => NativeType | undefined>
>

const NONE: NativeTypes = {}

/** Without patterns: only strings support LIKE. */
const COMPARED = OPERATORS.filter((operator) => comparesBy(operator) !== 'pattern')
const PATTERNS = OPERATORS.filter((operator) => comparesBy(operator) === 'pattern')
const WITHOUT_SUFFIX = OPERATORS.filter((operator) => !operator.endsWith('suffix'))
const ORDERED: readonly Calculation[] = ['count', 'maximum', 'minimum']

const UUID: NativeType = {
  name: 'uuid',
  operators: COMPARED,
  isSortable: true,
  calculations: ['count'],
  fault: 'misfit',
  takes: (value) => typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
}

const INCOMPARABLE: NativeType = {
  name: 'xml',
  operators: [],
  isSortable: false,
  calculations: [],
  fault: 'misfit',
  takes: () => true,
}

const inet: NativeType = {
  ...UUID,
  name: 'inet',
  calculations: ORDERED,
  takes: (value) => typeof value === 'string' && isAddress(value),
}

/**
 * Zeros and ones: exactly as many as the column's length, or at most as many. A comparison accepts any number of them.
 */
const bits = (name: string, fits: (length: number) => boolean): NativeType => ({
  ...UUID,
  name,
  takes: (value) => typeof value === 'string' && /^[01]+$/.test(value) && fits(value.length),
})

/** Numbers in a range. */
const numbers = (
  name: string,
  least: string,
  greatest: string,
  calculations: readonly Calculation[] = CALCULATIONS,
): NativeType => ({
  name,
  operators: COMPARED,
  isSortable: true,
  calculations,
  fault: 'outOfRange',
  takes: (value) =>
    (compareDecimals(String(value), least) ?? -1) >= 0 &&
    (compareDecimals(String(value), greatest) ?? 1) <= 0,
})

const small = (): NativeType => numbers('smallint', '-32768', '32767')
/** PostgreSQL writes sums from 1,000 with a comma, which Prisma cannot read. */
const money = (): NativeType => numbers('money', '-92233720368547758.08', '92233720368547758.07', ORDERED)

/** A float of four bytes: a number that overflows or becomes zero there is refused. */
const real: NativeType = {
  ...numbers('real', '0', '0'),
  takes: (value) => {
    const kept = Math.fround(Number(value))
    return Number.isFinite(kept) && (kept !== 0 || Number(value) === 0)
  },
}

/** A string of a fixed length: the store pads it with spaces, and does not keep trailing spaces. */
const fixed = (length: number | undefined, operators: readonly Operator[]): NativeType => ({
  name: `char(${length ?? 1})`,
  operators,
  isSortable: true,
  calculations: CALCULATIONS,
  fault: 'misfit',
  takes: (value) => typeof value !== 'string' || !value.endsWith(' '),
})

/** Two digits would be read as a year of 1970 to 2069. */
const year: NativeType = {
  ...numbers('year', '1901', '2155'),
  takes: (value) => Number(value) === 0 || (Number(value) >= 1901 && Number(value) <= 2155),
}

/** Bytes that the store pads with zeros: shorter values would be read back changed. */
const binary = (length = 1): NativeType => ({
  ...UUID,
  name: `binary(${length})`,
  takes: (value) => value instanceof Uint8Array && value.length === length,
})

const POSTGRESQL: NativeTypes = {
  Inet: () => inet,
  Bit: (length = 1) => bits(`bit(${length})`, (count) => count === length),
  VarBit: (length = Number.POSITIVE_INFINITY) => bits('varbit', (count) => count <= length),
  Xml: () => INCOMPARABLE,
  // A list has a value if a member is equal, and this type has no equality; JSONB has one.
  Json: (_length, { list }) => (list ? { ...INCOMPARABLE, name: 'json' } : undefined),
  Uuid: () => UUID,
  // PostgreSQL searches for the end of a string after the padding.
  Char: (length, { kind }) => (kind === 'string' ? fixed(length, WITHOUT_SUFFIX) : undefined),
  SmallInt: small,
  Int2: small,
  Oid: () => numbers('oid', '0', '4294967295', ORDERED),
  Real: () => real,
  Float4: () => real,
  Money: money,
}

const MYSQL: NativeTypes = {
  Binary: binary,
  // Prisma sends bits in a form that is equal to none. The store fills up what is too short, and drops zeros of what is too long.
  Bit: (length = 1, { kind }) =>
    kind === 'bytes'
      ? {
          ...INCOMPARABLE,
          name: `bit(${length})`,
          takes: (value) => value instanceof Uint8Array && value.length === Math.ceil(length / 8),
        }
      : undefined,
  Char: (length, { kind }) => (kind === 'string' ? fixed(length, OPERATORS) : undefined),
  Year: () => year,
}

const SQLSERVER: NativeTypes = {
  UniqueIdentifier: () => UUID,
  Xml: () => INCOMPARABLE,
  Image: () => ({ ...INCOMPARABLE, name: 'image' }),
  Text: () => ({ ...INCOMPARABLE, name: 'text', operators: PATTERNS }),
  NText: () => ({ ...INCOMPARABLE, name: 'ntext', operators: PATTERNS }),
  SmallInt: small,
  TinyInt: () => numbers('tinyint', '0', '255'),
  Real: () => real,
  Money: () => numbers('money', '-922337203685477.5808', '922337203685477.5807'),
  SmallMoney: () => numbers('smallmoney', '-214748.3648', '214748.3647'),
  Binary: binary,
}

const TYPES: ReadonlyMap<string, NativeTypes> = new Map([
  ['postgresql', POSTGRESQL],
  ['cockroachdb', POSTGRESQL],
  ['mysql', MYSQL],
  ['sqlserver', SQLSERVER],
])

/** An address of IPv4 or IPv6, with or without the length of its network after a slash. */
function isAddress(text: string): boolean {
  const [address = '', length, ...others] = text.split('/')
  const bits = IPV4.test(address) ? 32 : isIpv6(address) ? 128 : undefined
  if (bits === undefined || others.length > 0) return false
  return length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= bits)
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/

const isIpv6 = (text: string): boolean =>
  /^[\da-f:.]*:[\da-f:.]*$/i.test(text) && URL.canParse(`http://[${text}]/`)
