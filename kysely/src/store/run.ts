import type { QueryResult, RawBuilder } from 'kysely'

/** Runs a statement on the connection to use now. */
export type Run = (
  statement: RawBuilder<unknown>,
) => Promise<Pick<QueryResult<object>, 'rows' | 'numAffectedRows'>>
