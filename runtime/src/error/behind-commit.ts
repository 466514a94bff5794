const errors = new WeakSet<object>()

/**
 * Notes of an error that what the request asks for was written before it came, so that the answer can say so: who takes a
 * 500 for a write that was not done sends it again.
 *
 * @returns the same error
 */
export function behindTheCommit<Thrown>(error: Thrown): Thrown {
  if (typeof error === 'object' && error !== null) errors.add(error)
  return error
}

/** Whether what the request asks for was written before the error came. */
export function isBehindTheCommit(error: unknown): boolean {
  return typeof error === 'object' && error !== null && errors.has(error)
}
