import { castTo } from '../base/cast.js'
import type { Awaitable } from '../declare/declaration-types.js'

/**
 * The locals as an argument, which is optional if the locals may be undefined.
 *
 * ```ts
 * const ask = (request: Request, ...locals: LocalsArgument<Locals>) => api.fetch(request, ...locals);
 * ```
 */
export type LocalsArgument<Locals> = undefined extends Locals ? [locals?: Locals] : [locals: Locals]

/**
 * Returns the locals of a request.
 *
 * ```ts
 * const find: FindLocals<Locals> = async () => ({ user: await userOf(request.headers.get('authorization')) });
 * ```
 */
export type FindLocals<Locals> = () => Awaitable<Locals>

/**
 * Turns the function that was passed to a binding into one that returns a request's locals. Without a function, the
 * locals are undefined.
 */
export function localsOf<Locals, Parameters extends readonly unknown[]>(
  find: ((...parameters: Parameters) => Awaitable<Locals>) | undefined,
  ...parameters: Parameters
): FindLocals<Locals> {
  return () => (find ? find(...parameters) : castTo<Locals>(undefined))
}
