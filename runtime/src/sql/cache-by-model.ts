import { type Datamodel, type Model, modelOf } from '../adapter/datamodel.js'

/** Caches a fact about a model, because each row of a write needs it. */
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
