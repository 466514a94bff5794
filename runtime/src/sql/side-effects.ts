import { isInTransaction } from '../adapter/transaction/current-transaction.js'
import type { Datamodel, Model, StoreTable } from '../datamodel/datamodel.js'
import type { StoreFault } from '../adapter/fault.js'
import {
  type Reach,
  type SideEffects,
  type TableEffects,
  UNKNOWN_SIDE_EFFECTS,
} from '../adapter/side-effects.js'
import { memberOf } from '../base/cast.js'
import { madeOnce } from '../base/made-once.js'
import { literals, quotedTable } from './catalogue-names.js'
import { rootState } from './root-state.js'

/**
 * Asks a database, once per process and outside its transactions, about its triggers, rules, row-level security and foreign key actions. If the
 * query fails, every statement is assumed to have side effects.
 *
 * @param root the client or the Kysely instance, for which the result is kept
 * @param query runs the query on a connection that is not in a transaction
 */
export async function sideEffectsOf(
  root: object,
  datamodel: Datamodel,
  query: (sql: string) => Promise<readonly object[]>,
  faultOf: (error: unknown) => StoreFault,
): Promise<SideEffects> {
  const state = rootState(root)
  const catalogue = CATALOGUES.get(datamodel.provider ?? '')
  // In a transaction, the question would need a second connection.
  const isUnasked = !state.sideEffects && isInTransaction(root)
  if (!catalogue || isUnasked) return UNKNOWN_SIDE_EFFECTS
  const asking = (state.sideEffects ??= ask(catalogue, datamodel, query).catch((error: unknown) => {
    if (TRANSIENT.has(faultOf(error).kind)) state.sideEffects = undefined
    return UNKNOWN_SIDE_EFFECTS
  }))
  return asking
}

/** The faults after which the query may succeed later. */
const TRANSIENT: ReadonlySet<StoreFault['kind']> = new Set(['busy', 'conflict', 'unavailable'])

/** A row of a catalogue: its kind, and up to four strings. */
interface Entry {
  readonly kind: string
  readonly values: readonly [string, string, string, string]
}

/** The tables of a database, under the names that its catalogue uses. */
interface Tables {
  /** The table of each model, and of each join without a model. */
  readonly named: ReadonlyMap<string, string>
  readonly known: ReadonlySet<string>
  readonly triggered: ReadonlySet<string>
  readonly keys: readonly KeyAction[]
}

/** A foreign key that does something when the row that it refers to is deleted or changed. */
interface KeyAction {
  readonly table: string
  readonly referred: string
  /** The referred columns; undefined if the catalogue does not name them. */
  readonly columns: readonly string[] | undefined
  readonly onDelete: boolean
  readonly onUpdate: boolean
}

/** How a kind of database describes its tables. */
interface Catalogue {
  readonly sql: (tables: readonly StoreTable[]) => string
  readonly tables: (entries: readonly Entry[], named: ReadonlyMap<string, StoreTable>) => Tables
}

const COLUMNS = ['of_kind', 'of_a', 'of_b', 'of_c', 'of_d'] as const

async function ask(
  catalogue: Catalogue,
  datamodel: Datamodel,
  query: (sql: string) => Promise<readonly object[]>,
): Promise<SideEffects> {
  const named = namedTables(datamodel)
  const rows = await query(catalogue.sql([...named.values()]))
  const entries = rows.map((row): Entry => {
    const [kind, a, b, c, d] = COLUMNS.map((name) => String(memberOf(row, name) ?? ''))
    return { kind: kind ?? '', values: [a ?? '', b ?? '', c ?? '', d ?? ''] }
  })
  return effectsIn(catalogue.tables(entries, named), datamodel)
}

/** The tables of the models, and those of joins without a model. */
function namedTables({ models }: Datamodel): ReadonlyMap<string, StoreTable> {
  const named = new Map<string, StoreTable>()
  for (const { name, table, relations } of models.values()) {
    named.set(name, table)
    for (const { join } of relations.values()) {
      if (join !== undefined) named.set(join, { name: join, schema: table.schema })
    }
  }
  return named
}

function effectsIn(tables: Tables, datamodel: Datamodel): SideEffects {
  const { named, known, triggered, keys } = tables
  const models = new Map<string, string[]>()
  for (const [model, table] of named) madeOnce(models, table, (): string[] => []).push(model)
  const reachOf = (first: readonly KeyAction[]): Reach => {
    const reached = new Set(first.map(({ table }) => table))
    // A row that changes may take others with it.
    for (const table of reached) {
      for (const key of keys) if (key.referred === table) reached.add(key.table)
    }
    return {
      models: new Set([...reached].flatMap((table) => models.get(table) ?? [])),
      isTriggered: datamodel.emulatesKeys || [...reached].some((table) => triggered.has(table)),
    }
  }
  const effectsOf = (name: string): TableEffects => {
    const table = named.get(name)
    if (table === undefined || !known.has(table)) return UNKNOWN_SIDE_EFFECTS.of(name)
    const referring = keys.filter(({ referred }) => referred === table)
    const updating = referring.filter(({ onUpdate }) => onUpdate)
    const stored = storedNames(datamodel.models.get(name))
    return {
      isTriggered: triggered.has(table),
      onDelete: reachOf(referring.filter(({ onDelete }) => onDelete)),
      onUpdate: (columns) =>
        reachOf(
          updating.filter(
            (key) => !key.columns || columns.some((column) => key.columns?.includes(stored(column))),
          ),
        ),
    }
  }
  const effects = new Map<string, TableEffects>()
  return { of: (model) => madeOnce(effects, String(model), () => effectsOf(String(model))) }
}

const storedNames =
  (model: Model | undefined) =>
  (column: string): string =>
    model?.columns.get(column)?.stored ?? column

/** Separates the names of columns. */
const SEPARATOR = '\u001F'

const columnsFrom = (text: string): readonly string[] | undefined =>
  text === '' ? undefined : text.split(SEPARATOR)

const ofKind = (entries: readonly Entry[], kind: string): readonly Entry['values'][] =>
  entries.flatMap((entry) => (entry.kind === kind ? [entry.values] : []))

/** Tables are identified by their number. The search path of the session decides which table has a name. */
const POSTGRESQL: Catalogue = {
  sql: (tables) => `
    select 'name' as of_kind, named.name as of_a, to_regclass(named.name)::oid::text as of_b, null as of_c, null as of_d
    from unnest(array[${literals(tables.map(quotedTable))}]) as named(name)
    union all
    select 'table', of_table.oid::text,
      (of_table.relkind::text not in ('r', 'p') or of_table.relrowsecurity
        or exists (select from pg_catalog.pg_rewrite r where r.ev_class = of_table.oid)
        or exists (select from pg_catalog.pg_trigger t where t.tgrelid = of_table.oid and not t.tgisinternal)
        or exists (select from pg_catalog.pg_inherits i join pg_catalog.pg_class heir on heir.oid = i.inhrelid
          where i.inhparent = of_table.oid and not heir.relispartition))::text, null, null
    from pg_catalog.pg_class of_table where of_table.relkind::text in ('r', 'p', 'v', 'm', 'f')
      and of_table.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
    union all
    select 'part', inhrelid::text, inhparent::text, null, null from pg_catalog.pg_inherits
    union all
    select 'key', of_key.conrelid::text, of_key.confrelid::text,
      of_key.confdeltype::text || of_key.confupdtype::text,
      (select string_agg(attname::text, chr(31)) from pg_catalog.pg_attribute
        where attrelid = of_key.confrelid and attnum = any (of_key.confkey))
    from pg_catalog.pg_constraint of_key where of_key.contype = 'f'`,
  tables(entries, named) {
    const numbers = new Map(ofKind(entries, 'name').map(([name, number]) => [name, number]))
    const triggered = new Set(
      ofKind(entries, 'table').flatMap(([table, isTriggered]) => (isTriggered === 'true' ? [table] : [])),
    )
    // A statement on a partitioned table is one on its partitions.
    const parts = ofKind(entries, 'part')
    for (const table of triggered) {
      for (const [part, whole] of parts) if (part === table) triggered.add(whole)
    }
    return {
      named: new Map([...named].map(([model, table]) => [model, numbers.get(quotedTable(table)) ?? ''])),
      known: new Set(ofKind(entries, 'table').map(([table]) => table)),
      triggered,
      keys: ofKind(entries, 'key').map(([table, referred, actions, columns]) => ({
        table,
        referred,
        columns: columnsFrom(columns),
        // c: CASCADE, n: SET NULL, d: SET DEFAULT
        onDelete: /^[cnd]/.test(actions),
        onUpdate: /[cnd]$/.test(actions),
      })),
    }
  },
}

/** A user without the right TRIGGER does not see triggers, so that all tables count as having some. */
const MYSQL: Catalogue = {
  sql: () => `
    select 'table' as of_kind, table_name as of_a, table_type as of_b, null as of_c, null as of_d
    from information_schema.tables where table_schema = database()
    union all
    select 'trigger', event_object_table, null, null, null
    from information_schema.triggers where event_object_schema = database()
    union all
    select 'right', '*', null, null, null from information_schema.user_privileges
    where privilege_type = 'TRIGGER' and grantee = ${GRANTEE}
    union all
    select 'right', '*', null, null, null from information_schema.schema_privileges
    where privilege_type = 'TRIGGER' and grantee = ${GRANTEE} and database() like table_schema
    union all
    select 'right', table_name, null, null, null from information_schema.table_privileges
    where privilege_type = 'TRIGGER' and grantee = ${GRANTEE} and table_schema = database()
    union all
    select 'key', of_key.table_name, of_key.referenced_table_name,
      concat(of_key.delete_rule, '/', of_key.update_rule), of_column.referenced_column_name
    from information_schema.referential_constraints of_key
    join information_schema.key_column_usage of_column
      on of_column.constraint_schema = of_key.constraint_schema
      and of_column.constraint_name = of_key.constraint_name and of_column.table_name = of_key.table_name
    where of_key.constraint_schema = database()`,
  tables(entries, named) {
    const rights = new Set(ofKind(entries, 'right').map(([table]) => table.toLowerCase()))
    const all = ofKind(entries, 'table')
    const unseen = all.flatMap(([table, type]) =>
      type === 'BASE TABLE' && (rights.has('*') || rights.has(table.toLowerCase())) ? [] : [table],
    )
    return tablesByName(entries, named, unseen)
  },
}

const GRANTEE = `concat('''', substring_index(current_user(), '@', 1), '''@''', substring_index(current_user(), '@', -1), '''')`

const SQLITE: Catalogue = {
  sql: () => `
    select 'table' as of_kind, name as of_a, case when type = 'table' and rootpage > 0 then 'table' else 'other' end as of_b,
      null as of_c, null as of_d from sqlite_master where type in ('table', 'view')
    union all
    select 'trigger', tbl_name, null, null, null from sqlite_master where type = 'trigger'
    union all
    select 'trigger', tbl_name, null, null, null from sqlite_temp_master where type = 'trigger'
    union all
    select 'key', of_table.name, of_key."table", of_key.on_delete || '/' || of_key.on_update, of_key."to"
    from sqlite_master of_table, pragma_foreign_key_list(of_table.name) of_key where of_table.type = 'table'`,
  tables(entries, named) {
    const others = ofKind(entries, 'table').flatMap(([table, type]) => (type === 'table' ? [] : [table]))
    return tablesByName(entries, named, others)
  },
}

/** The tables of a database that compares their names without case. Each entry of a key names one column. */
function tablesByName(
  entries: readonly Entry[],
  named: ReadonlyMap<string, StoreTable>,
  others: readonly string[],
): Tables {
  const triggers = ofKind(entries, 'trigger').map(([table]) => table)
  return {
    named: new Map([...named].map(([model, table]) => [model, table.name.toLowerCase()])),
    known: new Set(ofKind(entries, 'table').map(([table]) => table.toLowerCase())),
    triggered: new Set([...others, ...triggers].map((table) => table.toLowerCase())),
    keys: ofKind(entries, 'key').map(([table, referred, actions, columns]) => {
      const [onDelete = '', onUpdate = ''] = actions.split('/')
      return {
        table: table.toLowerCase(),
        referred: referred.toLowerCase(),
        columns: columnsFrom(columns),
        onDelete: ACTION.test(onDelete),
        onUpdate: ACTION.test(onUpdate),
      }
    }),
  }
}

const ACTION = /^(?:CASCADE|SET NULL|SET DEFAULT)$/

const CATALOGUES: ReadonlyMap<string, Catalogue> = new Map([
  ['postgresql', POSTGRESQL],
  ['mysql', MYSQL],
  ['sqlite', SQLITE],
])
