import { randomBytes, randomUUID } from 'node:crypto'
import type { Column } from '../../datamodel/datamodel.js'

/** The value of an omitted column, if the Prisma Client rather than the database fills it in. */
export type Filled = { readonly isFilled: true; readonly value: unknown } | { readonly isFilled: false }

const BY_DATABASE: Filled = Object.freeze({ isFilled: false })

/** The value of a column that a new row omits. */
export function filledOnInsert(column: Column): Filled {
  const { default: preset, generated } = column
  if (preset !== undefined) return { isFilled: true, value: valueOfDefault(preset, column) }
  return generated === undefined ? BY_DATABASE : generatedValue(generated)
}

/** The new value of a column that an update omits, as with `@updatedAt`. */
export const filledOnUpdate = ({ generated }: Column): Filled =>
  generated === 'updatedAt' ? { isFilled: true, value: new Date() } : BY_DATABASE

/** Bytes, JSON and moments are strings in the datamodel. */
function valueOfDefault(preset: unknown, { type }: Column): unknown {
  if (type.list || typeof preset !== 'string') return preset
  switch (type.kind) {
    case 'json':
      return JSON.parse(preset)
    case 'bytes':
      return new Uint8Array(Buffer.from(preset, 'base64'))
    case 'date':
    case 'datetime':
      return new Date(preset)
    default:
      return preset
  }
}

function generatedValue(generated: string): Filled {
  const [, name = '', argument = ''] = /^(\w+)(?:\((\d+)\))?$/.exec(generated) ?? []
  const value = GENERATORS[name]?.(argument)
  return value === undefined ? BY_DATABASE : { isFilled: true, value }
}

/** Prisma's functions, by their names in the datamodel. */
const GENERATORS: Readonly<Record<string, (argument: string) => unknown>> = {
  now: () => new Date(),
  updatedAt: () => new Date(),
  uuid: (version) => (version === '7' ? uuid7() : randomUUID()),
  cuid: (version) => (version === '2' ? `${randomOf(LETTERS, 1)}${randomOf(BASE_36, 23)}` : cuid()),
  nanoid: (length) => randomOf(NANOID, length === '' ? 21 : Number(length)),
  ulid: () => ulid(),
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const BASE_36 = `0123456789${LETTERS}`
const NANOID = `${BASE_36}${LETTERS.toUpperCase()}_-`
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Random characters from an alphabet of at most 64. */
function randomOf(alphabet: string, length: number): string {
  let text = ''
  while (text.length < length) {
    // Bytes above the last whole multiple would make some characters more likely.
    const most = 256 - (256 % alphabet.length)
    for (const byte of randomBytes(length)) if (byte < most) text += alphabet[byte % alphabet.length]
  }
  return text.slice(0, length)
}

/** The current time and random bits, sortable by time (RFC 9562, section 5.7). */
function uuid7(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

let count = 0
const FINGERPRINT = randomOf(BASE_36, 4)

/** `c`, the time, a counter, the process, and random characters, as in cuid's first version. */
function cuid(): string {
  count = (count + 1) % 36 ** 4
  return `c${Date.now().toString(36)}${count.toString(36).padStart(4, '0')}${FINGERPRINT}${randomOf(BASE_36, 8)}`
}

/** The time in ten characters, and sixteen random ones. */
function ulid(): string {
  let rest = Date.now()
  let moment = ''
  while (moment.length < 10) {
    moment = `${CROCKFORD[rest % 32]}${moment}`
    rest = Math.floor(rest / 32)
  }
  return moment + randomOf(CROCKFORD, 16)
}
