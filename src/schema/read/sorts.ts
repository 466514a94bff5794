import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { located } from '../../source/source.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredSort } from '../declared.js'
import { readDeprecated } from './deprecated.js'
import { readFields } from './fields.js'
import { readTexts } from './values.js'

/** The sorts: a list of paths, or a map of paths and attributes to what is declared about them. */
export function readSorts(tree: Tree | undefined, report: Report): readonly DeclaredSort[] | undefined {
  if (tree?.kind !== 'map') return readTexts(tree, 'sorts', report)
  return tree.entries.map(({ key, at, value }) => {
    const what = `sort ${quoted(key)}`
    const fields = readFields(value, what, ['deprecated'], report)
    return { ...located(key, at), deprecated: readDeprecated(fields.get('deprecated'), what, report) }
  })
}
