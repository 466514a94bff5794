import { type Datamodel, type Model, modelOf } from './datamodel.js'
import { madeOnce, oncePer } from '../base/made-once.js'

/** Caches a fact about a model, because each row of a write needs the fact. */
export function ofModel<Fact>(
  work: (model: Model, datamodel: Datamodel) => Fact,
): (datamodel: Datamodel, model: string) => Fact {
  const factsOf: (datamodel: Datamodel) => Map<string, Fact> = oncePer(() => new Map())
  return (datamodel, name) =>
    madeOnce(factsOf(datamodel), name, () => work(modelOf(datamodel, name), datamodel))
}
