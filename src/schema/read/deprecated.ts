import { parseDate } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { located, type Located } from '../../source/source.js'
import { kindOf, type Tree } from '../../tree/tree.js'
import type { DeclaredDeprecation } from '../declared.js'
import { readFields } from './fields.js'
import { readText } from './values.js'

const KEYS = ['since', 'sunset', 'use'] as const

/** A declaration to show in messages. */
const EXAMPLE = 'deprecated: { since: 2026-01-31, sunset: 2027-01-31, use: newName }'

/**
 * Reads `deprecated`: since when a part is deprecated, the day of its removal, and its replacement. `what` names the
 * part in messages: `attribute "title"`.
 */
export function readDeprecated(
  tree: Tree | undefined,
  what: string,
  report: Report,
): DeclaredDeprecation | undefined {
  if (tree === undefined) return undefined
  if (tree.kind !== 'map') {
    report.add('JG202', tree.at, `deprecated must be a map, not ${kindOf(tree)}`, {
      help: `write ${EXAMPLE}; sunset and use are optional`,
    })
    return undefined
  }
  const fields = readFields(tree, `the deprecation of ${what}`, KEYS, report)
  const since = readDay(fields.get('since'), 'since', report)
  const sunset = readDay(fields.get('sunset'), 'sunset', report)
  const use = readText(fields.get('use'), 'use', report)
  if (fields.keyAt('since') === undefined) {
    report.add('JG204', tree.at, `The deprecation of ${what} has no "since"`, {
      help: 'write the day on which it was or will be deprecated, such as since: 2026-01-31',
    })
  }
  if (since && sunset && sunset.value <= since.value) {
    report.add('JG206', sunset.at, `sunset ${sunset.value} must be after since ${since.value}`, {
      help: 'write the day from which it may be removed, or remove sunset',
      related: [{ at: since.at, message: 'since is here' }],
    })
  }
  return since && { at: tree.at, since, sunset, use }
}

function readDay(tree: Tree | undefined, key: string, report: Report): Located<string> | undefined {
  if (tree === undefined) return undefined
  const written = tree.at.source.text.slice(tree.at.start, tree.at.end)
  if (tree.kind === 'scalar' && typeof tree.value === 'string' && parseDate(tree.value)) {
    return located(tree.value, tree.at)
  }
  const given =
    tree.kind === 'scalar' && tree.value !== null ? written.replace(/^(["'])(.*)\1$/s, '$2') : kindOf(tree)
  report.add('JG205', tree.at, `${key} must be a date such as 2026-01-31, not ${given}`, {
    help: 'write it as year-month-day, with two digits for the month and the day; it must be in the calendar',
  })
  return undefined
}
