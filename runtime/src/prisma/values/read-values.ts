import { type Column, type Datamodel, relationNamed } from '../../datamodel/datamodel.js'
import { memberOf } from '../../base/cast.js'
import { oncePer } from '../../base/made-once.js'
import { ofModel } from '../../datamodel/cache-by-model.js'
import { shortestSingle } from '../../sql/single-float.js'

/**
 * Restores the written values of records that Prisma has read (rule 19.1): a string of a fixed length has lost its
 * padding, and a float of four bytes is the shortest number with that value.
 *
 * @returns the same records
 */
export function asWritten<Record extends object>(
  datamodel: Datamodel,
  model: string,
  records: readonly Record[],
): readonly Record[] {
  if (!changesValues(datamodel)) return records
  const columns = changedColumns(datamodel, model)
  for (const record of records) {
    for (const [name, change] of columns) {
      const value = memberOf(record, name)
      if (value !== undefined && value !== null) Reflect.set(record, name, change(value))
    }
    // Rows of joins are read with a record.
    for (const [name, value] of Object.entries(record)) {
      if (typeof value !== 'object' || value === null) continue
      const related = relationNamed(datamodel, model, name)
      if (related) asWritten(datamodel, related.model, [value].flat())
    }
  }
  return records
}

/** Whether any model has such a column: most datamodels have none. */
const changesValues = oncePer((datamodel: Datamodel): boolean =>
  [...datamodel.models.keys()].some((model) => changedColumns(datamodel, model).size > 0),
)

const changedColumns = ofModel(
  ({ columns }, { provider = '' }) =>
    new Map(
      [...columns.values()].flatMap((column) => {
        const change = changeOf(column, provider)
        return change ? [[column.name, change] as const] : []
      }),
    ),
)

function changeOf({ type, native }: Column, provider: string): ((value: unknown) => unknown) | undefined {
  if (provider === 'postgresql' && type.kind === 'string' && native?.name === 'Char') {
    return (value) => (Array.isArray(value) ? value.map(trimmed) : trimmed(value))
  }
  if (provider === 'mysql' && type.kind === 'float' && native?.name === 'Float') {
    return (value) => (typeof value === 'number' ? shortestSingle(value) : value)
  }
  return undefined
}

const trimmed = (text: unknown): unknown => (typeof text === 'string' ? text.replace(/ +$/, '') : text)
