import { loaderOf } from '../../base/loader.js'
import type { Capability } from '../../http/capability.js'

const code = loaderOf(() => import('./request-conditions.js'))

/** The conditions of a request on entity tags (rules 26.3 to 26.6). */
export const conditions: Capability = {
  asked: ({ incoming: { headers }, method, writesRecord }) => {
    if (!headers.has('if-match') && !headers.has('if-none-match')) return undefined
    const of = { headers, method, hasTag: writesRecord }
    return code.load().then(({ requestConditions }) => requestConditions(of))
  },
}
