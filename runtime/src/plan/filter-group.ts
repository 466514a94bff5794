import type { GroupKind } from '../query/entry.js'
import type { ParamMap, ParamNode } from '../query/params.js'

/**
 * The members of a group, with their names: the members of `and` and `or` are numbered, `not` has one member without a
 * number. Undefined if the group has another form, or a member is empty.
 */
export function groupMembers(
  kind: GroupKind,
  node: ParamNode,
  parameter: string,
): readonly (readonly [ParamMap, string])[] | undefined {
  if (kind === 'not') return isMember(node) ? [[node, parameter]] : undefined
  const members = node.kind === 'map' ? [...node.entries] : literalMembers(node)
  if (!members || members.length === 0) return undefined
  const maps: (readonly [ParamMap, string])[] = []
  for (const [index, member] of members) {
    if (!/^\d{1,3}$/.test(index) || !isMember(member)) return undefined
    maps.push([member, `${parameter}[${index}]`])
  }
  return maps
}

const isMember = (node: ParamNode): node is ParamMap => node.kind === 'map' && node.entries.size > 0

/** In process, the members of a group are an array. */
function literalMembers(node: ParamNode): readonly (readonly [string, ParamNode])[] | undefined {
  if (node.kind !== 'literal' || !Array.isArray(node.value)) return undefined
  return node.value.map((member: unknown, index): readonly [string, ParamNode] => [
    String(index),
    literalNode(member),
  ])
}

function literalNode(value: unknown): ParamNode {
  const isObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  if (!isObject) return { kind: 'literal', value }
  return {
    kind: 'map',
    entries: new Map(Object.entries(value).map(([name, member]) => [name, literalNode(member)])),
  }
}
