import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { type Datamodel, modelOf } from '../../datamodel/datamodel.js'
import { ofModel } from '../../datamodel/cache-by-model.js'
import { storedTypesOf } from '../../datamodel/stored-types.js'
import { columnsOfConstraint } from '../../datamodel/unique-constraints.js'

/** Maps each column's stored name, and its own name, to its own name. */
export const namesOfColumns: (datamodel: Datamodel, model: string) => ReadonlyMap<string, string> = ofModel(
  ({ columns }): ReadonlyMap<string, string> => {
    const all = [...columns.values()]
    return new Map([
      ...all.map(({ name }) => [name, name] as const),
      ...all.map(({ name, stored }) => [stored, name] as const),
    ])
  },
)

/**
 * The columns whose values only the store can check: XML columns, or, if a character is at fault, text columns.
 *
 * @param state the SQL state of the rejection
 */
export const uncheckedColumns = (datamodel: Datamodel, model: string, state: string): readonly string[] =>
  ENCODING.has(state)
    ? [...modelOf(datamodel, model).columns.values()].flatMap(({ name, type }) =>
        type.kind === 'string' || type.kind === 'json' ? [name] : [],
      )
    : [...storedTypesOf(datamodel, model)].flatMap(([column, { name }]) => (name === 'xml' ? [column] : []))

/** PostgreSQL's states for a character that the database encoding lacks. PostgreSQL does not name the column. */
const ENCODING: ReadonlySet<string> = new Set(['22021', '22P05'])

/**
 * The columns of a constraint or an index, found by its name: `Document_folder_title_key` stands for folder and title,
 * `PRIMARY` for the primary key.
 */
export function columnsOfIndex(
  datamodel: Datamodel,
  model: string,
  index: string,
  resource: Pick<AdapterResource, 'primaryKey'> | undefined,
): readonly string[] {
  const known = columnsOfConstraint(datamodel, model, index)
  if (known) return known
  const columns = namesOfColumns(datamodel, model)
  if (index === 'PRIMARY' || index.endsWith('_pkey')) return resource?.primaryKey ?? []
  const parts = index.replace(/_(?:key|fkey|idx)$/, '').split('_')
  for (let start = 1; start < parts.length; start++) {
    const found = columnsAmong(parts.slice(start), columns)
    if (found) return found
  }
  return []
}

/** Splits words into column names. Because these may contain underscores themselves, the longest match wins. */
function columnsAmong(
  words: readonly string[],
  columns: ReadonlyMap<string, string>,
): readonly string[] | undefined {
  if (words.length === 0) return []
  for (let length = words.length; length > 0; length--) {
    const column = columns.get(words.slice(0, length).join('_'))
    const rest = column === undefined ? undefined : columnsAmong(words.slice(length), columns)
    if (column !== undefined && rest) return [column, ...rest]
  }
  return undefined
}

/**
 * The column that a database names in an error message. The text before the name may be a request value that contains
 * the same words.
 *
 * - null value in column "title" of relation "posts" violates not-null constraint
 * - Column 'title' cannot be null
 * - Field 'title' doesn't have a default value
 * - Out of range value for column 'views' at row 1
 * - Incorrect integer value: 'many' for column `blog`.`posts`.`views` at row 1
 */
export function columnInWords(words: string): string | undefined {
  for (const form of FORMS) {
    const [, name] = form.exec(words) ?? []
    if (name !== undefined) return name.replaceAll('``', '`')
  }
  return undefined
}

const FORMS: readonly RegExp[] = [
  /^null value in column "([^"]+)" of relation "/,
  /^Column '(.+)' cannot be null$/,
  /^Field '(.+)' doesn't have a default value$/,
  /^.*\bcolumn `(?:[^`]|``)+`\.`(?:[^`]|``)+`\.`((?:[^`]|``)+)` at row \d+$/s,
  /^.*\bcolumn '(.+)' at row \d+$/s,
]

/** The columns of the foreign key that an error message of MariaDB or MySQL names when a row refers to a missing record. */
export function foreignKeyInWords(words: string): readonly string[] {
  const [, list] =
    /^Cannot add or update a child row: .* FOREIGN KEY \((.+?)\) REFERENCES /s.exec(words) ?? []
  return [...(list ?? '').matchAll(/`((?:[^`]|``)+)`/g)].map(([, name = '']) => name.replaceAll('``', '`'))
}
