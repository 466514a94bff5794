import { compiledOf } from './compile.js'
import { Guards } from './guards.js'
import type { Resource, ResourceClass } from './operations.js'

/**
 * What one request has found out so far: made when the request begins, and held in the frame for as long as it runs. An
 * in-process call outside of any request is a request of its own.
 */
export class RequestState {
  readonly #guards = new Map<object | undefined, Guards>()
  readonly #baseScopes = new Map<object | undefined, Map<ResourceClass, unknown>>()

  /** The verdicts of the guards of a context: each guard is asked once in a request (rules 3.2, 7.3). */
  guardsOf(context: object | undefined): Guards {
    const guards = this.#guards.get(context) ?? new Guards(context)
    this.#guards.set(context, guards)
    return guards
  }

  /** The `baseScope` of a resource for a context, asked once in a request (rule 22.3), and once more when it has written. */
  baseScopeOf(instance: Resource, context: object | undefined): unknown {
    const { resourceClass } = compiledOf(instance)
    const known = this.#baseScopes.get(context) ?? new Map<ResourceClass, unknown>()
    this.#baseScopes.set(context, known)
    if (!known.has(resourceClass)) known.set(resourceClass, instance.baseScope(context))
    return known.get(resourceClass)
  }

  /** A write changes the records that a base scope is made of: it is asked anew. */
  forgetBaseScopes(): void {
    this.#baseScopes.clear()
  }
}
