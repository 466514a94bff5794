import Libsql from 'libsql'
import { declareFacts } from '../../../runtime/src/facts/declared-facts.js'
import { factsOf } from '../../support/facts.js'
import { SqliteAdapter, type SqliteOptions } from './adapter.js'

/** An adapter over a test's SQLite file, with the facts of its store. */
export function openThird(
  { url, prisma }: { readonly url: string; readonly prisma: object },
  options: SqliteOptions = {},
): SqliteAdapter {
  const adapter = new SqliteAdapter(() => new Libsql(url.replace(/^file:/, '')), options)
  declareFacts(adapter, factsOf(prisma))
  return adapter
}
