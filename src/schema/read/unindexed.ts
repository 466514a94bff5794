import type { Report } from '../../diagnostic/report.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredUnindexed } from '../declared.js'
import { readTexts } from './values.js'

/** `unindexed`: true or false, or a list of names. */
export function readUnindexed(tree: Tree | undefined, report: Report): DeclaredUnindexed | undefined {
  return tree?.kind === 'scalar' && typeof tree.value === 'boolean'
    ? tree.value
    : readTexts(tree, 'unindexed', report)
}
