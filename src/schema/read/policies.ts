import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Entry, Tree } from '../../tree/tree.js'
import type { DeclaredAction, DeclaredResource, DeclaredScope } from '../declared.js'
import { type Action, ACTIONS, POLICIES, type Policy } from '../types.js'
import { readGuard } from './attribute.js'
import { readDeprecated } from './deprecated.js'
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
    const items = isOnlyOwn ? [] : readFive({ ...tree, entries: five }, 'the actions', report, readAction)
    return {
      actions: isOnlyOwn ? undefined : { isList: false, items },
      ownActions: own.map((entry) => readOwnAction(entry, report)),
    }
  }
  const [maps, names] = split(tree?.kind === 'list' ? tree.items : [], (item) => item.kind === 'map')
  const ownActions = maps
    .flatMap((item) => entriesOf(item, 'an action', report))
    .filter((entry) => isNew(entry, report))
    .map((entry) => readOwnAction(entry, report))
  const isOnlyOwn = names.length === 0 && maps.length > 0
  if (isOnlyOwn) return { actions: undefined, ownActions }
  const read = (item: Tree) => readOneOf(item, 'An action', ACTIONS, report)
  const items = readList(tree?.kind === 'list' ? { ...tree, items: names } : tree, 'actions', read, report)
  return {
    actions: items && { isList: true, items: items.map((action) => ({ ...action, guard: undefined })) },
    ownActions,
  }
}

/** Whether a map in a list of actions declares another action. Reports a standard one (JG202). */
function isNew({ key, at }: Entry, report: Report): boolean {
  const isStandard = isOneOfTheFive(key)
  if (isStandard) {
    report.add(
      'JG202',
      at,
      `${quoted(key)} is one of the five standard actions, so a list can contain only its name`,
      {
        help: `write a map, such as actions: { ${key}: { guard: isEditor } }, or choose a different name for the action`,
      },
    )
  }
  return !isStandard
}

const isOneOfTheFive = (key: string): boolean => ACTIONS.some((action) => action === key)

/** Whether an entry of `actions` is one of the resource's own actions. `false` drops an action from the defaults. */
function isOwnAction({ key, value }: Entry): boolean {
  return !isOneOfTheFive(key) && (value.kind === 'map' || (value.kind === 'scalar' && value.value === false))
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): readonly [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** The guards of actions. */
export const readGuards = (tree: Tree | undefined, what: string, report: Report): readonly DeclaredAction[] =>
  readFive(tree, what, report, readGuarded)

type ReadAction = (action: Action, tree: Tree | undefined, report: Report) => DeclaredAction | undefined

function readFive(
  tree: Tree | undefined,
  what: string,
  report: Report,
  read: ReadAction,
): readonly DeclaredAction[] {
  if (tree === undefined) return []
  const fields = readFields(tree, what, ACTIONS, report)
  return ACTIONS.flatMap((action) => read(action, fields.get(action), report) ?? [])
}

const readGuarded: ReadAction = (value, tree, report) => {
  const guard = readGuard(tree, `The guard on ${value}`, report)
  return guard && { value, at: guard.at, guard: guard.value }
}

/** An action of a map: its guard, or a map with its guard and its deprecation. */
const readAction: ReadAction = (value, tree, report) => {
  if (tree?.kind !== 'map') return readGuarded(value, tree, report)
  const what = `action ${quoted(value)}`
  const fields = readFields(tree, `the standard ${what}`, ['guard', 'deprecated'], report)
  const guard = readGuard(fields.get('guard'), `The guard on ${value}`, report)
  const deprecated = readDeprecated(fields.get('deprecated'), what, report)
  if (guard?.value === false && deprecated) {
    report.add('JG212', deprecated.at, `Nobody may use ${quoted(value)}, so it cannot be deprecated`, {
      help: 'remove deprecated, or write who may use it until it goes',
    })
  }
  return { value, at: guard?.at ?? tree.at, guard: guard?.value, deprecated }
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
