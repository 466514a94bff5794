/** A mistake in `prove.ts` or its project, with a message that says how to fix it. */
export class ProveFault extends Error {
  override readonly name = 'ProveFault'
}

/** The message of a thrown value. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
