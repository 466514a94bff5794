import { InvalidDocument } from '../error/errors.js'
import type { Limits } from '../query/limits.js'
import { allNodes, writtenRecords, type WriteNode } from '../write/request/node.js'

/** What the operations of one request write and link, together (rule 17.1). */
export interface Counts {
  records: number
  links: number
}

/** Counts what an operation writes. Throws InvalidDocument for the first that is over a limit of the request. */
export function countOperation(
  counts: Counts,
  root: WriteNode,
  { writeRecords, links }: Pick<Limits, 'writeRecords' | 'links'>,
): void {
  counts.records += writtenRecords(root)
  counts.links += allNodes(root)
    .flatMap(({ relationships }) => relationships)
    .reduce((sum, { references }) => sum + references.length, 0)
  if (counts.records > writeRecords) {
    throw new InvalidDocument({ detail: `A request writes at most ${writeRecords} records.` })
  }
  if (counts.links > links) {
    throw new InvalidDocument({ detail: `A request names at most ${links} records in its relationships.` })
  }
}
