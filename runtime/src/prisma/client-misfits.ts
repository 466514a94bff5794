import type { Column, Datamodel } from '../datamodel/datamodel.js'
import { memberOf } from '../base/cast.js'
import type { Kind } from '../vocabulary/values/type.js'
import { delegateName } from './client.js'

/** How many differences a sentence names. */
const SHOWN = 5

/**
 * The differences between a Prisma Client and the datamodel that the API was generated from, as one sentence that says
 * what to run. A client that was not generated again after a change of the Prisma schema reads null for a column that
 * it does not know, and refuses to write it.
 *
 * It asks the documented `client.post.fields`. A client without them is not checked.
 */
export function clientMisfits(client: object, { models }: Datamodel): readonly string[] {
  const lacking = [...models.values()].flatMap(({ name, columns, isPartial }) => {
    if (isPartial) return []
    const delegate = memberOf(client, delegateName(name))
    if (typeof delegate !== 'object' || delegate === null) return [`the model ${name}`]
    const fields = memberOf(delegate, 'fields')
    if (typeof fields !== 'object' || fields === null) return []
    return [...columns.values()].flatMap((column) => {
      // For these names, Prisma's `fields` returns the methods that every object has.
      if (column.name in Object.prototype) return []
      const field = memberOf(fields, column.name)
      if (typeof field !== 'object' || field === null) return [`${name}.${column.name}`]
      return isOfType(field, column) ? [] : [`${name}.${column.name} with its type`]
    })
  })
  if (lacking.length === 0) return []
  const more = lacking.length > SHOWN ? [`${lacking.length - SHOWN} more`] : []
  const named = [...lacking.slice(0, SHOWN), ...more]
  const list = named.length === 1 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
  return [
    `The Prisma Client and the API were generated from different Prisma schemas: the client lacks ${list}. Run \`npx prisma@7 generate\`, then \`npx jsonapi-gen generate\`, and compile.`,
  ]
}

/**
 * Whether a field reference of Prisma has the type of a column, as far as both are known. Whether it is a list is not
 * known: generated code leaves that out.
 */
function isOfType(field: object, { type }: Column): boolean {
  const kinds = KINDS_OF[String(memberOf(field, 'typeName'))]
  return kinds === undefined || kinds.includes(type.kind)
}

const KINDS_OF: Readonly<Record<string, readonly Kind[] | undefined>> = Object.freeze({
  String: ['string', 'uuid'],
  Int: ['integer'],
  BigInt: ['bigint'],
  Float: ['float'],
  Decimal: ['decimal'],
  Boolean: ['boolean'],
  DateTime: ['datetime', 'date'],
  Json: ['json'],
  Bytes: ['bytes'],
})
