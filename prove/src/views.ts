import type { Sql } from './sql.js'
import type { Table } from './tables.js'

/** The tables, except those that are views in the database, whose rows follow from the rows of other tables. */
export async function withoutViews(tables: readonly Table[], sql: Sql): Promise<readonly Table[]> {
  const found = await sql.rows(QUERIES[sql.provider] ?? QUERIES.postgresql)
  const names = new Set(found.map(({ name }) => String(name)))
  const views = new Set(tables.flatMap(({ name, model }) => (names.has(name) ? [model] : [])))
  return tables.flatMap((table) =>
    views.has(table.model) ? [] : [{ ...table, links: table.links.filter(({ model }) => !views.has(model)) }],
  )
}

const QUERIES: Readonly<Record<string, string>> & { readonly postgresql: string } = {
  sqlite: "SELECT name AS name FROM sqlite_master WHERE type = 'view'",
  mysql: 'SELECT table_name AS name FROM information_schema.views WHERE table_schema = database()',
  postgresql:
    "SELECT viewname AS name FROM pg_views WHERE schemaname NOT IN ('pg_catalog', 'information_schema') UNION SELECT matviewname FROM pg_matviews",
}
