/** A mistake in `prove.ts` or its surroundings, with a text that says what to do. */
export class ProveFault extends Error {
  override readonly name = 'ProveFault'
}

/** The message of anything that was thrown. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
