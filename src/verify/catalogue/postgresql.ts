import type { Connection, Row } from '../connection.js'
import {
  type Column,
  type ForeignKey,
  grouped,
  type Index,
  ON_DELETE,
  type StoredDefault,
  type Table,
  type Trigger,
} from '../database.js'
import { reasonOf } from '../connection.js'
import { isTrue, listOf, memberOf, textOf } from '../unknown.js'
import { postgresDefault } from './postgresql-default.js'
import type { ReadDatabase, Wanted } from './result.js'

/** Reads the catalog of a PostgreSQL database. */
export async function readPostgres(connection: Connection, wanted: Wanted): Promise<ReadDatabase> {
  try {
    return await read(connection, wanted)
  } catch (error) {
    if (memberOf(error, 'code') !== '42501') throw error
    return { ok: false, message: await lackingRights(connection, error) }
  }
}

async function read({ rows }: Connection, { home: named, schemas }: Wanted): Promise<ReadDatabase> {
  const [session] = await rows(SESSION)
  const searched = textOf(session?.['home']) || 'public'
  const home = named ?? searched
  const all = [...new Set([home, ...schemas])].map(literal).join(', ')
  const tables = await rows(tablesIn(all))
  const types = await rows(typesIn(all))
  const existing = await rows(schemasIn(all))
  const columns = grouped(await rows(columnsIn(all)), idOf)
  const indexes = grouped(await rows(indexesIn(all)), idOf)
  const keys = grouped(await rows(foreignKeysIn(all)), idOf)
  const triggers = grouped(await rows(triggersIn(all)), idOf)
  return {
    ok: true,
    database: {
      provider: 'postgresql',
      version: `PostgreSQL ${/[\d.]+/.exec(textOf(session?.['version']))?.[0] ?? ''}`,
      name: textOf(session?.['name']),
      home,
      ...(home !== searched && { prefix: home }),
      schemas: existing.map(({ schema }) => textOf(schema)),
      types: types.map(({ schema, name }) => ({ schema: textOf(schema), name: textOf(name) })),
      isCaseSensitive: true,
      tables: tables.map((row): Table => {
        const id = idOf(row)
        const own = indexes.get(id) ?? []
        const primary = own.find((index) => isTrue(index['key']))
        return {
          name: textOf(row['tbl']),
          schema: textOf(row['schema']),
          isView: isTrue(row['view']),
          columns: (columns.get(id) ?? []).map(toColumn),
          key: listOf(primary?.['columns'] ?? []),
          keyName: primary && textOf(primary['name']),
          indexes: own.filter((index) => !isTrue(index['key'])).map(toIndex),
          foreignKeys: (keys.get(id) ?? []).map(toForeignKey),
          triggers: (triggers.get(id) ?? []).map(toTrigger),
        }
      }),
      settings: {
        zone: {
          name: textOf(session?.['zone']),
          isUtc: isUtc(session?.['winter'], '2026-01-15') && isUtc(session?.['summer'], '2026-07-15'),
          source: textOf(session?.['source']),
          user: textOf(session?.['user']),
        },
        charset: textOf(session?.['charset']),
        ...(isTrue(session?.['reads']) && { readOnly: { source: textOf(session?.['reader']) } }),
      },
    },
  }
}

/** A table, as a key. */
const idOf = ({ schema, tbl }: Row): string => JSON.stringify([textOf(schema), textOf(tbl)])

const isUtc = (seconds: unknown, day: string): boolean =>
  Number(textOf(seconds)) * 1000 === Date.parse(`${day}T12:00:00Z`)

const literal = (name: string): string => `'${name.replaceAll("'", "''")}'`

const SESSION = `SELECT version() AS version, current_database() AS name, current_schema() AS home, current_setting('TimeZone') AS zone, session_user AS user,
(SELECT source FROM pg_catalog.pg_settings WHERE name = 'TimeZone') AS source,
current_setting('server_encoding') AS charset,
(SELECT reset_val = 'on' FROM pg_catalog.pg_settings WHERE name = 'default_transaction_read_only') AS reads,
(SELECT CASE WHEN s.setrole = 0 THEN 'database' WHEN s.setdatabase = 0 THEN 'user' ELSE 'database user' END
 FROM pg_catalog.pg_db_role_setting s LEFT JOIN pg_catalog.pg_database d ON d.oid = s.setdatabase LEFT JOIN pg_catalog.pg_roles r ON r.oid = s.setrole
 WHERE (s.setdatabase = 0 OR d.datname = current_database()) AND (s.setrole = 0 OR r.rolname = session_user)
 AND array_to_string(s.setconfig, ' ') ~ 'default_transaction_read_only='
 ORDER BY s.setrole <> 0 DESC, s.setdatabase <> 0 DESC LIMIT 1) AS reader,
extract(epoch FROM '2026-01-15 12:00:00'::timestamptz)::text AS winter,
extract(epoch FROM '2026-07-15 12:00:00'::timestamptz)::text AS summer`

const tablesIn = (
  schemas: string,
): string => `SELECT n.nspname AS schema, c.relname AS tbl, c.relkind IN ('v', 'm') AS view
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN (${schemas}) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1, 2`

const typesIn = (
  schemas: string,
): string => `SELECT n.nspname AS schema, t.typname AS name FROM pg_catalog.pg_type t
JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE t.typtype = 'e' AND n.nspname IN (${schemas}) ORDER BY 1, 2`

const schemasIn = (schemas: string): string =>
  `SELECT nspname AS schema FROM pg_catalog.pg_namespace WHERE nspname IN (${schemas}) ORDER BY 1`

/** A domain counts as its base type. `typename` is an enum's, also in a list. */
const columnsIn = (
  schemas: string,
): string => `SELECT n.nspname AS schema, c.relname AS tbl, a.attname AS name,
CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) ELSE format_type(a.atttypid, a.atttypmod) END AS type,
NOT (a.attnotnull OR t.typnotnull) AS nullable, a.attidentity <> '' AS counted, t.typcategory = 'A' AS list, a.attgenerated <> '' AS generated,
pg_get_expr(d.adbin, d.adrelid) AS preset,
(SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder)::text FROM pg_catalog.pg_enum e WHERE e.enumtypid = b.oid) AS values,
b.typname AS typename, bn.nspname AS typeschema
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
JOIN pg_catalog.pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype WHEN t.typcategory = 'A' AND t.typelem <> 0 THEN t.typelem ELSE t.oid END
JOIN pg_catalog.pg_namespace bn ON bn.oid = b.typnamespace
LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
WHERE n.nspname IN (${schemas}) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY 1, 2, a.attnum`

const indexesIn = (
  schemas: string,
): string => `SELECT n.nspname AS schema, c.relname AS tbl, i.relname AS name,
x.indisprimary AS key, x.indisunique AS sole, x.indpred IS NULL AS whole, x.indexprs IS NULL AS plain, x.indisvalid AS valid, m.amname AS method,
(SELECT json_agg(a.attname ORDER BY k.place)::text FROM unnest(x.indkey::int2[]) WITH ORDINALITY AS k(number, place)
 LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number WHERE k.place <= x.indnkeyatts) AS columns,
(SELECT json_agg(o.opcdefault ORDER BY k.place)::text FROM unnest(x.indclass::oid[]) WITH ORDINALITY AS k(class, place)
 JOIN pg_catalog.pg_opclass o ON o.oid = k.class) AS usual,
(SELECT json_agg(o.opcname ORDER BY k.place)::text FROM unnest(x.indclass::oid[]) WITH ORDINALITY AS k(class, place)
 JOIN pg_catalog.pg_opclass o ON o.oid = k.class) AS operators
FROM pg_catalog.pg_index x JOIN pg_catalog.pg_class c ON c.oid = x.indrelid JOIN pg_catalog.pg_class i ON i.oid = x.indexrelid
JOIN pg_catalog.pg_am m ON m.oid = i.relam JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN (${schemas}) ORDER BY 1, 2, 3`

const foreignKeysIn = (
  schemas: string,
): string => `SELECT n.nspname AS schema, c.relname AS tbl, f.conname AS name,
tn.nspname AS "targetSchema", tc.relname AS target, f.confdeltype AS act,
(SELECT json_agg(a.attname ORDER BY k.place)::text FROM unnest(f.conkey) WITH ORDINALITY AS k(number, place)
 JOIN pg_catalog.pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number) AS columns,
(SELECT json_agg(a.attname ORDER BY k.place)::text FROM unnest(f.confkey) WITH ORDINALITY AS k(number, place)
 JOIN pg_catalog.pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number) AS refs
FROM pg_catalog.pg_constraint f JOIN pg_catalog.pg_class c ON c.oid = f.conrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace JOIN pg_catalog.pg_class tc ON tc.oid = f.confrelid
JOIN pg_catalog.pg_namespace tn ON tn.oid = tc.relnamespace
WHERE n.nspname IN (${schemas}) AND f.contype = 'f' AND f.conparentid = 0 ORDER BY 1, 2, 3`

const triggersIn = (
  schemas: string,
): string => `SELECT n.nspname AS schema, c.relname AS tbl, t.tgname AS name,
t.tgtype & 4 > 0 AS ins, t.tgtype & 8 > 0 AS del, t.tgtype & 16 > 0 AS upd, t.tgtype & 32 > 0 AS trunc
FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN (${schemas}) AND NOT t.tgisinternal AND t.tgenabled <> 'D' ORDER BY 1, 2, 3`

function toColumn(row: Row): Column {
  const values = row['values'] === null ? undefined : listOf(row['values'])
  return {
    name: textOf(row['name']),
    type: textOf(row['type']),
    isNullable: isTrue(row['nullable']),
    default: defaultOf(row),
    isGenerated: isTrue(row['generated']),
    ...(isTrue(row['counted']) && { isIdentity: true }),
    ...(values && {
      values,
      enumType: { schema: textOf(row['typeschema']), name: textOf(row['typename']) },
    }),
  }
}

function defaultOf({ counted, preset, generated, list }: Row): StoredDefault {
  if (isTrue(counted)) return { kind: 'autoincrement' }
  return preset === null || isTrue(generated)
    ? { kind: 'none' }
    : postgresDefault(textOf(preset), isTrue(list))
}

function toIndex(row: Row): Index {
  const isValid = isTrue(row['valid'])
  const isWhole = isValid && isTrue(row['whole']) && isTrue(row['plain'])
  const method = textOf(row['method'])
  const usual = listOf(row['usual'])
  return {
    name: textOf(row['name']),
    columns: listOf(row['columns']),
    isUnique: isTrue(row['sole']),
    isWhole,
    ...(isValid && isTrue(row['whole']) && { method }),
    operators: listOf(row['operators']).map((each, index) => ({
      name: each,
      isDefault: usual[index] === 'true',
    })),
    findsEqual: isValid && isTrue(row['whole']) && (method === 'btree' || method === 'hash'),
    isOrdered: isValid && isTrue(row['whole']) && method === 'btree',
    ...(!isValid && { isValid }),
  }
}

const toForeignKey = (row: Row): ForeignKey => ({
  name: textOf(row['name']),
  columns: listOf(row['columns']),
  schema: textOf(row['targetSchema']),
  table: textOf(row['target']),
  references: listOf(row['refs']),
  onDelete: ON_DELETE[textOf(row['act'])] ?? '',
})

const toTrigger = (row: Row): Trigger => ({
  name: textOf(row['name']),
  events: [
    ...(isTrue(row['ins']) ? ['INSERT'] : []),
    ...(isTrue(row['upd']) ? ['UPDATE'] : []),
    ...(isTrue(row['del']) ? ['DELETE'] : []),
    ...(isTrue(row['trunc']) ? ['TRUNCATE'] : []),
  ],
})

async function lackingRights({ rows, place }: Connection, error: unknown): Promise<string> {
  const [session] = await rows('SELECT current_user AS name').catch(() => [])
  const user = textOf(session?.['name'])
  const [, object] = /permission denied for (?:table|view|relation) (\S+)/.exec(reasonOf(error)) ?? []
  const grant =
    object === undefined
      ? 'GRANT SELECT ON ALL TABLES IN SCHEMA pg_catalog'
      : `GRANT SELECT ON pg_catalog.${object}`
  return `The user ${user} is not allowed to read the catalog of ${place}: ${reasonOf(error)}. An administrator can grant access: ${grant} TO "${user}"`
}
