import type { Report } from '../../diagnostic/report.js'
import type { Entry, Tree } from '../../tree/tree.js'
import type { DeclaredAction, DeclaredResource, DeclaredScope } from '../declared.js'
import { ACTIONS, POLICIES, type Policy } from '../types.js'
import { readGuard } from './attribute.js'
import { entriesOf, type Fields, readFields } from './fields.js'
import { readOwnAction } from './own-action.js'
import { readBoolean, readList, readOneOf, readText } from './values.js'

/**
 * The actions: a list of those that are served, or a map with the guard of each. Both may contain the resource's own
 * actions, which do not affect the five standard ones.
 */
export function readActions(
  tree: Tree | undefined,
  report: Report,
): Pick<DeclaredResource, 'actions' | 'ownActions'> {
  if (tree?.kind === 'map') {
    const [own, five] = split(tree.entries, isOwnAction)
    const isOnlyOwn = five.length === 0 && own.length > 0
    const items = isOnlyOwn ? [] : readGuards({ ...tree, entries: five }, 'the actions', report)
    return {
      actions: isOnlyOwn ? undefined : { isList: false, items },
      ownActions: own.map((entry) => readOwnAction(entry, report)),
    }
  }
  const [maps, names] = split(tree?.kind === 'list' ? tree.items : [], (item) => item.kind === 'map')
  const ownActions = maps.flatMap((item) =>
    entriesOf(item, 'an action', report).map((entry) => readOwnAction(entry, report)),
  )
  const isOnlyOwn = names.length === 0 && maps.length > 0
  if (isOnlyOwn) return { actions: undefined, ownActions }
  const read = (item: Tree) => readOneOf(item, 'An action', ACTIONS, report)
  const items = readList(tree?.kind === 'list' ? { ...tree, items: names } : tree, 'actions', read, report)
  return {
    actions: items && { isList: true, items: items.map((action) => ({ ...action, guard: undefined })) },
    ownActions,
  }
}

/** Whether an entry of `actions` is one of the resource's own actions. `false` drops an action from the defaults. */
function isOwnAction({ key, value }: Entry): boolean {
  const isOneOfTheFive = ACTIONS.some((action) => action === key)
  return !isOneOfTheFive && (value.kind === 'map' || (value.kind === 'scalar' && value.value === false))
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** The guards of actions. */
export function readGuards(tree: Tree | undefined, what: string, report: Report): readonly DeclaredAction[] {
  if (tree === undefined) return []
  const fields = readFields(tree, what, ACTIONS, report)
  return ACTIONS.flatMap((value) => {
    const guard = readGuard(fields.get(value), `The guard on ${value}`, report)
    return guard === undefined ? [] : [{ value, at: guard.at, guard: guard.value }]
  })
}

/** The scopes of a resource, and whether the API-wide scopes also apply. */
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

/** The API-wide scopes. */
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
