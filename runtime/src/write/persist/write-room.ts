import { InvalidDocument } from '../../error/errors.js'
import { currentRequest } from '../../resource/frame.js'
import { writtenRecords, type WriteNode } from '../request/node.js'

/** How many records one attempt at a request's writes may still write, besides those that the request names (rule 17.4). */
export interface WriteRoom {
  left: number
}

/** The room of an attempt at some writes together. */
export function newRoom(roots: readonly WriteNode[]): WriteRoom {
  const named = roots.reduce((sum, root) => sum + writtenRecords(root), 0)
  return { left: Math.max(0, currentRequest().budget.limit('writeRecords') - named) }
}

/** Counts what a replaced set leaves out. Throws InvalidDocument where the request writes too many records with it. */
export function spendRoom(room: WriteRoom, count: number, { name, pointer }: ReplacedSet): void {
  room.left -= count
  if (room.left >= 0 || count === 0) return
  const most = currentRequest().budget.limit('writeRecords')
  const detail = `A request writes at most ${most} records, and what "${name}" leaves out is among them. Remove from it in several requests.`
  throw new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) })
}

/** The relationship whose set is replaced, and where the request says so. */
export interface ReplacedSet {
  readonly name: string
  readonly pointer: string | undefined
}
