import type { Report } from '../../diagnostic/report.js'
import { kindOf, type Tree } from '../../tree/tree.js'
import type { DeclaredUnindexed } from '../declared.js'
import { readTexts } from './values.js'

/** Reads `unindexed`: true, false, or a list of names. */
export function readUnindexed(tree: Tree | undefined, report: Report): DeclaredUnindexed | undefined {
  if (tree?.kind === 'scalar' && typeof tree.value === 'boolean') return tree.value
  if (tree === undefined || tree.kind === 'list') return readTexts(tree, 'unindexed', report)
  report.add('JG202', tree.at, `unindexed must be true, false or a list of names, not ${kindOf(tree)}`, {
    help: 'list the relationships, filters and sorts that need no index, for example unindexed: [title], or write unindexed: true for all of them',
  })
  return undefined
}
