import { isIdentifier } from '../is-identifier.js'
import { ownOf } from '../is-object.js'
import { type ClientSchema, typeSchema } from '../schema.js'
import { isNode, type Node, nodesOf, rebuilt } from './graph.js'

/** A record, and the attributes that a write sets; no attributes if the write destroys the record. */
export interface Change {
  readonly type: string
  readonly id: string
  readonly input: Node | undefined
}

/**
 * A result as it will be after a write: the record's attributes are set wherever the result contains them, or the
 * record is missing from all lists. The same result if it does not contain the record.
 */
export function changedBy(
  result: unknown,
  { type, id, input }: Change,
  schema: ClientSchema<unknown>,
  isPlain: boolean,
): unknown {
  if (!isNode(result)) return result
  const users = nodesOf(result)
  const isTarget = (node: unknown): boolean => isIdentifier(node) && node.type === type && node.id === id
  const { attributes = {} } = typeSchema(schema, type) ?? {}
  const written = Object.entries(input ?? {}).flatMap(([name, value]) => {
    const kind = ownOf(attributes, name)
    return kind === undefined || value === undefined ? [] : [[name, asRead(kind, value, isPlain)] as const]
  })
  const members = (node: Node): Node => {
    const isLosing = !input && Array.isArray(node) && node.some(isTarget)
    if (isLosing) return { ...node.filter((one) => !isTarget(one)) }
    // The result has only the requested attributes.
    const held = isTarget(node) ? written.filter(([name]) => Object.hasOwn(node, name)) : []
    return held.length > 0 ? { ...node, ...Object.fromEntries(held) } : node
  }
  const changed = new Set([...users.keys()].filter((node) => members(node) !== node))
  return rebuilt(result, users, changed, { members })
}

/** A written value in the form that a read would return. */
function asRead(kind: string, value: unknown, isPlain: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => asRead(kind, one, isPlain))
  if (value === null) return value
  if (/^(?:decimal|bigint)/.test(kind)) return String(value)
  if (!kind.startsWith('datetime')) return value
  const moment = value instanceof Date ? value : new Date(String(value))
  return isPlain ? moment.toISOString() : moment
}
