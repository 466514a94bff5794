import { told } from '../adapter/facts.js'
import type { Order } from '../adapter/window.js'
import { InvalidPage, UnsupportedSort } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { WrittenValue, QueryEntry } from '../query/entry.js'
import type { ParamNode } from '../query/params.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Guards } from '../resource/guards.js'
import { ofColumn } from '../resource/wire-names.js'
import type { CursorKey, CursorPlan, Position } from './cursor-plan.js'
import { readCursorText } from './cursor-text.js'
import { CURSOR_ERRORS } from './profile.js'
import { type CursorQuery, queryDigest } from './query-digest.js'

/** The parts of a page by cursors to plan. */
export interface CursorPlanning {
  readonly resource: CompiledResource
  readonly entry: QueryEntry
  readonly order: readonly Order[]
  readonly guards: Guards
  readonly within: CursorQuery['within']
  readonly prefix: CursorQuery['prefix']
}

/**
 * Checks whether a sort has cursors, and reads the cursors of the request (rules 24.1, 24.3, 24.4). Faults are
 * collected: an UnsupportedSort, or an InvalidPage for each text that is not a cursor of this query.
 */
export function planCursor(
  { resource, entry, order, guards, within, prefix }: CursorPlanning,
  faults: JsonapiError[],
): CursorPlan | undefined {
  const keys: CursorKey[] = []
  for (const each of order) {
    const key = cursorKey(resource, each, guards)
    if (typeof key === 'string') {
      faults.push(unsupportedSort(`"${resource.type}" has no cursors for this sort: ${key}.`))
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
  guards: Guards,
): CursorKey | string {
  if (resource.config.sorting) return 'the application sorts by a function'
  if (through.length > 0) return 'it goes through a relationship'
  const { attribute } = ofColumn(resource, column)
  const isShown = resource.primaryKey.includes(column) || (attribute && guards.shows(resource, attribute))
  // Everybody who decodes a cursor sees the values of the keys in it.
  if (!isShown) return 'one of its values cannot be read'
  const type = told(resource.facts().cursorType(column))
  const name = attribute?.name ?? 'id'
  if (!type || type.list) return `the values of "${name}" cannot be told apart by a cursor`
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
  malformed: 'is not a cursor of this API: it was cut or changed.',
  otherVersion: 'is a cursor of a different version of this API. Start with the first page again.',
  otherQuery:
    'is a cursor of a different query: a cursor belongs to one API, resource, sort and set of filters.',
}
