/**
 * Whether what a handler gave has to be awaited. Most of it need not be, and on Node each `await` has its cost, the more so
 * under AsyncLocalStorage: hence code that every request runs awaits only what is pending.
 */
export function isPending(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value
}
