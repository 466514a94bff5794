import { castTo } from '../base/cast.js'
import type { Awaitable } from '../declare/declaration-types.js'

/**
 * The locals of a request as an argument; optional if they may be undefined.
 *
 * ```ts
 * const ask = (request: Request, ...locals: LocalsArgument<Locals>) => api.fetch(request, ...locals);
 * ```
 */
export type LocalsArgument<Locals> = undefined extends Locals ? [locals?: Locals] : [locals: Locals]

/**
 * Finds the locals of a request.
 *
 * ```ts
 * const find: FindLocals<Locals> = async () => ({ user: await userOf(request.headers.get('authorization')) });
 * ```
 */
export type FindLocals<Locals> = () => Awaitable<Locals>

/**
 * Makes a function that finds the locals of a request from the function that a binding was given. Without one, they are
 * undefined.
 */
export function localsOf<Locals, Parameters extends readonly unknown[]>(
  find: ((...parameters: Parameters) => Awaitable<Locals>) | undefined,
  ...parameters: Parameters
): FindLocals<Locals> {
  return async () => (find ? find(...parameters) : castTo<Locals>(undefined))
}
