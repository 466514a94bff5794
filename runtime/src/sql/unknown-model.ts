/**
 * The store's facts do not include a resource's model, because the resource was written by hand, or is newer than the
 * facts.
 */
export class UnknownModel extends Error {
  constructor(type: string, model: unknown) {
    super(
      `The model "${String(model)}" of the resource "${type}" is unknown, because the facts about the store are missing. Run npx jsonapi-gen generate, which writes them. If you wrote the resource by hand, declare the facts: this.facts(store), with the store of generated/facts.gen.js or your own.`,
    )
  }
}
