import { sameColumns } from '../../adapter/column-values.js'
import { InvalidDocument } from '../../error/errors.js'
import { isFull } from '../../error/is-full.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { type KeySaid, keysSaid } from './keys-said.js'
import type { WriteNode } from './node.js'

/**
 * Finds records that a request links to two others by the same foreign key (rule 11.12): a child that names another
 * parent than the one above it, or a child in two to-many relationships. The fault points at the later link.
 */
export function findContradictions(root: WriteNode, faults: JsonapiError[]): void {
  const known = new Map<WriteNode, KeySaid[]>()
  for (const said of keysSaid(root)) {
    if (isFull(faults)) return
    const before = known.get(said.node)
    const other = before?.find((one) => contradict(one, said))
    if (other) faults.push(contradictionOf(other, said))
    else if (before) before.push(said)
    else known.set(said.node, [said])
  }
}

function contradict(one: KeySaid, other: KeySaid): boolean {
  if (!sameColumns(one.columns, other.columns) || (one.isUnlinked && other.isUnlinked)) return false
  const isSame = one.names === other.names
  return one.isUnlinked === other.isUnlinked ? !isSame : isSame
}

function contradictionOf(before: KeySaid, said: KeySaid): InvalidDocument {
  const { pointer } = said
  const detail = `This record ${wordsOf(before)} by "${before.by.sideload.name}", and ${wordsOf(said)} here.`
  return new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

function wordsOf({ names, isUnlinked }: KeySaid): string {
  if (names === null) return 'belongs to no record'
  const { id, tempId, resource } = names
  const name = id === undefined ? (tempId === undefined ? '' : ` "${tempId}"`) : ` "${id}"`
  return `${isUnlinked ? 'is unlinked from' : 'belongs to'} the record${name} of "${resource.type}"`
}
