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
import { isTrue, textOf } from '../unknown.js'
import type { ReadDatabase } from './result.js'

/** Reads the catalog of an SQLite file. */
export async function readSqlite({ rows }: Pick<Connection, 'rows'>): Promise<ReadDatabase> {
  const [version] = await rows('SELECT sqlite_version() AS version')
  const [settings] = await rows('PRAGMA encoding')
  const objects = await rows(
    "SELECT name, type, tbl_name AS tbl, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite#_%' ESCAPE '#'",
  )
  const columns = grouped(await rows(COLUMNS), ({ tbl }) => textOf(tbl))
  const parts = grouped(await rows(INDEXES), ({ tbl }) => textOf(tbl))
  const keys = grouped(await rows(FOREIGN_KEYS), ({ tbl }) => textOf(tbl))
  const triggers = grouped(
    objects.filter(({ type }) => type === 'trigger'),
    ({ tbl }) => textOf(tbl).toLowerCase(),
  )
  const definitions = new Map(
    objects.filter(({ type }) => type === 'index').map((row) => [textOf(row['name']), textOf(row['sql'])]),
  )
  const tables = objects
    .filter(({ type }) => type === 'table' || type === 'view')
    .map(({ name: given, type, sql }): Table => {
      const name = textOf(given)
      const own = columns.get(name) ?? []
      const key = own
        .filter(({ pk }) => Number(pk) > 0)
        .toSorted((one, other) => Number(one['pk']) - Number(other['pk']))
        .map((row) => textOf(row['name']))
      const counts = key.length === 1 && !/\bWITHOUT\s+ROWID\b/i.test(textOf(sql))
      return {
        name,
        schema: '',
        isView: type === 'view',
        definition: textOf(sql),
        columns: own.map((row) => toColumn(row, key, counts)),
        key,
        indexes: [...grouped(parts.get(name) ?? [], ({ name: index }) => textOf(index)).values()].map((own) =>
          toIndex(own, definitions),
        ),
        foreignKeys: [...grouped(keys.get(name) ?? [], ({ id }) => textOf(id)).values()].map(toForeignKey),
        triggers: (triggers.get(name.toLowerCase()) ?? []).map(toTrigger),
      }
    })
  return {
    ok: true,
    database: {
      provider: 'sqlite',
      version: `SQLite ${textOf(version?.['version'])}`,
      name: '',
      home: '',
      tables,
      isCaseSensitive: false,
      settings: { charset: textOf(settings?.['encoding']) },
    },
  }
}

const COLUMNS = `SELECT m.name AS tbl, c.name, c.type, c."notnull" AS needed, c.dflt_value AS preset, c.pk, c.hidden
FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type IN ('table', 'view') AND c.hidden <> 1 ORDER BY m.name, c.cid`

const INDEXES = `SELECT m.name AS tbl, l.name, l."unique" AS sole, l.partial, x.cid, x.name AS col
FROM sqlite_master m JOIN pragma_index_list(m.name) l JOIN pragma_index_xinfo(l.name) x
WHERE m.type = 'table' AND x.key = 1 AND l.origin <> 'pk' ORDER BY m.name, l.seq, x.seqno`

const FOREIGN_KEYS = `SELECT m.name AS tbl, f.id, f."table" AS target, f."from" AS col, f."to" AS reference, f.on_delete AS act
FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq`

function toColumn(row: Row, key: readonly string[], counts: boolean): Column {
  const name = textOf(row['name'])
  const type = textOf(row['type']).toLowerCase()
  const isKey = key.includes(name)
  return {
    name,
    type,
    // SQLite permits NULL in keys for historical reasons, but nothing writes it.
    isNullable: !isTrue(row['needed']) && !isKey,
    default: isKey && counts && type === 'integer' ? { kind: 'autoincrement' } : defaultOf(row['preset']),
    isGenerated: Number(row['hidden']) > 1,
  }
}

function defaultOf(preset: unknown): StoredDefault {
  if (preset === null || preset === undefined) return { kind: 'none' }
  const text = textOf(preset).trim()
  if (/^null$/i.test(text)) return { kind: 'none' }
  const [, quoted] = /^'((?:[^']|'')*)'$/s.exec(text) ?? /^"([^"]*)"$/s.exec(text) ?? []
  if (quoted !== undefined) return { kind: 'literal', value: quoted.replaceAll("''", "'") }
  if (/^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text) || /^(?:true|false)$/i.test(text)) {
    return { kind: 'literal', value: text }
  }
  return /current_timestamp|'now'|unixepoch\(/i.test(text) ? { kind: 'now' } : { kind: 'expression', text }
}

function toIndex(parts: readonly Row[], definitions: ReadonlyMap<string, string>): Index {
  const [first] = parts
  const definition = definitions.get(textOf(first?.['name']))
  const isPlain = parts.every(({ cid }) => Number(cid) >= 0)
  const isAll = !isTrue(first?.['partial'])
  return {
    name: textOf(first?.['name']),
    columns: parts.map(({ col }) => textOf(col)),
    isUnique: isTrue(first?.['sole']),
    isWhole: isPlain && isAll,
    findsEqual: isAll,
    isOrdered: isAll,
    ...(definition !== undefined && definition !== '' && { definition }),
  }
}

function toForeignKey(parts: readonly Row[]): ForeignKey {
  const [first] = parts
  return {
    name: undefined,
    columns: parts.map(({ col }) => textOf(col)),
    schema: '',
    table: textOf(first?.['target']),
    references: parts.flatMap(({ reference }) => (reference === null ? [] : [textOf(reference)])),
    onDelete: ON_DELETE[textOf(first?.['act'])] ?? '',
  }
}

function toTrigger({ name, sql }: Row): Trigger {
  const [event] = /\b(?:INSERT|UPDATE|DELETE)\b/i.exec(textOf(sql).replace(textOf(name), '')) ?? []
  return { name: textOf(name), events: event === undefined ? [] : [event.toUpperCase()] }
}
