import { callWith, memberOf } from '../base/cast.js'

/**
 * A function in a declaration, called with the resource as `this`; or the name of a method of the resource, so that an
 * override of that method runs (rule 1.5). The parameters depend on the declaration: its types check them, and the
 * configuration keeps them apart.
 */
export type Handler = ((...parameters: never[]) => unknown) | string

/** Permits something to everybody, to nobody, or to those whom the context's method with that name permits (rules 3.2, 7.3). */
export type Guard = boolean | string

/**
 * Calls a handler on its resource.
 *
 * Throws an Error that names the method if the resource has no method of that name, which is a bug of the application.
 */
export function callHandler(resource: object, handler: Handler, parameters: readonly unknown[]): unknown {
  const method = typeof handler === 'string' ? memberOf(resource, handler) : handler
  if (typeof method !== 'function') {
    throw new Error(
      `${resource.constructor.name} has no method "${String(handler)}", but one of its declarations refers to it.`,
    )
  }
  return callWith(method, resource, parameters)
}
