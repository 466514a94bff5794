const errors = new WeakSet<object>()
const contexts = new WeakSet<object>()

/**
 * Marks an error that came after the commit of the write, so that the answer can say so (rule 14.6). A client that
 * takes a 500 for a failed write would send it again.
 *
 * @returns the same error; if the thrown value is not an object, a new error with it as its cause
 */
export function behindTheCommit(error: unknown): object {
  const noted =
    typeof error === 'object' && error !== null
      ? error
      : new Error('Something that is not an Error was thrown after the commit.', { cause: error })
  errors.add(noted)
  return noted
}

/** Whether the error came after the request's write was committed. */
export function isBehindTheCommit(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errors.has(error)
}

/** Notes that the write of the context's request is durable: every later failure comes after the commit. */
export function noteCommit(context: object): void {
  contexts.add(context)
}

/** Whether the write of the context's request is durable. */
export function hasCommitted(context: object): boolean {
  return contexts.has(context)
}
