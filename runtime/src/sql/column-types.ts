import type { Column, Datamodel, Model } from '../datamodel/datamodel.js'
import { memberOf } from '../base/cast.js'
import { literals, quotedTable } from './catalogue-names.js'
import { type OtherType, rootState } from './root-state.js'
import type { SessionCheck } from './session-checks.js'

/**
 * Checks for columns that the schema declares as String. If a column's real type differs, it may compare
 * values differently or lack string operations. Empty if the datamodel has no such column.
 *
 * @param root the client or the Kysely instance, for which the result is kept
 */
export function otherTypesChecks(datamodel: Datamodel, root: object): readonly SessionCheck[] {
  const catalogue = CATALOGUES.get(datamodel.provider ?? '')
  const models = [...datamodel.models.values()].filter(({ columns }) => [...columns.values()].some(isPlain))
  if (!catalogue || models.length === 0) return []
  const named = new Map(models.map((model) => [catalogue.nameOf(model).toLowerCase(), model]))
  const check: SessionCheck = {
    mayFail: true,
    sql: catalogue.sql(models.map((model) => catalogue.nameOf(model))),
    warningOf: (rows) => {
      const others = rows.flatMap((row): readonly OtherType[] => {
        const { table, column: stored, type, isText, isList } = catalogue.read(row)
        const model = named.get(table.toLowerCase())
        return [...(model?.columns.values() ?? [])].flatMap((column) =>
          column.stored === stored && isPlain(column) && !(isText && isList === column.type.list)
            ? [{ model: model?.name ?? '', column: column.name, type }]
            : [],
        )
      })
      rootState(root).otherTypes = others
      if (others.length === 0) return undefined
      const listed = others.map(({ model, column, type }) => `${model}.${column} (${type})`)
      return `The schema declares these columns as String, but the database has a different type: ${listed.join(', ')}. Requests that use them in filters, sorts or stats may fail, and some values may change. ${catalogue.cure}`
    },
  }
  return [check]
}

const isPlain = ({ type, native }: Column): boolean => type.kind === 'string' && native === undefined

/** The type that a column has in the database. */
interface ColumnType {
  /** The table, as `nameOf` names it. */
  readonly table: string
  readonly column: string
  /** As the database writes it: `bit(4)`. */
  readonly type: string
  /** Whether the database stores and compares its values, or the members of its list, as strings. */
  readonly isText: boolean
  readonly isList: boolean
}

/** How a kind of database lists the types of columns. */
interface Catalogue {
  readonly nameOf: (model: Model) => string
  /** The query for the columns of some tables. */
  readonly sql: (tables: readonly string[]) => string
  readonly read: (row: object) => ColumnType
  /** The remedy for a String in the schema whose column has a different type in the database. */
  readonly cure: string
}

const PULL =
  'Write the type of each column in the Prisma schema, as npx prisma@7 db pull does. Then run npx jsonapi-gen generate.'

/** The schema of a table is the one that the connection finds it in. */
const POSTGRESQL: Catalogue = {
  nameOf: ({ table }) => quotedTable(table),
  // All values are strings, because an application may have a parser for any other type. A domain has the category of
  // its own type. A string of a fixed length is padded with spaces.
  sql: (tables) => `select named.name as of_table, attribute.attname::text as of_column,
    format_type(attribute.atttypid, attribute.atttypmod) as of_type,
    (member.typcategory = 'S' and member.typname <> 'bpchar')::text as is_text, (whole.typcategory = 'A')::text as is_list
    from unnest(array[${literals(tables)}]) as named(name)
    join pg_catalog.pg_attribute attribute on attribute.attrelid = to_regclass(named.name)
    join pg_catalog.pg_type whole on whole.oid = attribute.atttypid
    join pg_catalog.pg_type member on member.oid = case when whole.typcategory = 'A' then whole.typelem else whole.oid end
    where attribute.attnum > 0 and not attribute.attisdropped`,
  read: (row) => ({
    ...named(row),
    isText: String(memberOf(row, 'is_text')) === 'true',
    isList: String(memberOf(row, 'is_list')) === 'true',
  }),
  cure: PULL,
}

const MYSQL: Catalogue = {
  nameOf: ({ table }) => table.name,
  sql: (
    tables,
  ) => `select table_name as of_table, column_name as of_column, column_type as of_type, data_type as of_data
    from information_schema.columns where table_schema = database() and table_name in (${literals(tables)})`,
  read: (row) => ({
    ...named(row),
    isText: /^(?:varchar|(?:tiny|medium|long)?text)$/i.test(String(memberOf(row, 'of_data'))),
    isList: false,
  }),
  cure: PULL,
}

/** The name of a column's type decides how SQLite stores text that looks like a number. */
const SQLITE: Catalogue = {
  nameOf: ({ table }) => table.name,
  sql: (tables) => `select of_all.name as of_table, of_one.name as of_column, of_one.type as of_type
    from sqlite_master as of_all, pragma_table_info(of_all.name) as of_one
    where of_all.type = 'table' and of_all.name in (${literals(tables)})`,
  read: (row) => {
    const column = named(row)
    const isText =
      column.type === '' || (/char|clob|text|blob/i.test(column.type) && !/int/i.test(column.type))
    return { ...column, isText, isList: false }
  },
  cure: 'SQLite stores 007 as 7 in such columns. Change each column to TEXT, or its field to the type that npx prisma@7 db pull writes. Then run npx jsonapi-gen generate.',
}

const named = (row: object): Pick<ColumnType, 'table' | 'column' | 'type'> => {
  const [table, column, type] = ['of_table', 'of_column', 'of_type'].map((name) =>
    String(memberOf(row, name)),
  )
  return { table: table ?? '', column: column ?? '', type: type ?? '' }
}

const CATALOGUES: ReadonlyMap<string, Catalogue> = new Map([
  ['postgresql', POSTGRESQL],
  ['mysql', MYSQL],
  ['sqlite', SQLITE],
])
