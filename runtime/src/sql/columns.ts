import { type Column, columnOf, type Datamodel, isNeverNull } from '../datamodel/datamodel.js'
import { ofModel } from '../datamodel/cache-by-model.js'

/** The columns of a model that a new row must set. */
export const neededColumns: (datamodel: Datamodel, model: string) => readonly string[] = ofModel(
  ({ columns }) =>
    [...columns.values()].flatMap((column) => (isNeverNull(column) && !column.isFilled ? [column.name] : [])),
)

/** The stored value of a column. An enum value may have a different name in the store (`@map`). */
export const storedValue = (datamodel: Datamodel, model: string, name: string, value: unknown): unknown =>
  columnOf(datamodel, model, name)?.storedValues.get(String(value)) ?? value

/** Whether a column stores four-byte floats. */
export const isSingleFloat = ({ type, native }: Column): boolean =>
  type.kind === 'float' && /^(?:Real|Float4|Float)$/.test(native?.name ?? '')
