import type { Database } from '../database.js'

/** The structure of a database, or a sentence that says why it cannot be read and what to do. */
export type ReadDatabase =
  | { readonly ok: true; readonly database: Database }
  | { readonly ok: false; readonly message: string }

/** The schemas to read on PostgreSQL. */
export interface Wanted {
  /**
   * The schema of tables without `@@schema`: the URL's schema, or else the first schema in the search path.
   */
  readonly home: string | undefined
  /** The schemas that `@@schema` names. */
  readonly schemas: readonly string[]
}
