import { callWith, castTo, memberOf } from '../../base/cast.js'
import { oncePer } from '../../base/made-once.js'

/**
 * The delegate of a model whose records are read as those of others. If a model has a column `constructor`, the Prisma Client
 * takes its records for instances of a class, and leaves dates, decimals, bytes, big integers and JSON in the form of its
 * protocol: `{ $type: 'DateTime', value: '…' }`.
 */
export const withoutTags: (delegate: object) => object = oncePer((delegate) => {
  const fields = memberOf(delegate, 'fields')
  const isMisread =
    typeof fields === 'object' && fields !== null && Object.keys(fields).includes('constructor')
  return isMisread ? new Proxy(delegate, { get: operationOf }) : delegate
})

function operationOf(delegate: object, name: string): unknown {
  const operation = memberOf(delegate, name)
  if (typeof operation !== 'function') return operation
  return async (...parameters: readonly unknown[]): Promise<unknown> => {
    const result = await castTo<Promise<unknown>>(callWith(operation, delegate, parameters))
    return Array.isArray(result) ? result.map(recordOf) : recordOf(result)
  }
}

/** A record whose `constructor` is null is read as it should be. */
function recordOf(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || (memberOf(record, 'constructor') ?? null) === null) {
    return record
  }
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, valueOf(value)]))
}

function valueOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(valueOf)
  if (typeof value !== 'object' || value === null) return value
  const [type, text] = [memberOf(value, '$type'), String(memberOf(value, 'value'))]
  switch (type) {
    case 'BigInt':
      return BigInt(text)
    case 'Bytes':
      return new Uint8Array(Buffer.from(text, 'base64'))
    case 'DateTime':
      return new Date(text)
    case 'Decimal':
      return text
    case 'Json':
      return JSON.parse(text)
    default:
      return value
  }
}
