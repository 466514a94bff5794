import { memberOf } from '../../base/cast.js'
import { Conflict } from '../../error/errors.js'
import { attributeValue } from '../../resource/wire-names.js'
import { coerceJson } from '../../vocabulary/values/coerce-json.js'
import type { WriteNode } from '../request/node.js'
import { issuePlace } from '../request/issue-place.js'
import type { Session } from './session.js'

/**
 * Whether the version of the stored record is not the one that the request gives (rule 21.3, optimistic locking).
 * Without a version in the request, nothing is checked.
 */
export function isStale(node: WriteNode, record: object): boolean {
  const { version, attributes } = node.resource.config
  const attribute = version === undefined ? undefined : attributes.get(version)
  if (!attribute || !node.attributes.has(attribute.name)) return false
  const given = coerceJson(attribute.type, node.attributes.get(attribute.name))
  // A value that is not a version has an issue of its own.
  return given.ok && versionText(given.value) !== versionText(attributeValue(record, attribute))
}

/** The error for a stale version. */
export function staleVersion(node: WriteNode): Conflict {
  const attribute = node.resource.config.version ?? ''
  const { pointer } = issuePlace(node, { attribute, message: '' })
  const detail = `The record has changed since it was read: its "${attribute}" has a different value now.`
  return new Conflict({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

/**
 * The version of a record when the write read it, which an update compares. Undefined if the request gives neither a
 * version nor an entity tag made from one: nothing is compared then.
 */
export function versionOf(
  { graph: { root }, condition }: Pick<Session, 'graph' | 'condition'>,
  node: WriteNode,
  record: object,
): Readonly<Record<string, unknown>> {
  const { version, config } = node.resource
  const isGiven = config.version !== undefined && node.attributes.has(config.version)
  const isCompared = isGiven || (node === root && condition?.byVersion === true)
  return version !== undefined && isCompared ? { [version]: memberOf(record, version) } : {}
}

const versionText = (version: unknown): string =>
  version instanceof Date ? version.toISOString() : String(version)
