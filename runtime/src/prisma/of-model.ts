/**
 * A fact that the datamodel tells of a model: read once for each client and model, because its text may be long and each row of
 * a write asks.
 */
export function ofModel<Fact>(
  read: (client: object, model: string) => Fact,
): (client: object, model: string) => Fact {
  const known = new WeakMap<object, Map<string, Fact>>()
  return (client, model) => {
    const ofClient = known.get(client) ?? new Map<string, Fact>()
    known.set(client, ofClient)
    const before = ofClient.get(model)
    if (before !== undefined) return before
    const fact = read(client, model)
    ofClient.set(model, fact)
    return fact
  }
}
