import type { StoreFault } from '../../adapter/fault.js'
import { isPlainKey } from '../../value/key.js'
import { ofColumn } from '../../resource/wire-names.js'
import { Conflict, RecordNotFound } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { ValidationIssue } from '../../error/validation-error.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { WriteAction } from '../../declare/config.js'
import type { WriteNode } from '../request/node.js'
import { currentFrame, currentRequest } from '../../resource/frame.js'
import { type View, viewOf } from '../../plan/view/view.js'
import { isForAll } from '../../plan/view/names.js'
import { issuePlace } from '../request/issue-place.js'
import { keysIn, keyOver, relationshipsOfKey } from '../../resource/relations.js'

/** The meaning of a refusal of the store for one record: an error, or issues of the record. */
export type FaultMeaning = { readonly error: JsonapiError } | { readonly issues: readonly ValidationIssue[] }

/**
 * Translates a refusal of the store (rule 11.10) into attributes and relationships, without columns or constraints.
 * Undefined for refusals that the client must not see, which end or repeat the write.
 */
export function meaningOf(fault: StoreFault, node: WriteNode, action: WriteAction): FaultMeaning | undefined {
  switch (fault.kind) {
    case 'unique':
      // No client gave the id: the store's sequence lags behind, and its next value may be free. A relationship may
      // be the id.
      if (isOfId(fault, node) && node.id === undefined) {
        const taken = takenColumns(fault.columns, node)
        return fault.columns.some((column) => relationshipOver(column, node.resource))
          ? { issues: taken }
          : undefined
      }
      return isOfId(fault, node)
        ? {
            error: new Conflict({
              detail: `The id "${node.id}" is already taken.`,
              source: sourceOf(node, { attribute: 'id', message: '' }),
            }),
          }
        : { issues: takenColumns(correctableColumns(fault.columns, node), node) }
    case 'notNull':
      return { issues: issuesOfColumns(fault.columns, node, 'is required') }
    case 'tooLong':
      return { issues: issuesOfColumns(fault.columns, node, 'is too long') }
    case 'outOfRange':
      return { issues: issuesOfColumns(fault.columns, node, 'is out of range') }
    case 'tooPrecise':
      return { issues: issuesOfColumns(fault.columns, node, 'has more digits than its column can store') }
    case 'misfit':
      return {
        issues: issuesOfColumns(misfits(fault.columns, node, action), node, 'does not fit its column'),
      }
    case 'disagreement':
      return {
        issues: issuesOfColumns(fault.columns, node, 'contradicts the other relationships of the record'),
      }
    case 'check':
      return { issues: [{ message: 'The values violate a constraint of the store' }] }
    case 'foreignKey':
      return { error: foreignKeyError(fault.columns, node, action) }
    case 'notFound':
      return { error: notFoundError(node) }
    case 'conflict':
    case 'aborted':
    case 'busy':
    case 'unavailable':
      return undefined
  }
}

const isOfId = (
  { columns }: { readonly columns: readonly string[] },
  { resource: { key, primaryKey } }: WriteNode,
): boolean => columns.length === 1 && isPlainKey(key) && columns[0] === primaryKey[0]

/** The error for a record that cannot be destroyed because others refer to it (rule 11.8). */
export function neededError(node: WriteNode): Conflict {
  const detail = `This record of type "${node.resource.type}" cannot be destroyed, because other records depend on it.`
  return new Conflict({ detail, source: sourceOf(node, { message: '' }) })
}

/** One issue for each attribute that the client knows, or one of the whole record if it knows none. */
function issuesOfColumns(
  columns: readonly string[],
  node: WriteNode,
  message: string,
): readonly ValidationIssue[] {
  const names = columns.flatMap((column) => clientName(node, column) ?? [])
  return names.length === 0
    ? [{ message: WHOLE[message] ?? message }]
    : [...new Set(names)].map((attribute) => ({ attribute, message }))
}

/** The issues of a unique key that is taken. Of several columns, none is taken alone: each names the others. */
function takenColumns(columns: readonly string[], node: WriteNode): readonly ValidationIssue[] {
  const issues = issuesOfColumns(columns, node, TAKEN)
  if (issues.length < 2) return issues
  return issues.map(({ attribute }) => {
    const others = issues.flatMap((one) => (one.attribute === attribute ? [] : [`"${one.attribute}"`]))
    return { attribute, message: `${TAKEN} together with ${others.join(' and ')}` }
  })
}

const TAKEN = 'is already taken'

const WHOLE: Readonly<Record<string, string>> = {
  [TAKEN]: 'Such a record already exists',
  'is required': 'A required value is missing',
  'is too long': 'A value is too long',
  'is out of range': 'A value is out of range',
  'has more digits than its column can store': 'A number has more digits than its column can store',
  'does not fit its column': 'A value does not fit its column',
}

/**
 * The refused columns. If the store names several candidates, the one that the request sets, or sets to a string beyond
 * ASCII; empty if there is not exactly one.
 */
function misfits(columns: readonly string[], node: WriteNode, action: WriteAction): readonly string[] {
  const { resource, attributes, id } = node
  const given = columns.flatMap((column) => {
    const { attribute } = ofColumn(resource, column)
    if (isOfId({ columns: [column] }, node)) {
      return id === undefined || action !== 'create' ? [] : [{ column, value: id }]
    }
    return attribute !== undefined && attributes.has(attribute.name)
      ? [{ column, value: attributes.get(attribute.name) }]
      : []
  })
  // oxlint-disable-next-line no-control-regex
  const beyond = given.filter(({ value }) => typeof value === 'string' && /[^\0-\x7F]/.test(value))
  const [only, ...others] = given.length > 1 && beyond.length > 0 ? beyond : given
  return only && others.length === 0 ? [only.column] : []
}

/**
 * The columns of a unique key without those of relationships that the client neither sent nor may write, and so cannot
 * correct.
 */
function correctableColumns(
  columns: readonly string[],
  { resource, relationships }: WriteNode,
): readonly string[] {
  return columns.filter((column) => {
    if (ofColumn(resource, column).attribute) return true
    const name = relationshipOver(column, resource)
    const isGiven = relationships.some(({ declared }) => declared.name === name)
    return name === undefined || isGiven || isForAll(resource, name, 'writable')
  })
}

/** The client's name for a column: the attribute, or the relationship whose key has the column. */
export function clientName(node: WriteNode, column: string): string | undefined {
  const { resource, attributes: given } = node
  const { attribute } = ofColumn(resource, column)
  // A hidden attribute is named only if the request has given it (rule 7.3).
  if (attribute) {
    const { name } = attribute
    return given.has(name) || viewNow(resource).attribute(name) ? name : undefined
  }
  if (node.id !== undefined && isOfId({ columns: [column] }, node)) return 'id'
  const name = relationshipOver(column, resource)
  if (name !== undefined) return visibleName(node, name)
  const isChosen = node.id !== undefined || resource.config.id.clientIds !== 'forbidden'
  return isChosen && node.method === 'create' && isOfId({ columns: [column] }, node) ? 'id' : undefined
}

/** The relationship whose foreign key has the column. */
function relationshipOver(column: string, resource: CompiledResource): string | undefined {
  const isName = keysIn(resource).some(({ name }) => name === column)
  return keyOver([column], resource) ?? (isName ? column : relationshipsOfKey(resource, column)[0]?.name)
}

/** The name of a relationship; a hidden one is named only if the request has written it (rule 14.12). */
function visibleName({ resource, relationships }: WriteNode, name: string): string | undefined {
  const isGiven = relationships.some(({ declared }) => declared.name === name)
  return isGiven || viewNow(resource).relation(name) ? name : undefined
}

/** A resource as this request sees it, by the guards that were asked so far. */
const viewNow = (resource: CompiledResource): View =>
  viewOf(resource, currentRequest().guardsOf(currentFrame().context))

function foreignKeyError(columns: readonly string[], node: WriteNode, action: WriteAction): JsonapiError {
  if (action === 'destroy') return neededError(node)
  const whole = keyOver(columns, node.resource)
  const [name = whole] = whole === undefined ? columns.flatMap((one) => clientName(node, one) ?? []) : []
  const keys = keysIn(node.resource).map((key) => key.name)
  const only = node.relationships.filter(({ declared }) => keys.includes(declared.name))
  const attribute = name ?? (only.length === 1 ? only[0]?.declared.name : undefined)
  return new RecordNotFound({
    detail: 'A record that this one refers to does not exist.',
    source: sourceOf(node, { attribute, message: '' }),
  })
}

function notFoundError(node: WriteNode): JsonapiError {
  const detail = `There is no record of type "${node.resource.type}" with the id "${node.id}".`
  return new RecordNotFound({ detail, source: sourceOf(node, { message: '' }) })
}

function sourceOf(node: WriteNode, issue: ValidationIssue): { readonly pointer: string } | undefined {
  const { pointer } = issuePlace(node, issue)
  return pointer === undefined ? undefined : { pointer }
}
