/** The parts of the process that a run needs. */
export interface Io {
  readonly cwd: string
  out(text: string): void
  err(text: string): void
  /** Asks a question. Undefined if the terminal is not interactive. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  readonly signal: AbortSignal
}

/** The exit codes, which are the same as in `jsonapi-gen` (rule 20.12). */
export const EXIT = { done: 0, bug: 1, refused: 2, interrupted: 130 } as const
/** An exit code. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]
