import type { Report } from '../../diagnostic/report.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredAction, DeclaredActions, DeclaredResource, DeclaredScope } from '../declared.js'
import { ACTIONS, POLICIES, type Policy } from '../types.js'
import { readGuard } from './attribute.js'
import { type Fields, readFields } from './fields.js'
import { readBoolean, readList, readOneOf, readText } from './values.js'

/** The actions: a list of those that are served, or a map with the guard of each. */
export function readActions(tree: Tree | undefined, report: Report): DeclaredActions | undefined {
  if (tree?.kind === 'map') return { isList: false, items: readGuards(tree, 'the actions', report) }
  const read = (item: Tree) => readOneOf(item, 'An action', ACTIONS, report)
  const items = readList(tree, 'actions', read, report)
  return items && { isList: true, items: items.map((action) => ({ ...action, guard: undefined })) }
}

/** The guards of actions. */
export function readGuards(tree: Tree | undefined, what: string, report: Report): readonly DeclaredAction[] {
  if (tree === undefined) return []
  const fields = readFields(tree, what, ACTIONS, report)
  return ACTIONS.flatMap((value) => {
    const guard = readGuard(fields.get(value), `The guard of ${value}`, report)
    return guard === undefined ? [] : [{ value, at: guard.at, guard: guard.value }]
  })
}

/** The scopes of a resource, and whether those of the whole API apply too. */
export function readScopes(
  tree: Tree | undefined,
  report: Report,
): Pick<DeclaredResource, 'scopes' | 'inherit'> {
  if (tree === undefined) return { scopes: [], inherit: undefined }
  const fields = readFields(tree, 'the scopes', [...POLICIES, 'inherit'], report)
  return {
    scopes: scopesOf(fields, report),
    inherit: readBoolean(fields.get('inherit'), 'inherit', report),
  }
}

/** The scopes of the whole API. */
export function readDefaultScopes(tree: Tree | undefined, report: Report): readonly DeclaredScope[] {
  return tree === undefined ? [] : scopesOf(readFields(tree, 'the scopes', POLICIES, report), report)
}

/** Kinds of access to records, and the names of the scopes that limit them. */
function scopesOf(fields: Pick<Fields<Policy>, 'get'>, report: Report): readonly DeclaredScope[] {
  return POLICIES.flatMap((policy) => {
    const name = readText(fields.get(policy), `The scope of ${policy}`, report)
    return name === undefined ? [] : [{ policy, name }]
  })
}
