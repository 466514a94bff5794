/** The databases that can be verified. As in Prisma, `mysql` also stands for MariaDB. */
export type Provider = 'sqlite' | 'postgresql' | 'mysql'

/** The structure of a running database, as its catalog describes it. */
export interface Database {
  readonly provider: Provider
  /** The product and its version, such as `PostgreSQL 15.4`. */
  readonly version: string
  /** The database's name; empty on SQLite. */
  readonly name: string
  /** The schema of tables without a schema: `public`, or the database's name on MariaDB; empty on SQLite. */
  readonly home: string
  /** The schema that statements must name although the tables have none, because sessions search another schema. */
  readonly prefix?: string | undefined
  /** The existing schemas and enum types, on PostgreSQL. */
  readonly schemas?: readonly string[]
  readonly types?: readonly { readonly schema: string; readonly name: string }[]
  readonly tables: readonly Table[]
  /** Whether table names are case-sensitive. */
  readonly isCaseSensitive: boolean
  readonly settings: Settings
}

/** A table or a view. */
export interface Table {
  readonly name: string
  readonly schema: string
  readonly isView: boolean
  readonly columns: readonly Column[]
  /** The columns of the primary key; empty without one. */
  readonly key: readonly string[]
  /** The name of the primary key, on PostgreSQL. */
  readonly keyName?: string | undefined
  /** The storage engine, on MariaDB. */
  readonly engine?: string | undefined
  readonly hasTransactions?: boolean | undefined
  /** The default collation of its text, on MariaDB. */
  readonly collation?: string | undefined
  /** The statement that created it, on SQLite. */
  readonly definition?: string | undefined
  readonly indexes: readonly Index[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly triggers: readonly Trigger[]
}

/** A column. */
export interface Column {
  readonly name: string
  /** The type as the catalog writes it, in lower case: `varchar(191)`, `text[]`. */
  readonly type: string
  readonly isNullable: boolean
  readonly default: StoredDefault
  /** Whether the database calculates the value, so that no statement may write it. */
  readonly isGenerated: boolean
  /** The values of an enum, as stored. */
  readonly values?: readonly string[] | undefined
  /** The enum's type, on PostgreSQL. */
  readonly enumType?: { readonly schema: string; readonly name: string } | undefined
  /** Whether PostgreSQL counts the column because of `GENERATED … AS IDENTITY`. */
  readonly isIdentity?: boolean | undefined
  /** Whether each update sets the column to the current time, on MariaDB. */
  readonly isRenewed?: boolean | undefined
  readonly charset?: string | undefined
  readonly collation?: string | undefined
}

/** The value that the database stores if a statement omits a column. */
export type StoredDefault =
  | { readonly kind: 'none' | 'autoincrement' | 'now' }
  /** A constant, without quotes and casts. */
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'expression'; readonly text: string }

/** An index, which may be a unique constraint. The primary key is not listed. */
export interface Index {
  readonly name: string
  readonly columns: readonly string[]
  readonly isUnique: boolean
  /** Whether the index covers all rows and whole values, without a condition, an expression or a prefix. */
  readonly isWhole: boolean
  /** Whether the index finds rows by equal values, because it is a tree or a hash over all rows. */
  readonly findsEqual: boolean
  readonly isOrdered: boolean
  /** The type of an index over all rows, on PostgreSQL: `btree`, `hash`, `gin`… */
  readonly method?: string | undefined
  /** The operators of each column, on PostgreSQL. */
  readonly operators?: readonly { readonly name: string; readonly isDefault: boolean }[]
  /** Whether the index was built completely. PostgreSQL does not use the others. */
  readonly isValid?: boolean | undefined
  /** The statement that created it, on SQLite. */
  readonly definition?: string | undefined
}

/** A foreign key. */
export interface ForeignKey {
  /** The foreign key's name; undefined on SQLite, where foreign keys have no names. */
  readonly name: string | undefined
  readonly columns: readonly string[]
  readonly schema: string
  readonly table: string
  /** The referenced columns; empty on SQLite if the key refers to the primary key. */
  readonly references: readonly string[]
  readonly onDelete: string
}

/** A trigger, and the kinds of statement that run it: `INSERT`, `UPDATE`, `DELETE`, `TRUNCATE`. */
export interface Trigger {
  readonly name: string
  readonly events: readonly string[]
}

/** The settings of a session that change which values are stored or read. */
export interface Settings {
  /** The session's time zone, and whether it is UTC all year. */
  readonly zone?: TimeZone | undefined
  /** The encoding of the whole database. */
  readonly charset?: string | undefined
  readonly sqlMode?: readonly string[] | undefined
  /** The server's own modes. A driver may add others to those of its session. */
  readonly globalMode?: readonly string[] | undefined
  /** Present if PostgreSQL's sessions only read. */
  readonly readOnly?: Pick<TimeZone, 'source'> | undefined
}

/** The time zone of a session. */
export interface TimeZone {
  readonly name: string
  readonly isUtc: boolean
  /** Where PostgreSQL takes it from: `database`, `user`, `database user`, `client`, or the server's configuration. */
  readonly source?: string | undefined
  /** The session's user. */
  readonly user?: string | undefined
}

/** The delete actions, by their names in SQL catalogues. */
export const ON_DELETE: Readonly<Record<string, string>> = {
  CASCADE: 'Cascade',
  'SET NULL': 'SetNull',
  'SET DEFAULT': 'SetDefault',
  RESTRICT: 'Restrict',
  'NO ACTION': 'NoAction',
  c: 'Cascade',
  n: 'SetNull',
  d: 'SetDefault',
  r: 'Restrict',
  a: 'NoAction',
}

/** Groups the entries of a list by a key. Each group keeps the order of the list. */
export function grouped<Entry>(
  entries: Iterable<Entry>,
  keyOf: (entry: Entry) => string,
): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = keyOf(entry)
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}
