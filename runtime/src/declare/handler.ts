import { callWith, memberOf } from '../base/cast.js'

/**
 * A function that a declaration brings, called with the resource as `this`. Or the name of a method of the resource,
 * so that an override of that method runs (rule 1.5). Its parameters depend on what declares it: the declarations type
 * them, the configuration keeps them apart.
 */
export type Handler = ((...parameters: never[]) => unknown) | string

/** Who may do something: everybody, nobody, or whom the context's method of that name lets pass (rules 3.2, 7.3). */
export type Guard = boolean | string

/**
 * Calls a handler on its resource.
 *
 * Throws an Error that names the method when the resource has none of that name: that is the application's bug.
 */
export function callHandler(resource: object, handler: Handler, parameters: readonly unknown[]): unknown {
  const method = typeof handler === 'string' ? memberOf(resource, handler) : handler
  if (typeof method !== 'function') {
    throw new Error(
      `${resource.constructor.name} has no method "${String(handler)}", which one of its declarations names.`,
    )
  }
  return callWith(method, resource, parameters)
}
