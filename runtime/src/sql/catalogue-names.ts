import type { StoreTable } from '../datamodel/datamodel.js'

/** Texts as literals in a query, with a comma between them. */
export const literals = (texts: readonly string[]): string =>
  texts.map((text) => `'${text.replaceAll("'", "''")}'`).join()

/** The name of a table as PostgreSQL's `to_regclass` takes it. */
export const quotedTable = ({ schema, name }: StoreTable): string =>
  [schema, name].flatMap((part) => (part === undefined ? [] : [`"${part.replaceAll('"', '""')}"`])).join('.')
