import type { SqlStatement } from './driver-adapter.js'

/**
 * The escape character for Prisma's LIKE on SQLite. No text contains it, so that it changes the meaning of no filter.
 */
export const LIKE_ESCAPE = '\u001B'

/** The three forms of LIKE that Prisma writes for startsWith, endsWith and contains on SQLite. */
const LIKE = /\bLIKE \((?:\? \|\| '%'|'%' \|\| \?(?: \|\| '%')?)\)/g

/** The statement with an escape character in each LIKE of Prisma's. */
export function withEscape<Statement extends SqlStatement>(statement: Statement): Statement {
  const { sql } = statement
  if (!sql.includes(' LIKE (')) return statement
  return { ...statement, sql: sql.replaceAll(LIKE, `$& ESCAPE char(${LIKE_ESCAPE.charCodeAt(0)})`) }
}
