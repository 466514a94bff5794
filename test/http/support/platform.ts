/**
 * The platform's own class `Request` or `Response`. @hono/node-server replaces both in the whole process, which may run
 * several test files.
 */
export function platformOf<Class extends typeof Request | typeof Response>(current: Class): Class {
  const parent: unknown = Object.getPrototypeOf(current)
  return typeof parent === 'function' && parent !== Function.prototype ? (parent as Class) : current
}
