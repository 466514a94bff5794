import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { diceOf } from '../../prove/src/dice.js'
import { generateRows, inOrder, type Rows, withoutRows } from '../../prove/src/rows.js'
import { sqlOf } from '../../prove/src/sql.js'
import { tablesFrom } from '../../prove/src/tables.js'
import { withoutViews } from '../../prove/src/views.js'
import { loadRows, UnfitRows } from '../../prove/src/world.js'
import { DATAMODELS, datamodelTexts } from '../real/support/project.js'
import { createTables, SERVERS } from '../real/support/tables.js'
import { factsOfDatamodel } from '../support/facts.js'
import { oneIn } from '../support/sample.js'

const servers = inject('databases').filter(({ name }) => name !== 'sqlite')
const REACHED = DATAMODELS.filter(({ provider }) =>
  SERVERS[provider].every((name) => servers.some((server) => server.name === name)),
)

/** The tables whose rows need "fill": Place has a required column of a type that Prisma does not support. */
const LACKING: readonly (readonly [name: string, models: readonly string[]])[] = [['concierge', ['Place']]]

/** A pool that has ended no longer listens for errors, but dropping the database may still reach its connection. */
function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 })
  return pool.on('connect', (client) => client.on('error', () => {}))
}

test.each(oneIn(4, REACHED))(
  'the database of $of accepts the generated rows of every table, unless a required column has an unsupported type',
  async ({ name, provider, views }) => {
    const text = Object.values(await datamodelTexts(name)).join('\n')
    const { tables: all } = tablesFrom([await factsOfDatamodel(text)], [])
    const created = await createTables(text, provider, { servers, name: `prove_${name}_${process.pid}` })
    const db = new Kysely<object>({
      dialect:
        provider === 'mysql'
          ? new MysqlDialect({ pool: createPool({ uri: created.url, timezone: 'Z' }) })
          : new PostgresDialect({ pool: poolOf(created.url) }),
    })
    try {
      const sql = sqlOf(db, provider)
      if (!sql) throw new Error('There is no SQL.')
      const tables = await withoutViews(all, sql)
      expect(all.length - tables.length).toBe(views)
      const options = { dice: diceOf(1), known: new Map(), tenant: undefined, nulls: 2 }
      const rejected: string[] = []
      let { rows }: { readonly rows: Rows } = generateRows(tables, options)
      for (let isLoaded = false; !isLoaded;) {
        try {
          await loadRows(inOrder(tables), rows, sql)
          isLoaded = true
        } catch (error) {
          if (!(error instanceof UnfitRows)) throw error
          rejected.push(error.message)
          rows = withoutRows(tables, rows, error.table, error.rows)
        }
      }
      const empty = tables
        .filter(({ model }) => (rows.get(model) ?? []).length === 0)
        .map(({ model }) => model)
      const [lacking = []] = LACKING.filter(([own]) => own === name).map(([, models]) => models)
      expect({ empty, rejected: rejected.map((each) => each.replace(/: .*/, '')) }).toEqual({
        empty: lacking,
        rejected: lacking.map((model) => `The database rejects 8 generated rows of ${model}`),
      })
    } finally {
      await db.destroy()
      await created.drop()
    }
  },
)
