import { readChange } from '../../controller/write/change-relationship.js'
import { checkAddress, hiddenRelationship } from '../../controller/check-address.js'
import type { Context } from '../../controller/context.js'
import { deserialize } from '../../controller/write/write-request.js'
import { InvalidDocument, throwCollected } from '../../error/errors.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { PlacedError } from '../../error/placed-error.js'
import { compiledOf } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import { type CheckedRequest, checkRequest } from '../../write/check/check-request.js'
import { noteWrite } from '../../write/check/note-write.js'
import { graphToDestroy } from '../../write/persist/write-document.js'
import { validationErrorOf } from '../../write/request/issue-place.js'
import type { WriteDocument } from '../../write/request/read-document.js'
import type { RelationshipChange } from '../../write/request/linkage/relationship-document.js'
import { findTarget, type FoundTarget } from './find-target.js'
import { lidOfAdded, type Lids, type Lookup } from './lids.js'
import { readOperation } from './operation.js'
import type { OperationsRequest } from './operations-request.js'
import { bodyOfOperation } from './write-body.js'

/** An operation with its place in the request. */
export interface PlacedOperation {
  readonly value: unknown
  readonly index: number
}

/** An operation without faults in its form: its write, and the context that it runs in. */
export interface PlannedOperation extends CheckedRequest, PlacedOperation {
  readonly target: FoundTarget
  readonly context: Context
  /** The key of the lid under which it adds a record. */
  readonly lid: string | undefined
  /** Whether it names a record by its lid: then it is planned again when that record has its id. */
  readonly usesLids: boolean
}

/**
 * Plans an operation as the write that a request to the address of its target would be, without its controller's method
 * (rule 16.6). The result contains only what its guards permit, with checked values.
 *
 * Throws all of its faults together, with pointers relative to the operation.
 *
 * @param former the context of the same operation from its first planning: its guards and policies are not called again
 */
export async function planOperation(
  { value, index }: PlacedOperation,
  lids: Lids,
  request: OperationsRequest,
  former?: Context,
): Promise<PlannedOperation> {
  const faults: JsonapiError[] = []
  const lid = lidOfAdded(value)
  if (lid !== undefined && lids.added.get(lid) !== index) faults.push(addedBefore(lids, lid))
  const lookup: Lookup = { lids, index, faults, isUsed: false }
  const operation = readOperation(value, faults)
  const target = operation && findTarget(operation, lookup, request)
  if (!target) {
    throwCollected(faults)
    throw new Error('An operation without a target must have an error.')
  }
  const before = [...faults]
  const body = target.refusal ? undefined : bodyOfOperation(operation, target, lookup)
  const context = request.contextOf(target, body)
  if (former) currentRequest().replaceContext(former, context)
  // Faults in the data of a hidden relationship would reveal that it exists (rule 14.12).
  const refusal = (await hiddenTarget(context, target)) ?? target.refusal
  throwCollected(refusal ? [...before, refusal] : body === undefined ? faults : [])
  const { checked, fault } = await context.wrapContext(() => checkWrite(context, target))
  throwCollected(fault ? [...faults, fault] : faults)
  if (!checked) throw new Error('An operation that could not be checked must have an error.')
  return { ...checked, value, index, target, context, lid, usesLids: lookup.isUsed }
}

/** The error for a relationship that the request may not see, at the place of its name. */
async function hiddenTarget(context: Context, target: FoundTarget): Promise<JsonapiError | undefined> {
  const resource = compiledOf(context.jsonapiResource)
  const asked = context.wrapContext(() => hiddenRelationship(context, resource, target))
  const hidden = await asked.catch((error: unknown) => {
    if (error instanceof JsonapiError) return error
    throw error
  })
  return hidden && new PlacedError(hidden, (pointer = target.pointer) => pointer)
}

/**
 * Checks the write of an operation: returns it with the issues of its declarations, or with the reason for its refusal.
 */
async function checkWrite(
  context: Context,
  target: FoundTarget,
): Promise<{ readonly checked?: CheckedRequest; readonly fault?: JsonapiError }> {
  const guards = currentRequest().guardsOf(context)
  try {
    await checkTarget(context, target)
    const document = documentOfTarget(context, target)
    const checked = await checkRequest(document.graph, document.faults, guards)
    noteWrite(checked.graph, context)
    const [invalid] = [...checked.candidates].filter(([, { issues }]) => issues.length > 0)
    return { checked, ...(invalid && { fault: validationErrorOf(invalid[0], invalid[1].issues) }) }
  } catch (error) {
    if (error instanceof JsonapiError) return { fault: error }
    throw error
  }
}

/** Checks what the request may do and see: a hidden relationship is refused as one that does not exist. */
async function checkTarget(context: Context, target: FoundTarget): Promise<void> {
  try {
    await checkAddress(context, compiledOf(context.jsonapiResource), target)
  } catch (error) {
    throw error instanceof JsonapiError
      ? new PlacedError(error, (pointer = target.pointer) => pointer)
      : error
  }
}

function addedBefore({ added }: Lids, lid: string): InvalidDocument {
  const detail = `Operation ${added.get(lid)} already adds a record with this type and lid.`
  return new InvalidDocument({ detail, source: { pointer: '/data/lid' } })
}

function documentOfTarget(context: Context, { action, id }: FoundTarget): WriteDocument {
  switch (action) {
    case 'create':
    case 'update':
      return deserialize(context, action)
    case 'destroy':
      return { graph: graphToDestroy(compiledOf(context.jsonapiResource), id), faults: [] }
    default: {
      const change = CHANGES.get(action)
      if (change) return readChange(context, change)
      throw new Error(`An operation cannot perform the action "${action}".`)
    }
  }
}

const CHANGES: ReadonlyMap<string, RelationshipChange> = new Map<string, RelationshipChange>([
  ['updateRelationship', 'replace'],
  ['addToRelationship', 'add'],
  ['removeFromRelationship', 'remove'],
])
