import { memberOf } from '../../cast.js'
import { Conflict } from '../../error/errors.js'
import { coerceJson } from '../../value/coerce-json.js'
import type { WriteNode } from '../request/node.js'
import { issuePlace } from '../request/issue-place.js'

/**
 * Whether the record has another version by now than the one that the request has read (rule 21.3, optimistic locking).
 * Without a version in the request, nothing is checked.
 */
export function isStale(node: WriteNode, record: object): boolean {
  const { version, config } = node.resource
  if (version === undefined || !node.attributes.has(version)) return false
  const type = config.attributes.get(version)?.type
  const given = type && coerceJson(type, node.attributes.get(version))
  // One that is no version at all is an issue of its own.
  return given?.ok === true && versionText(given.value) !== versionText(memberOf(record, version))
}

/** The error for a version that is stale. */
export function staleVersion(node: WriteNode): Conflict {
  const attribute = node.resource.version ?? ''
  const { pointer } = issuePlace(node, { attribute, message: '' })
  const detail = `The record has changed since it was read: "${attribute}" is not that of the record any more.`
  return new Conflict({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

/**
 * The version that a record had when a write read it, as an update takes it, where the request has sent one: a write that
 * does not ask for a version is not held back by another.
 */
export function versionOf(
  { resource: { version }, attributes }: WriteNode,
  record: object,
): Readonly<Record<string, unknown>> {
  return version !== undefined && attributes.has(version) ? { [version]: memberOf(record, version) } : {}
}

const versionText = (version: unknown): string =>
  version instanceof Date ? version.toISOString() : String(version)
