import { cursorTypeIn } from '../../facts/implied.js'
import type { Order } from '../../adapter/window.js'
import { InvalidPage } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { WrittenValue } from '../../query/entry.js'
import type { ParamNode } from '../../query/params.js'
import type { CursorBehind, CursorPlan, CursorView, PagePlanning } from '../../plan/paging.js'
import type { CompiledResource } from '../../resource/compile.js'
import { ofColumn } from '../../resource/wire-names.js'
import type { CursorKey, Position } from './position.js'
import { cursorText, readCursorText } from './cursor-text.js'
import { queryDigest } from './query-digest.js'
import { keyValuesOf, readCursorPage, unsupportedSort } from './read-cursor-page.js'

/**
 * Checks whether a sort has cursors, and reads the cursors of the request (rules 24.1, 24.3, 24.4). Faults are
 * collected: an UnsupportedSort, or an InvalidPage for each string that is not a cursor of this query.
 */
export function pageOf(planning: PagePlanning, faults: JsonapiError[]): CursorPlan | undefined {
  const { resource, entry, within, prefix } = planning
  const keys = keysOf(planning)
  if (typeof keys === 'string') {
    faults.push(unsupportedSort(`"${resource.type}" does not support cursors for this sort: ${keys}.`))
    return undefined
  }
  const digest = queryDigest({ resource, filter: entry.filter, within, prefix }, keys)
  const position = (given: WrittenValue<ParamNode> | undefined): Position | undefined =>
    given && positionOf(given, keys, digest, faults)
  const asked = {
    resource,
    keys,
    digest,
    after: position(entry.page.after),
    before: position(entry.page.before),
  }
  return { read: (source) => readCursorPage(asked, source) }
}

/** Writes the cursor behind a record of an included page; undefined if its sort has no cursors. */
export function behind(planning: PagePlanning): CursorBehind | undefined {
  const { resource, entry, prefix } = planning
  const keys = keysOf(planning)
  if (typeof keys === 'string') return undefined
  return (record, within) => {
    try {
      const digest = queryDigest({ resource, filter: entry.filter, within, prefix }, keys)
      return cursorText({ values: keyValuesOf(record, keys), isInclusive: false }, digest)
    } catch {
      // A cursor cannot hold the value, or the scope of the application leaves the column out.
      return undefined
    }
  }
}

/** The keys of the sort, or the reason why it has no cursors. */
function keysOf({ resource, order, view }: PagePlanning): readonly CursorKey[] | string {
  const keys: CursorKey[] = []
  for (const each of order) {
    const key = cursorKey(resource, each, view)
    if (typeof key === 'string') return key
    keys.push(key)
  }
  return keys
}

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
