import type { Report } from '../../diagnostic/report.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredPage } from '../declared.js'
import { PAGE_STYLES } from '../types.js'
import { readFields } from './fields.js'
import { readInteger, readOneOf } from './values.js'

/** The settings of pagination. Some places allow only some of them. */
export function readPage(
  tree: Tree | undefined,
  keys: readonly (keyof DeclaredPage)[],
  report: Report,
): DeclaredPage {
  if (tree === undefined) return { number: undefined, size: undefined, max: undefined, style: undefined }
  const fields = readFields(tree, 'page', keys, report)
  return {
    number: readInteger(fields.get('number'), 'The page number', 1, report),
    size: readInteger(fields.get('size'), 'The page size', 1, report),
    max: readInteger(fields.get('max'), 'The maximum page size', 1, report),
    style: readOneOf(fields.get('style'), 'The page style', PAGE_STYLES, report),
  }
}
