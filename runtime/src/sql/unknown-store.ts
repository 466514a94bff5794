/**
 * The store's facts do not include a resource's model, because the resource was written by hand, or is newer than the
 * facts.
 */
export class UnknownModel extends Error {
  constructor(type: string, model: unknown) {
    super(
      `PrismaAdapter does not know the model "${String(model)}" of the resource "${type}", because the facts about the store are missing. Run npx jsonapi-gen generate, which writes them. If you wrote the resource by hand, declare the facts: this.facts(store), with the store of generated/facts.gen.js or your own.`,
    )
  }
}

/** The facts do not name the database, because they come from a schema without a datamodel. */
export class UnknownDatabase extends Error {
  constructor() {
    super(
      `PrismaAdapter does not know which database this is. Set the datamodel in the schema (prisma: { schema: prisma/schema.prisma }) and run npx jsonapi-gen generate, or write: new PrismaAdapter(prisma, { provider: 'sqlite' }), with the provider of your datasource.`,
    )
  }
}
