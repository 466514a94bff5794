import { InvalidDocument } from '../error/errors.js'
import type { Limits } from '../query/limits.js'
import { allNodes, writtenRecords, type WriteNode } from '../write/request/node.js'

/** How much the operations of one request write and link, in total (rule 17.1). */
export interface Counts {
  records: number
  links: number
}

/** Adds the writes of an operation. Throws InvalidDocument as soon as a limit of the request is exceeded. */
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
