import { sameColumns } from '../../adapter/column-values.js'
import { InvalidDocument, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { type KeyChange, keyChanges } from './key-changes.js'
import type { WriteNode } from './node.js'

/**
 * Finds records that a request links to two others by the same foreign key (rule 11.12): a child that names another
 * parent than the one above it, or a child in two to-many relationships. The fault points at the later link.
 */
export function findContradictions(root: WriteNode, faults: JsonapiError[]): void {
  const known = new Map<WriteNode, KeyChange[]>()
  for (const change of keyChanges(root)) {
    if (isFull(faults)) return
    const before = known.get(change.node)
    const other = before?.find((one) => contradict(one, change))
    if (other) faults.push(contradictionOf(other, change))
    else if (before) before.push(change)
    else known.set(change.node, [change])
  }
}

function contradict(one: KeyChange, other: KeyChange): boolean {
  if (!sameColumns(one.columns, other.columns) || (one.isUnlinked && other.isUnlinked)) return false
  const isSame = one.names === other.names
  return one.isUnlinked === other.isUnlinked ? !isSame : isSame
}

function contradictionOf(before: KeyChange, change: KeyChange): InvalidDocument {
  const { pointer } = change
  const detail = `This record ${wordsOf(before)} by "${before.by.sideload.name}", and ${wordsOf(change)} here.`
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

function wordsOf({ names, isUnlinked }: KeyChange): string {
  if (names === null) return 'belongs to no record'
  const { id, tempId, resource } = names
  const name = id === undefined ? (tempId === undefined ? '' : ` "${tempId}"`) : ` "${id}"`
  return `${isUnlinked ? 'is unlinked from' : 'belongs to'} the record${name} of "${resource.type}"`
}
