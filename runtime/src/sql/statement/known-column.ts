import { type Column, columnOf, type Datamodel } from '../../datamodel/datamodel.js'

/** A column of a model. Throws an Error if the facts do not have it. */
export function knownColumn(datamodel: Datamodel, model: string, name: string): Column {
  const column = columnOf(datamodel, model, name)
  if (column) return column
  throw new Error(
    `The facts about the store contain no column "${name}" of the model ${model}. Run npx jsonapi-gen generate.`,
  )
}
