import { cursorTypeIn } from '../facts/implied.js'
import type { Order } from '../adapter/window.js'
import { InvalidPage, UnsupportedSort } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { WrittenValue, QueryEntry } from '../query/entry.js'
import type { ParamNode } from '../query/params.js'
import type { CompiledResource } from '../resource/compile.js'
import type { AttributeConfig } from '../declare/config.js'
import { ofColumn } from '../resource/wire-names.js'
import type { CursorKey, CursorPlan, Position } from './cursor-plan.js'
import { readCursorText } from './cursor-text.js'
import { CURSOR_ERRORS } from '../vocabulary/cursor-profile.js'
import { type CursorQuery, queryDigest } from './query-digest.js'

/** What the request sees of the resource: everybody who decodes a cursor sees the values of the keys in it. */
interface CursorView {
  attribute(name: string): AttributeConfig | undefined
}

/** The parts of a page by cursors to plan. */
export interface CursorPlanning {
  readonly resource: CompiledResource
  readonly entry: QueryEntry
  readonly order: readonly Order[]
  readonly view: CursorView
  readonly within: CursorQuery['within']
  readonly prefix: CursorQuery['prefix']
}

/**
 * Checks whether a sort has cursors, and reads the cursors of the request (rules 24.1, 24.3, 24.4). Faults are
 * collected: an UnsupportedSort, or an InvalidPage for each text that is not a cursor of this query.
 */
export function planCursor(
  { resource, entry, order, view, within, prefix }: CursorPlanning,
  faults: JsonapiError[],
): CursorPlan | undefined {
  const keys: CursorKey[] = []
  for (const each of order) {
    const key = cursorKey(resource, each, view)
    if (typeof key === 'string') {
      faults.push(unsupportedSort(`"${resource.type}" does not support cursors for this sort: ${key}.`))
      return undefined
    }
    keys.push(key)
  }
  const digest = queryDigest({ resource, filter: entry.filter, within, prefix }, keys)
  const position = (given: WrittenValue<ParamNode> | undefined): Position | undefined =>
    given && positionOf(given, keys, digest, faults)
  return { keys, digest, after: position(entry.page.after), before: position(entry.page.before) }
}

/** The error of a sort without cursors, in the form of the profile. */
export const unsupportedSort = (detail: string): UnsupportedSort =>
  new UnsupportedSort({ detail, source: { parameter: 'sort' }, type: CURSOR_ERRORS.unsupportedSort })

/** A key of the sort, or the reason why it has no cursors. */
function cursorKey(
  resource: CompiledResource,
  { through, column, direction }: Order,
  view: CursorView,
): CursorKey | string {
  if (resource.config.sorting) return 'the application sorts by a function'
  if (through.length > 0) return 'it goes through a relationship'
  const { attribute } = ofColumn(resource, column)
  const isShown = resource.primaryKey.includes(column) || (attribute && view.attribute(attribute.name))
  if (!isShown) return 'one of its values cannot be read'
  const type = cursorTypeIn(resource, column)
  const name = attribute?.name ?? 'id'
  if (!type || type.list) return `a cursor cannot distinguish the values of "${name}"`
  return { column, direction, type }
}

function positionOf(
  { parameter, value }: WrittenValue<ParamNode>,
  keys: readonly CursorKey[],
  digest: string,
  faults: JsonapiError[],
): Position | undefined {
  // In process, null means the end of the collection, where a walk begins.
  if (value.kind === 'literal' && value.value === null) return { values: [], isInclusive: false }
  const text = value.kind === 'text' ? value.text : value.kind === 'literal' ? value.value : undefined
  const read = typeof text === 'string' ? readCursorText(text, keys, digest) : { kind: 'malformed' as const }
  if (read.kind === 'position') return read.position
  faults.push(new InvalidPage({ detail: `"${parameter}" ${REASONS[read.kind]}`, source: { parameter } }))
  return undefined
}

const REASONS = {
  malformed: 'is not a cursor from this API: it was truncated or modified.',
  otherVersion: 'is a cursor from a different version of this API. Start again with the first page.',
  otherQuery:
    'is a cursor from a different query: a cursor is valid only for the same API, resource, sort and filters.',
}
