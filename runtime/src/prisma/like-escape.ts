import type { SqlStatement } from './driver-adapter.js'

/** The escape character that a LIKE of Prisma's gets on SQLite: one that stands in nobody's text, so that no filter changes its meaning. */
export const LIKE_ESCAPE = '\u001B'

/** The three forms that Prisma gives the LIKE of startsWith, endsWith and contains on SQLite. */
const LIKE = /\bLIKE \((?:\? \|\| '%'|'%' \|\| \?(?: \|\| '%')?)\)/g

/** A statement of Prisma's whose LIKE has an escape character. */
export function withEscape<Statement extends SqlStatement>(statement: Statement): Statement {
  const { sql } = statement
  if (!sql.includes(' LIKE (')) return statement
  return { ...statement, sql: sql.replaceAll(LIKE, `$& ESCAPE char(${LIKE_ESCAPE.charCodeAt(0)})`) }
}
