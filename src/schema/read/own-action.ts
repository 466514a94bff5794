import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { located } from '../../source/source.js'
import type { Entry, Tree } from '../../tree/tree.js'
import type { DeclaredOwnAction } from '../declared.js'
import { CONSTRAINTS, OWN_TARGETS } from '../types.js'
import { readAttribute, readGuard } from './attribute.js'
import { readDeprecated } from './deprecated.js'
import { entriesOf, readFields } from './fields.js'
import { readBoolean, readOneOf, readText } from './values.js'

const KEYS = ['on', 'input', 'output', 'guard', 'scope', 'transaction', 'description', 'deprecated'] as const

const INPUT_KEYS = ['type', 'enum', ...CONSTRAINTS, 'default', 'required', 'description'] as const

/** A resource's own action: a map with `on`, or `false`, which drops the action from the defaults. */
export function readOwnAction(entry: Entry, report: Report): DeclaredOwnAction {
  const name = located(entry.key, entry.at)
  const what = `action ${quoted(entry.key)}`
  if (entry.value.kind !== 'map') return { ...NOTHING, name, isDropped: true }
  const fields = readFields(entry.value, what, KEYS, report)
  return {
    name,
    // Without `on`, the action would be reported a second time.
    on: readOneOf(fields.get('on'), 'on', OWN_TARGETS, report) ?? unread(fields.get('on')),
    input: entriesOf(fields.get('input'), 'the input', report).map((each) =>
      readAttribute(each, report, { what: `input ${quoted(each.key)}`, keys: INPUT_KEYS }),
    ),
    output: readText(fields.get('output'), 'The output', report),
    guard: readGuard(fields.get('guard'), 'The guard', report),
    scope: readText(fields.get('scope'), 'The scope', report),
    transaction: readBoolean(fields.get('transaction'), 'transaction', report),
    description: readText(fields.get('description'), 'A description', report)?.value,
    deprecated: readDeprecated(fields.get('deprecated'), what, report),
    isDropped: false,
  }
}

const unread = (tree: Tree | undefined): DeclaredOwnAction['on'] => tree && located('record', tree.at)

const NOTHING = {
  on: undefined,
  input: [],
  output: undefined,
  guard: undefined,
  scope: undefined,
  transaction: undefined,
  description: undefined,
  deprecated: undefined,
}
