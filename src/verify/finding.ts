import type { Code } from '../diagnostic/catalogue.js'
import type { Span } from '../source/source.js'

/** A difference between the running database and the schema. */
export interface Finding {
  readonly code: Code
  /** The location in the schema; undefined for a setting or a migration. */
  readonly at: Span | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  /** The difference, as a sentence. */
  readonly message: string
  /** The consequence for the requests below, as the end of a sentence with `will`: `return 500`. */
  readonly effect: string
  /** The requests that it affects, such as `POST /posts`; empty if it affects no request of this API. */
  readonly requests: readonly string[]
  readonly fix: Fix
}

/** The SQL or the command that removes a difference. */
export interface Fix {
  /** SQL for the database, a command for a shell, or an instruction. */
  readonly kind: 'sql' | 'command' | 'text'
  readonly text: string
}
