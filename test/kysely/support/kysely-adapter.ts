import { KyselyAdapter, type KyselyAdapterOptions } from '@jsonapi-gen/kysely'
import type { Kysely, LogEvent } from 'kysely'
import { declareFacts } from '../../../runtime/src/facts/declared-facts.js'
import type { OpenDatabase } from '../../support/databases.js'
import { factsOf } from '../../support/facts.js'
import { kyselyOf, poolOf } from './kysely-of.js'

/** A Kysely adapter for the database that a test has opened, and a function that closes it. */
export function kyselyAdapter(
  database: Pick<OpenDatabase<object>, 'name' | 'url' | 'prisma'>,
  options: KyselyAdapterOptions & { readonly log?: (event: LogEvent) => void } = {},
): { readonly adapter: KyselyAdapter; readonly db: Kysely<object>; readonly close: () => Promise<void> } {
  const { log, ...others } = options
  const db = kyselyOf(database, log)
  const adapter = new KyselyAdapter(db, { ...poolOf(db), ...others })
  declareFacts(adapter, factsOf(database.prisma))
  return { adapter, db, close: () => db.destroy() }
}
