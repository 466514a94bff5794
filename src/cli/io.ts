/** What the command line touches of the process, handed in so that every command is a function of it. */
export interface Io {
  readonly cwd: string
  /** Data: what another program may read. */
  out(text: string): void
  /** Talk: what a person reads. */
  err(text: string): void
  /** Whether data, and whether talk, may be coloured. */
  readonly colour: { readonly out: boolean; readonly err: boolean }
  /** Whether somebody is watching a terminal, so that long work may show how far it is. */
  readonly watched: boolean
  /** Whether a thread beside this one would have a processor of its own. */
  readonly threads: boolean
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal
}

/** How a run ends: done, our bug, a bad invocation or schema, drift found, interrupted. */
export const EXIT = { done: 0, bug: 1, invalid: 2, drift: 3, interrupted: 130 } as const
/** An exit code. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The forms of output. */
export const FORMATS = ['human', 'json', 'github'] as const
/** A form of output: for people, for programs, for a pull request on GitHub. */
export type Format = (typeof FORMATS)[number]

/** The forms of the table of policies: for a terminal, for a review, for programs. */
export const POLICY_FORMATS = ['text', 'markdown', 'json'] as const
/** One of them. */
export type PolicyFormat = (typeof POLICY_FORMATS)[number]

/** The forms of a list of changes: for a terminal, for a review, for programs, for a pull request on GitHub. */
export const DIFF_FORMATS = ['text', 'markdown', 'json', 'github'] as const
/** One of them. */
export type DiffFormat = (typeof DIFF_FORMATS)[number]

/** The changes that a run may fail on: those that break, or those that may break too. */
export const FAIL_ON = ['breaking', 'risky'] as const
/** One of them. */
export type FailOn = (typeof FAIL_ON)[number]
