import { memberOf } from '../../base/cast.js'
import { Conflict } from '../../error/errors.js'
import { attributeValue } from '../../resource/wire-names.js'
import { coerceJson } from '../../vocabulary/coerce-json.js'
import type { WriteNode } from '../request/node.js'
import { issuePlace } from '../request/issue-place.js'
import type { Session } from './session.js'

/**
 * Whether the record has another version by now than the one that the request has read (rule 21.3, optimistic locking).
 * Without a version in the request, nothing is checked.
 */
export function isStale(node: WriteNode, record: object): boolean {
  const { version, attributes } = node.resource.config
  const attribute = version === undefined ? undefined : attributes.get(version)
  if (!attribute || !node.attributes.has(attribute.name)) return false
  const given = coerceJson(attribute.type, node.attributes.get(attribute.name))
  // One that is no version at all is an issue of its own.
  return given.ok && versionText(given.value) !== versionText(attributeValue(record, attribute))
}

/** The error for a version that is stale. */
export function staleVersion(node: WriteNode): Conflict {
  const attribute = node.resource.config.version ?? ''
  const { pointer } = issuePlace(node, { attribute, message: '' })
  const detail = `The record has changed since it was read: "${attribute}" is not that of the record any more.`
  return new Conflict({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

/**
 * The version of a record at the time a write read it, as an update takes it. It is there only if the request has sent
 * one, or an entity tag that was made of it: otherwise nothing is checked.
 */
export function versionOf(
  { root, condition }: Pick<Session, 'root' | 'condition'>,
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
