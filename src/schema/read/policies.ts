import type { Report } from '../../diagnostic/report.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredAction, DeclaredScope } from '../declared.js'
import { ACTIONS, POLICIES } from '../types.js'
import { readFields } from './fields.js'
import { readGuard } from './attribute.js'
import { readList, readOneOf, readText } from './values.js'

/** The actions: a list of those that are served, or a map that says to whom each is. */
export function readActions(tree: Tree | undefined, report: Report): readonly DeclaredAction[] | undefined {
  if (tree?.kind !== 'map') {
    const read = (item: Tree) => readOneOf(item, 'An action', ACTIONS, report)
    return readList(tree, 'actions', read, report)?.map((action) => ({ ...action, guard: true }))
  }
  const fields = readFields(tree, 'the actions', ACTIONS, report)
  return ACTIONS.flatMap((value) => {
    const guard = readGuard(fields.get(value), `The guard of ${value}`, report)
    return guard === undefined ? [] : [{ value, at: guard.at, guard: guard.value }]
  })
}

/** The scopes: what is done with a record, and the name of what says with which. */
export function readScopes(tree: Tree | undefined, report: Report): readonly DeclaredScope[] {
  if (tree === undefined) return []
  const fields = readFields(tree, 'the scopes', POLICIES, report)
  return POLICIES.flatMap((policy) => {
    const name = readText(fields.get(policy), `The scope of ${policy}`, report)
    return name === undefined ? [] : [{ policy, name }]
  })
}
