import { loaderOf } from '../../base/loader.js'
import type { OwnActionConfig } from '../../declare/config.js'
import type { Capability } from '../../http/capability.js'

const code = loaderOf(() => import('./own-action.js'))

/**
 * The actions of the resources' own (rule 14.19): `/posts/{id}/-actions/publish`, or `/posts/-actions/import`.
 */
export const actions: Capability = {
  actionAt: ({ config }, segments) => {
    const [name = '', mark] = segments.toReversed()
    if (mark !== OWN_ACTIONS || segments.length < 3) return undefined
    const action = config.ownActions.get(name)
    if (!action || action.guard === false || action.on !== ON[segments.length]) return undefined
    const { on } = action
    return { name, on, run: async (context) => (code.present ?? (await code.load())).runOwnAction(context) }
  },
}

/** The segment before the name of an action. No name of a member begins with a hyphen. */
const OWN_ACTIONS = '-actions'

/** The target of an action, by the number of segments. */
const ON: Readonly<Record<number, OwnActionConfig['on']>> = { 3: 'collection', 4: 'record' }
