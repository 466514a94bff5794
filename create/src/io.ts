/** What a run has of the process around it. */
export interface Io {
  readonly cwd: string
  out(text: string): void
  err(text: string): void
  /** Asks a question, where somebody is there to answer; undefined where nobody is. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  readonly signal: AbortSignal
}

/** How a run ends, as it does of `jsonapi-gen` (rule 20.12). */
export const EXIT = { done: 0, bug: 1, refused: 2, interrupted: 130 } as const
/** An exit code. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
