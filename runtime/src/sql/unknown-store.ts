/**
 * The facts of the store do not have a resource's model: the resource was written by hand, or the facts are older than it.
 */
export class UnknownModel extends Error {
  constructor(type: string, model: unknown) {
    super(
      `PrismaAdapter knows nothing of the model "${String(model)}", which the resource "${type}" has: it needs the facts of the store. Run npx jsonapi-gen generate, which writes them. A resource that is written by hand declares them: this.facts(store), with the store of generated/facts.gen.js or one of its own.`,
    )
  }
}

/** The facts do not name the database: they come from a schema without a datamodel. */
export class UnknownDatabase extends Error {
  constructor() {
    super(
      `PrismaAdapter does not know which database this is. Name the datamodel in the schema (prisma: { schema: prisma/schema.prisma }) and run npx jsonapi-gen generate, or say it: new PrismaAdapter(prisma, { provider: 'sqlite' }), with the provider of your datasource.`,
    )
  }
}
