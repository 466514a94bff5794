import { type IssuePlace, ValidationError, type ValidationIssue } from '../../error/validation-error.js'
import { isJsonObject, ownMember, pointerTo } from '../../value/json.js'
import type { WriteNode } from './node.js'

/**
 * The place of an issue in the request: the attribute or relationship if the request has it, otherwise the nearest
 * object that it has, so that the pointer resolves (rule 13.2).
 */
export function issuePlace(node: WriteNode, issue: ValidationIssue, pointer?: string): IssuePlace {
  return { pointer: pointer ?? issuePointer(node, issue), meta: (own) => nestedMeta(node, own) }
}

function issuePointer(
  { place, resource, relationships }: WriteNode,
  { attribute, path = [] }: ValidationIssue,
): string | undefined {
  const { pointer, object, via } = place
  // At a relationship's own address, the request has nothing of the record but its linkage.
  if (pointer !== undefined && object === undefined && !via) return relationships[0]?.pointer ?? pointer
  if (pointer === undefined || !isJsonObject(object) || attribute === undefined) return pointer
  if (attribute === 'id') return Object.hasOwn(object, 'id') ? pointerTo(pointer, 'id') : pointer
  const member = resource.config.sideloads.has(attribute) ? 'relationships' : 'attributes'
  const fields = ownMember(object, member)
  if (!isJsonObject(fields)) return pointer
  if (!Object.hasOwn(fields, attribute)) return pointerTo(pointer, member)
  const steps = existingSteps(fields[attribute], path)
  return pointerTo(pointer, member, attribute, ...steps)
}

/** The longest beginning of a path that exists in the value. */
function existingSteps(value: unknown, path: readonly (string | number)[]): readonly (string | number)[] {
  const [step, ...rest] = path
  if (step === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
    return []
  }
  return [step, ...existingSteps(Object.entries(value).find(([name]) => name === String(step))?.[1], rest)]
}

/**
 * The `meta` that existing clients read of a nested record's issue: the relationships that lead to it, nested (rule
 * 13.2).
 */
export function nestedMeta(
  node: WriteNode,
  own: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { via } = node.place
  if (!via) return own
  const { id, tempId, resource } = node
  const name = via.declared.name
  const identity = id === undefined ? (tempId === undefined ? {} : { 'temp-id': tempId }) : { id }
  return nestedMeta(via.node, { relationship: { name, type: resource.type, ...identity, ...own } })
}

/** The issues of one record as an error, for a response that contains other errors. */
export function validationErrorOf(node: WriteNode, issues: readonly ValidationIssue[]): ValidationError {
  return new ValidationError(issues, (issue) => issuePlace(node, issue))
}
