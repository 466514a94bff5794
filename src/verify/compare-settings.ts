import { listed } from '../diagnostic/words.js'
import { type Affected, READS, WRITES } from './affected.js'
import type { Column, Database, Table, TimeZone } from './database.js'
import { charsetSql, engineSql } from './dialect/mysql.js'
import { doubleQuoted } from './dialect/sql.js'
import type { ExpectedColumn, ExpectedTable } from './expected.js'
import type { Finding } from './finding.js'

/** The settings that change which values are stored or read. */
export function settingFindings(
  tables: readonly ExpectedTable[],
  database: Database,
  affected: Affected,
): readonly Finding[] {
  return [
    ...zoneFindings(tables, database, affected),
    ...encodingFindings(database),
    ...charsetFindings(tables, database, affected),
    ...modeFindings(tables, database, affected),
    ...engineFindings(tables, database, affected),
  ]
}

const place = { code: 'JG914', at: undefined, table: undefined, column: undefined } as const

/** Reports sessions of PostgreSQL that reject every write, and therefore also the SQL of the other findings. */
export function readOnlyFindings(
  tables: readonly ExpectedTable[],
  { settings: { readOnly, zone }, name }: Database,
  affected: Affected,
): readonly Finding[] {
  if (!readOnly) return []
  const actions = [...WRITES, 'destroy'] as const
  const fix = settingFix({ ...readOnly, user: zone?.user }, name, 'default_transaction_read_only TO off')
  return [
    {
      ...place,
      message: 'The setting default_transaction_read_only is on',
      effect: 'return 500',
      requests: [...new Set(tables.flatMap(({ model }) => affected.requests(model, actions)))],
      fix:
        fix.kind === 'sql'
          ? {
              ...fix,
              text: `SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE;\nBEGIN READ WRITE;\n${fix.text}\nCOMMIT;`,
            }
          : fix,
    },
  ]
}

/** The columns whose values depend on the session's time zone. */
function zoneFindings(
  tables: readonly ExpectedTable[],
  { provider, settings, name }: Database,
  affected: Affected,
): readonly Finding[] {
  const { zone } = settings
  if (!zone || zone.isUtc) return []
  const requests = tables.flatMap(({ model, columns }) =>
    columns
      .filter((column) => dependsOnZone(column, provider))
      .flatMap(({ field }) => affected.requests(model, [...READS, ...WRITES], field)),
  )
  const isUsed = tables.some(({ columns }) => columns.some((column) => dependsOnZone(column, provider)))
  if (!isUsed) return []
  return [
    {
      ...place,
      message: `The time zone of database sessions is ${zone.name} instead of UTC`,
      effect: 'return local times instead of UTC for values that the database filled in',
      requests: [...new Set(requests)],
      fix:
        provider === 'postgresql'
          ? settingFix(zone, name, `timezone TO 'UTC'`)
          : { kind: 'sql', text: `SET GLOBAL time_zone = '+00:00';` },
    },
  ]
}

/** PostgreSQL prefers the setting of a user to that of the database. */
function settingFix(
  { source, user = '' }: Pick<TimeZone, 'source' | 'user'>,
  name: string,
  setting: string,
): Finding['fix'] {
  const database = doubleQuoted(name)
  const role = doubleQuoted(user)
  switch (source) {
    case 'client':
      return {
        kind: 'text',
        text: `Remove ${setting.replace(/ .*/, '')} from the options in the URL of the database.`,
      }
    case 'user':
      return { kind: 'sql', text: `ALTER ROLE ${role} SET ${setting};` }
    case 'database user':
      return { kind: 'sql', text: `ALTER ROLE ${role} IN DATABASE ${database} SET ${setting};` }
    default:
      return { kind: 'sql', text: `ALTER DATABASE ${database} SET ${setting};` }
  }
}

/** If a column has no time zone, the database fills in the local time. MariaDB converts each TIMESTAMP. */
function dependsOnZone(
  { type, native, default: preset }: ExpectedColumn,
  provider: Database['provider'],
): boolean {
  if (type !== 'DateTime' || /^(?:Timestamptz|Timetz)$/.test(native?.[0] ?? '')) return false
  return preset.kind === 'now' || (provider === 'mysql' && native?.[0] === 'Timestamp')
}

/** Reports a database that cannot store every character. */
function encodingFindings({ provider, settings: { charset } }: Database): readonly Finding[] {
  if (provider !== 'postgresql' || charset === undefined || charset === 'UTF8') return []
  return [
    {
      ...place,
      message: `The encoding of the database is ${charset} instead of UTF8`,
      effect: `return 422 for text that ${charset} cannot represent`,
      requests: [],
      fix: {
        kind: 'text',
        text: "Create a database with ENCODING 'UTF8' TEMPLATE template0, and copy the rows with pg_dump.",
      },
    },
  ]
}

/** MariaDB has a character set for each column. */
function charsetFindings(
  tables: readonly ExpectedTable[],
  database: Database,
  affected: Affected,
): readonly Finding[] {
  return inBoth(tables, database).flatMap(([table, actual]): Finding[] => {
    if (table.isView) return []
    const narrow = table.columns.flatMap((column) => {
      const found = actual.columns.find(({ name }) => name.toLowerCase() === column.name.toLowerCase())
      return found && column.type === 'String' && isNarrow(found) ? [{ column, found }] : []
    })
    if (narrow.length === 0) return []
    const [first] = narrow
    return [
      {
        ...place,
        at: narrow.length === 1 ? first?.column.at : table.at,
        table: table.name,
        column: narrow.length === 1 ? first?.column.name : undefined,
        message: `${listed(narrow.map(({ column }) => `${table.name}.${column.name}`))} ${narrow.length === 1 ? 'has' : 'have'} the character set ${first?.found.charset ?? ''} instead of utf8mb4`,
        effect: 'return 422, or store ? for characters such as emoji',
        requests: affected.requests(table.model, WRITES),
        fix: {
          kind: 'sql',
          text: narrow.map(({ column, found }) => charsetSql(actual, column, found)).join('\n'),
        },
      },
    ]
  })
}

/** Reports tables in which MariaDB does not undo the writes of a request that fails. */
function engineFindings(
  tables: readonly ExpectedTable[],
  database: Database,
  affected: Affected,
): readonly Finding[] {
  return inBoth(tables, database).flatMap(([table, actual]): Finding[] => {
    if (actual.hasTransactions !== false) return []
    return [
      {
        ...place,
        at: table.at,
        table: table.name,
        message: `The engine of ${table.name}, ${actual.engine ?? ''}, has no transactions`,
        effect: 'keep part of their writes when they fail',
        requests:
          table.model === undefined
            ? affected.links(table.relations)
            : affected.requests(table.model, [...WRITES, 'destroy']),
        fix: { kind: 'sql', text: engineSql(actual) },
      },
    ]
  })
}

/** The tables of the schema that MariaDB has, each with the one that it has. */
function inBoth(
  tables: readonly ExpectedTable[],
  database: Database,
): readonly (readonly [ExpectedTable, Table])[] {
  const existing = new Map(database.tables.map((table) => [table.name.toLowerCase(), table]))
  return tables.flatMap((table) => {
    const actual = existing.get(table.name.toLowerCase())
    return actual ? [[table, actual] as const] : []
  })
}

const isNarrow = ({ charset }: Column): boolean =>
  charset !== undefined && charset !== 'utf8mb4' && charset !== 'binary'

/** Modes in which a statement means something else, and what they make requests do. */
const CHANGING_MODES = {
  EMPTY_STRING_IS_NULL: 'write null instead of empty text',
  HIGH_NOT_PRECEDENCE:
    'return other records where a scope or a filter is negated, because NOT applies to the column alone',
  PAD_CHAR_TO_FULL_LENGTH: 'return values of CHAR columns padded with trailing spaces',
}

/** Without strict mode, MariaDB changes values that do not fit instead of rejecting them. */
function modeFindings(
  tables: readonly ExpectedTable[],
  { settings: { sqlMode, globalMode = [] } }: Database,
  affected: Affected,
): readonly Finding[] {
  if (!sqlMode) return []
  const isStrict = sqlMode.some((mode) =>
    /^(?:STRICT_TRANS_TABLES|STRICT_ALL_TABLES|TRADITIONAL)$/.test(mode),
  )
  const all = [...new Set(tables.flatMap(({ model }) => affected.requests(model, isStrict ? READS : WRITES)))]
  const changing = Object.entries(CHANGING_MODES).filter(([mode]) => sqlMode.includes(mode))
  const fixed = [
    ...(isStrict ? [] : ['STRICT_TRANS_TABLES']),
    ...globalMode.filter((mode) => !changing.some(([other]) => other === mode)),
  ]
  const fix = { kind: 'sql', text: `SET GLOBAL sql_mode = '${fixed.join(',')}';` } as const
  return [
    ...(isStrict
      ? []
      : [
          {
            ...place,
            message: 'sql_mode has neither STRICT_TRANS_TABLES nor STRICT_ALL_TABLES',
            effect: 'truncate values that do not fit or store 0, instead of returning 422',
            requests: all,
            fix,
          },
        ]),
    ...changing.map(([mode, effect]) => ({
      ...place,
      message: `sql_mode has ${mode}`,
      effect,
      requests: all,
      fix,
    })),
  ]
}
