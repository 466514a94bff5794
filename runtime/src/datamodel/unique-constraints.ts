import { type Constraint, type Datamodel, modelOf } from './datamodel.js'

/** The lengths at which stores truncate the name of a constraint. */
const LONGEST_NAMES = [63, 64]

/**
 * The columns of the unique constraint that a store names, either by its own name or by the name that Prisma derives
 * from the table and the columns. Undefined if the constraint is not in the datamodel.
 */
export function columnsOfConstraint(
  datamodel: Datamodel,
  model: string,
  name: string,
): readonly string[] | undefined {
  const { table, columns, constraints } = modelOf(datamodel, model)
  const isNamed = ({ kind, columns: own, stored }: Constraint): boolean => {
    if (stored !== undefined) return stored === name
    const names = [table.name, ...own.map((column) => columns.get(column)?.stored ?? column)]
    return defaultNames(names.join('_'), kind === 'key' ? '_pkey' : '_key').includes(name)
  }
  const named = constraints.find(isNamed)
  if (named) return named.columns
  // MariaDB and MySQL name an index without a name after its first column, and number the next ones.
  const first = name.replace(/_\d+$/, '')
  const found = constraints.filter(({ kind, columns: [own = ''] }) => {
    const stored = columns.get(own)?.stored ?? own
    return kind !== 'key' && (stored === name || stored === first)
  })
  return found.length > 1 ? found[0]?.columns.slice(0, 1) : found[0]?.columns
}

/** Whether a model has a unique constraint or primary key that consists only of some of these columns. */
export function hasUniqueAmong(datamodel: Datamodel, model: string, names: readonly string[]): boolean {
  const { constraints } = modelOf(datamodel, model)
  return constraints.some(({ columns }) => columns.every((column) => names.includes(column)))
}

const defaultNames = (stem: string, suffix: string): readonly string[] => [
  stem + suffix,
  ...LONGEST_NAMES.map((longest) => stem.slice(0, longest - suffix.length) + suffix),
]
