const errors = new WeakSet<object>()
const contexts = new WeakSet<object>()

/**
 * Marks an error that came after the write was committed, so that the answer can say so (rule 14.6). A client that
 * takes a 500 for a failed write sends it again.
 *
 * @returns the same error; what was thrown and is no object, as the cause of one
 */
export function behindTheCommit(error: unknown): object {
  const noted =
    typeof error === 'object' && error !== null
      ? error
      : new Error('Something that is no error was thrown after the commit.', { cause: error })
  errors.add(noted)
  return noted
}

/** Whether what the request asks for was written before the error came. */
export function isBehindTheCommit(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errors.has(error)
}

/** Notes of a context that the write that its request asks for is durable: whatever fails from now on is behind the commit. */
export function noteCommit(context: object): void {
  contexts.add(context)
}

/** Whether the write that the request of a context asks for is durable. */
export function hasCommitted(context: object): boolean {
  return contexts.has(context)
}
