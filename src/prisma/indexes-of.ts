import type { TableIndexes } from '../schema/store.js'
import type { Datamodel } from './datamodel.js'

/**
 * A model's indexes, including its key and its unique constraints; undefined for a view, which has no indexes. MariaDB
 * and MySQL create an index for each foreign key in the database.
 */
export function indexesOf(
  { models, provider, emulatesKeys }: Datamodel,
  name: string,
): TableIndexes | undefined {
  const model = models.get(name)
  if (!model || model.isView) return undefined
  const keys = [...model.fields.values()].flatMap((field) =>
    field.kind === 'relation' && field.fields.length > 0 ? [field.fields] : [],
  )
  const constraints = [
    ...model.constraints.map(({ columns }) => columns),
    ...(provider === 'mysql' && !emulatesKeys ? keys : []),
  ]
  return {
    equal: [...constraints, ...model.indexes],
    ordered: [...constraints, ...model.orderedIndexes],
  }
}
