import type { Report } from '../../diagnostic/report.js'
import { kindOf, type Tree } from '../../tree/tree.js'
import type { DeclaredUnindexed } from '../declared.js'
import { readTexts } from './values.js'

/** `unindexed`: true or false, or a list of names. */
export function readUnindexed(tree: Tree | undefined, report: Report): DeclaredUnindexed | undefined {
  if (tree?.kind === 'scalar' && typeof tree.value === 'boolean') return tree.value
  if (tree === undefined || tree.kind === 'list') return readTexts(tree, 'unindexed', report)
  report.add('JG202', tree.at, `unindexed is true, false or a list of names, not ${kindOf(tree)}`, {
    help: 'write the relationships, filters and sorts that need no index, unindexed: [title], or true for all',
  })
  return undefined
}
