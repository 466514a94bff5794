/** The parts of the process that the command line uses. They are passed in, so every command is a function of them. */
export interface Io {
  readonly cwd: string
  /** Writes data, which other programs may read. */
  out(text: string): void
  /** Writes messages for people. */
  err(text: string): void
  /** Whether data and messages may be colored. */
  readonly colour: { readonly out: boolean; readonly err: boolean }
  /** Whether the output is a terminal, so that long work may show its progress. */
  readonly watched: boolean
  /** Whether another thread would have a processor of its own. */
  readonly threads: boolean
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal
}

/** The exit codes: success, a bug in jsonapi-gen, an invalid invocation or schema, drift, and interruption. */
export const EXIT = { done: 0, bug: 1, invalid: 2, drift: 3, interrupted: 130 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The output formats. */
export const FORMATS = ['human', 'json', 'github'] as const
/** An output format: for people, for programs, or for a pull request on GitHub. */
export type Format = (typeof FORMATS)[number]

/** The formats of the policies table: for a terminal, for a review, and for programs. */
export const POLICY_FORMATS = ['text', 'markdown', 'json'] as const
/** A format of the policies table. */
export type PolicyFormat = (typeof POLICY_FORMATS)[number]

/** The formats of a `prove` report: for a terminal, for a review, for programs, and for annotations on GitHub. */
export const PROVE_FORMATS = ['text', 'markdown', 'json', 'github'] as const
/** A format of a `prove` report. */
export type ProveFormat = (typeof PROVE_FORMATS)[number]

/** The formats of the report of `verify`. */
export const VERIFY_FORMATS = ['text', 'markdown', 'json', 'github'] as const
/** A format of the report of `verify`. */
export type VerifyFormat = (typeof VERIFY_FORMATS)[number]

/**
 * The formats of a change list: for a terminal, for a review, for programs, for annotations on GitHub, for GitLab Code
 * Quality, and for code scanning.
 */
export const DIFF_FORMATS = ['text', 'markdown', 'json', 'github', 'gitlab', 'sarif'] as const
/** A format of a change list. */
export type DiffFormat = (typeof DIFF_FORMATS)[number]

/** The formats of `ci`: for people, for annotations on GitHub, for GitLab Code Quality, and for programs. */
export const CI_FORMATS = ['human', 'github', 'gitlab', 'json'] as const
/** A format of `ci`. */
export type CiFormat = (typeof CI_FORMATS)[number]

/** The changes that a run may fail on: only breaking ones, or also those that may break clients. */
export const FAIL_ON = ['breaking', 'risky'] as const
/** A level of changes that a run may fail on. */
export type FailOn = (typeof FAIL_ON)[number]
