import type { DatabaseName } from './probe.js'
import { adapterTo, createStore, fillStore, queryServer, type Store, type StoreOptions } from './stores.js'

/** A server's store that tests have closed, and its original description. */
interface Closed {
  readonly name: string
  readonly store: Store
  readonly tables: readonly string[]
  readonly shape: string
}

const closed: Record<string, Closed[]> = {}

/**
 * A store that is empty or contains the rows of another store. On a server, emptying tables is fifty times as fast as
 * creating and dropping them. Therefore, when a store is closed and its tables are unchanged, it is emptied and then
 * reused in this process for the same tables. All stores are dropped at the end of the run.
 */
export async function reusedStore(database: DatabaseName, options: StoreOptions): Promise<Store> {
  if (database === 'sqlite') return createStore.sqlite(options)
  const { url, tables, rowsOf } = options
  const others = (closed[`${database} ${tables}`] ??= [])
  const taken = others.pop() ?? (await newStore(database, options))
  if (rowsOf !== undefined) await fillStore(database, { url, tables, name: taken.name, rowsOf })
  let isClosed = false
  return {
    url: taken.store.url,
    adapter: adapterTo(database, taken.store.url),
    async drop() {
      if (isClosed) return
      isClosed = true
      if ((await shapeOf(database, url, taken.name)) !== taken.shape) return taken.store.drop()
      await EMPTY[database](url, taken)
      others.push(taken)
    },
  }
}

async function newStore(database: Server, { url, name, tables }: StoreOptions): Promise<Closed> {
  const store = await createStore[database]({ url, name, tables })
  const rows = await queryServer[database](url, [TABLES[database](name)])
  return {
    name,
    store,
    tables: rows.map(({ name: table }) => String(table)),
    shape: await shapeOf(database, url, name),
  }
}

type Server = Exclude<DatabaseName, 'sqlite'>

/** A description of everything except the rows, to detect changes. */
const shapeOf = async (database: Server, url: string, name: string): Promise<string> =>
  JSON.stringify(await queryServer[database](url, [SHAPE[database](name)]))

const TABLES: Record<Server, (name: string) => string> = {
  postgresql: (name) => `SELECT tablename AS name FROM pg_tables WHERE schemaname = '${name}'`,
  mariadb: (name) =>
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${name}'`,
}

const SHAPE: Record<Server, (name: string) => string> = {
  postgresql(name) {
    const inSchema = `'${name}'::regnamespace`
    const ofTable = `IN (SELECT oid FROM pg_class WHERE relnamespace = ${inSchema})`
    const parts = [
      ['pg_class', `relnamespace = ${inSchema}`],
      ['pg_constraint', `connamespace = ${inSchema}`],
      ['pg_proc', `pronamespace = ${inSchema}`],
      ['pg_type', `typnamespace = ${inSchema}`],
      ['pg_trigger', `tgrelid ${ofTable}`],
      ['pg_attrdef', `adrelid ${ofTable}`],
      ['pg_rewrite', `ev_class ${ofTable}`],
    ].map(([from, where]) => `SELECT '${from} ' || oid || ' ' || xmin AS part FROM ${from} WHERE ${where}`)
    const columns = `SELECT 'column ' || attrelid || ' ' || attnum || ' ' || xmin FROM pg_attribute WHERE attrelid ${ofTable}`
    return `SELECT md5(string_agg(part, ',' ORDER BY part)) FROM (${[...parts, columns].join(' UNION ALL ')}) AS parts`
  },
  mariadb(name) {
    const parts = [
      `SELECT 'column' AS kind, table_name AS a, column_name AS b,
         concat_ws(' ', column_type, is_nullable, column_default, collation_name, extra, generation_expression) AS c
       FROM information_schema.columns WHERE table_schema = '${name}'`,
      `SELECT 'index', table_name, concat_ws(' ', index_name, column_name), concat_ws(' ', non_unique, seq_in_index)
       FROM information_schema.statistics WHERE table_schema = '${name}'`,
      `SELECT 'reference', table_name, constraint_name, concat_ws(' ', referenced_table_name, update_rule, delete_rule)
       FROM information_schema.referential_constraints WHERE constraint_schema = '${name}'`,
      `SELECT 'check', table_name, constraint_name, check_clause
       FROM information_schema.check_constraints WHERE constraint_schema = '${name}'`,
      `SELECT 'trigger', event_object_table, trigger_name, action_statement
       FROM information_schema.triggers WHERE trigger_schema = '${name}'`,
      `SELECT 'routine', routine_name, '', routine_definition
       FROM information_schema.routines WHERE routine_schema = '${name}'`,
      `SELECT 'table', table_name, engine, table_collation FROM information_schema.tables WHERE table_schema = '${name}'`,
      `SELECT 'database', schema_name, '', default_collation_name FROM information_schema.schemata WHERE schema_name = '${name}'`,
    ]
    return `${parts.join(' UNION ALL ')} ORDER BY 1, 2, 3, 4`
  },
}

/** Deletes all rows, and resets the ids. */
const EMPTY: Record<Server, (url: string, of: Closed) => Promise<void>> = {
  async postgresql(url, { name, tables }) {
    // All tables are emptied in a single statement, because references are checked at its end.
    const [last, ...others] = tables.map((table) => `DELETE FROM "${name}"."${table}"`)
    const before = others.map((statement, index) => `deleted_${index} AS (${statement})`)
    await queryServer.postgresql(url, [
      `${before.length > 0 ? `WITH ${before.join(', ')} ` : ''}${last}`,
      `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
       FROM pg_sequences WHERE schemaname = '${name}'`,
    ])
  },
  async mariadb(url, { name, tables }) {
    const counting = await queryServer.mariadb(url, [
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = '${name}' AND auto_increment > 1`,
    ])
    await queryServer.mariadb(url, [
      'SET foreign_key_checks = 0',
      ...tables.map((table) => `DELETE FROM \`${name}\`.\`${table}\``),
      ...counting.map(({ name: table }) => `ALTER TABLE \`${name}\`.\`${String(table)}\` AUTO_INCREMENT = 1`),
    ])
  },
}
