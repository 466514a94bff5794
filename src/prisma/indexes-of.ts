import type { TableIndexes } from '../schema/store.js'
import type { Datamodel } from './datamodel.js'

/**
 * The indexes of a model, its key and its unique constraints among them; undefined for a view, which has none of its own.
 * MariaDB and MySQL make one for each foreign key that the database has.
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
