import { type Datamodel, type Model, modelOf } from '../adapter/datamodel.js'

/** What follows from a model: worked out once, because each row of a write asks. */
export function ofModel<Fact>(
  work: (model: Model, datamodel: Datamodel) => Fact,
): (datamodel: Datamodel, model: string) => Fact {
  const known = new WeakMap<Model, Fact>()
  return (datamodel, name) => {
    const model = modelOf(datamodel, name)
    const before = known.get(model)
    if (before !== undefined) return before
    const fact = work(model, datamodel)
    known.set(model, fact)
    return fact
  }
}
