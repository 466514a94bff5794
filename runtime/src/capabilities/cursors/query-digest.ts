import type { WrittenValue } from '../../query/entry.js'
import type { ParamNode } from '../../query/params.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { CursorKey } from './position.js'

/** The parts of a query that a cursor belongs to, besides the sort. */
export interface CursorQuery {
  readonly resource: CompiledResource
  readonly filter: ReadonlyMap<string, WrittenValue<ParamNode>>
  /** The relationship whose records are read, with its record; undefined for all records of the resource. */
  readonly within: string | undefined
  /** The path before every route of the API; empty in process. */
  readonly prefix: string
}

/**
 * A digest of the API, the resource, the sort and the filters of a query (rule 24.3). It detects a cursor that is used
 * with another query by mistake. A forged cursor reveals nothing that the sort does not show.
 *
 * An API is identified by its prefix and by its declarations of the resource. So all processes of a deployment have the
 * same cursors, and the cursors of a resource stay valid when other resources come and go.
 */
export function queryDigest(
  { resource, filter, within, prefix }: CursorQuery,
  keys: readonly CursorKey[],
): string {
  const sort = keys.map(({ column, direction, type: { kind, nullable } }) => [
    column,
    direction,
    kind,
    nullable,
  ])
  const filters = inNameOrder([...filter].map(([name, given]) => [name, digestedNode(given.value)]))
  return hashed(JSON.stringify([prefix, shapeOf(resource), within ?? null, sort, filters], bigintsAsText))
}

/** Distinguishes a resource from one with the same type in another API. */
function shapeOf({ type, model, primaryKey, config }: CompiledResource): readonly unknown[] {
  const members = [...config.attributes.keys(), ...config.sideloads.keys()].toSorted()
  return [type, String(model), primaryKey, members]
}

/** A node as JSON: equal for equal parameters, in any order. */
function digestedNode(node: ParamNode): unknown {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'literal':
      return node.value === undefined ? null : node.value
    case 'list':
      return node.items
    case 'map':
      return inNameOrder([...node.entries].map(([name, below]) => [name, digestedNode(below)]))
  }
}

const inNameOrder = (entries: readonly (readonly [string, unknown])[]): readonly unknown[] =>
  entries.toSorted(([one], [other]) => (one < other ? -1 : 1))

const bigintsAsText = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

/** A hash of 53 bits, with two multiplications for each character, as eleven digits of base 36. */
function hashed(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36).padStart(11, '0')
}
