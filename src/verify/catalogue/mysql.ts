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
import { textOf } from '../unknown.js'
import type { ReadDatabase } from './result.js'

/** Reads the catalog of a MariaDB or MySQL database. */
export async function readMysql(connection: Connection): Promise<ReadDatabase> {
  const { rows } = connection
  const refusal = await lackingRights(connection)
  if (refusal !== undefined) return { ok: false, message: refusal }
  const [session] = await rows(SESSION)
  const isMaria = textOf(session?.['version']).includes('MariaDB')
  const columns = grouped(await rows(COLUMNS), tblOf)
  const parts = grouped(await rows(INDEXES), tblOf)
  const keys = grouped(await rows(FOREIGN_KEYS), tblOf)
  const triggers = grouped(await rows(TRIGGERS), tblOf)
  const tables = await rows(TABLES)
  return {
    ok: true,
    database: {
      provider: 'mysql',
      version: `${isMaria ? 'MariaDB' : 'MySQL'} ${/[\d.]+/.exec(textOf(session?.['version']))?.[0] ?? ''}`,
      name: textOf(session?.['home']),
      home: textOf(session?.['home']),
      isCaseSensitive: textOf(session?.['folding']) === '0',
      tables: tables.map((row): Table => {
        const indexes = [...grouped(parts.get(tblOf(row)) ?? [], ({ name }) => textOf(name)).entries()]
        const key = indexes.find(([name]) => name === 'PRIMARY')?.[1] ?? []
        return {
          name: tblOf(row),
          schema: textOf(session?.['home']),
          isView: textOf(row['kind']).includes('VIEW'),
          collation: textOf(row['collation']),
          engine: textOf(row['engine']),
          hasTransactions: textOf(row['transactions']) !== 'NO',
          columns: (columns.get(tblOf(row)) ?? []).map((column) => toColumn(column, isMaria)),
          key: key.map(({ col }) => textOf(col)),
          indexes: indexes.filter(([name]) => name !== 'PRIMARY').map(([, own]) => toIndex(own)),
          foreignKeys: [...grouped(keys.get(tblOf(row)) ?? [], ({ name }) => textOf(name)).values()].map(
            toForeignKey,
          ),
          triggers: [...grouped(triggers.get(tblOf(row)) ?? [], ({ name }) => textOf(name)).values()].map(
            toTrigger,
          ),
        }
      }),
      settings: {
        zone: {
          name:
            textOf(session?.['zone']) === 'SYSTEM'
              ? `SYSTEM (${textOf(session?.['systemZone'])})`
              : textOf(session?.['zone']),
          isUtc: isUtc(session?.['winter'], '2026-01-15') && isUtc(session?.['summer'], '2026-07-15'),
        },
        sqlMode: textOf(session?.['mode']).split(',').filter(Boolean),
        globalMode: textOf(session?.['modes']).split(',').filter(Boolean),
      },
    },
  }
}

const tblOf = ({ tbl }: Row): string => textOf(tbl)

const isUtc = (seconds: unknown, day: string): boolean =>
  Number(textOf(seconds)) * 1000 === Date.parse(`${day}T12:00:00Z`)

const SESSION = `SELECT version() AS version, database() AS home, @@session.time_zone AS zone, @@system_time_zone AS systemZone,
@@session.sql_mode AS mode, @@global.sql_mode AS modes, @@lower_case_table_names AS folding,
UNIX_TIMESTAMP('2026-01-15 12:00:00') AS winter, UNIX_TIMESTAMP('2026-07-15 12:00:00') AS summer`

const TABLES = `SELECT table_name AS tbl, table_type AS kind, table_collation AS collation, tables.engine,
(SELECT transactions FROM information_schema.engines WHERE engines.engine = tables.engine) AS transactions
FROM information_schema.tables WHERE table_schema = database() ORDER BY table_name`

const COLUMNS = `SELECT table_name AS tbl, column_name AS name, column_type AS type, is_nullable AS nullable,
column_default AS preset, extra, generation_expression AS formula, character_set_name AS charset, collation_name AS collation
FROM information_schema.columns WHERE table_schema = database() ORDER BY table_name, ordinal_position`

const INDEXES = `SELECT statistics.*, table_name AS tbl, index_name AS name, non_unique AS shared, column_name AS col, sub_part AS prefix, index_type AS method
FROM information_schema.statistics WHERE table_schema = database() ORDER BY table_name, index_name, seq_in_index`

const FOREIGN_KEYS = `SELECT k.table_name AS tbl, k.constraint_name AS name, k.column_name AS col,
k.referenced_table_schema AS targetSchema, k.referenced_table_name AS target, k.referenced_column_name AS reference, r.delete_rule AS act
FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
WHERE k.table_schema = database() AND k.referenced_table_name IS NOT NULL ORDER BY k.table_name, k.constraint_name, k.ordinal_position`

const TRIGGERS = `SELECT event_object_table AS tbl, trigger_name AS name, event_manipulation AS event
FROM information_schema.triggers WHERE trigger_schema = database()`

function toColumn(row: Row, isMaria: boolean): Column {
  // MariaDB marks a compressed column with a comment, and invents an empty default for it.
  const written = textOf(row['type'])
  const type = written.replaceAll(/ \/\*.*?\*\//g, '')
  const preset = type !== written && row['preset'] === "''" ? null : row['preset']
  const extra = textOf(row['extra']).toLowerCase()
  const isGenerated = textOf(row['formula']) !== ''
  const charset = textOf(row['charset'])
  return {
    name: textOf(row['name']),
    type: /^(?:enum|set)\(/i.test(type) ? type : type.toLowerCase(),
    isNullable: textOf(row['nullable']) === 'YES',
    default: isGenerated ? { kind: 'none' } : defaultOf(preset, extra, isMaria),
    isGenerated,
    ...(extra.includes('on update') && { isRenewed: true }),
    ...(/^enum\(/i.test(type) && { values: valuesOf(type) }),
    ...(charset !== '' && { charset, collation: textOf(row['collation']) }),
  }
}

const valuesOf = (type: string): readonly string[] =>
  [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'"))

/** MariaDB writes a default as SQL, and MySQL writes a constant without quotes. */
function defaultOf(preset: unknown, extra: string, isMaria: boolean): StoredDefault {
  if (extra.includes('auto_increment')) return { kind: 'autoincrement' }
  if (preset === null || preset === undefined) return { kind: 'none' }
  const text = textOf(preset)
  if (isMaria && text === 'NULL') return { kind: 'none' }
  if (/^(?:current_timestamp|now\(|localtimestamp|utc_timestamp)/i.test(text)) return { kind: 'now' }
  const [, bit] = /^b'([01]+)'$/.exec(text) ?? []
  if (bit !== undefined) return { kind: 'literal', value: String(Number.parseInt(bit, 2)) }
  if (!isMaria) {
    return extra.includes('default_generated')
      ? { kind: 'expression', text }
      : { kind: 'literal', value: text }
  }
  const [, quoted] = /^'((?:[^']|'')*)'$/s.exec(text) ?? []
  if (quoted !== undefined) return { kind: 'literal', value: unescaped(quoted) }
  return /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text)
    ? { kind: 'literal', value: text }
    : { kind: 'expression', text }
}

const unescaped = (text: string): string =>
  text.replaceAll("''", "'").replaceAll(/\\(.)/gs, (_, each: string) => ESCAPED[each] ?? each)

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', 0: '\0', Z: '\u001A' }

function toIndex(parts: readonly Row[]): Index {
  const [first] = parts
  const isWhole = parts.every(({ prefix, col }) => prefix === null && col !== null)
  // MariaDB and MySQL have different names for an index that queries do not use.
  const isUsed = textOf(first?.['IGNORED']) !== 'YES' && textOf(first?.['IS_VISIBLE']) !== 'NO'
  const isTree = isUsed && textOf(first?.['method']) === 'BTREE'
  return {
    name: textOf(first?.['name']),
    columns: parts.map(({ col }) => textOf(col)),
    isUnique: textOf(first?.['shared']) === '0',
    isWhole,
    findsEqual: isTree || (isUsed && textOf(first?.['method']) === 'HASH'),
    isOrdered: isTree && isWhole,
  }
}

function toForeignKey(parts: readonly Row[]): ForeignKey {
  const [first] = parts
  return {
    name: textOf(first?.['name']),
    columns: parts.map(({ col }) => textOf(col)),
    schema: textOf(first?.['targetSchema']),
    table: textOf(first?.['target']),
    references: parts.map(({ reference }) => textOf(reference)),
    onDelete: ON_DELETE[textOf(first?.['act'])] ?? '',
  }
}

const toTrigger = (parts: readonly Row[]): Trigger => ({
  name: textOf(parts[0]?.['name']),
  events: parts.map(({ event }) => textOf(event)),
})

/** The privileges without which the server hides tables, foreign keys or triggers instead of reporting an error. */
const NEEDED = ['SELECT', 'REFERENCES', 'TRIGGER'] as const

async function lackingRights({ rows, place }: Connection): Promise<string | undefined> {
  const [session] = await rows('SELECT database() AS home, current_user() AS name, version() AS version')
  const home = textOf(session?.['home'])
  const grants = (await rows('SHOW GRANTS')).map((row) => textOf(Object.values(row)[0]))
  // MySQL does not list the privileges of a role. MariaDB lists those of the role that the session uses.
  const isMaria = textOf(session?.['version']).includes('MariaDB')
  const hasRole = grants.some((grant) => /^GRANT [`'].* TO /.test(grant) && !grant.includes(' ON '))
  if (!isMaria && hasRole) return undefined
  const rights = new Set(
    grants.flatMap((grant) => {
      const [, given = '', on = ''] = /^GRANT (.+?) ON (\S+\.\*) TO /.exec(grant) ?? []
      return covers(on, home) ? given.split(', ') : []
    }),
  )
  const lacking = rights.has('ALL PRIVILEGES') ? [] : NEEDED.filter((right) => !rights.has(right))
  if (lacking.length === 0) return undefined
  const [user = '', host = '%'] = textOf(session?.['name']).split('@')
  return `The user ${user} is not allowed to read the whole catalog of ${place}: the server hides parts of it from users without the privileges ${NEEDED.join(', ')}. An administrator can grant access: GRANT ${lacking.join(', ')} ON \`${home}\`.* TO '${user}'@'${host}'`
}

/** Whether privileges on `*.*` or on a pattern, such as `` `my\_db`.* ``, apply to a database. */
function covers(on: string, home: string): boolean {
  if (on === '*.*') return true
  const pattern = on.replace(/\.\*$/, '').replaceAll('`', '')
  const parts = pattern.match(/\\.|%|_|[^\\%_]+/g) ?? []
  const regex = parts
    .map((part) => (part === '%' ? '.*' : part === '_' ? '.' : escaped(part.replace(/^\\/, ''))))
    .join('')
  return new RegExp(`^${regex}$`, 'i').test(home)
}

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')
