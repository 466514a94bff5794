/** The facts do not name the database, because they come from a schema without a datamodel. */
export class UnknownDatabase extends Error {
  constructor() {
    super(
      `PrismaAdapter does not know which database it uses. Set the datamodel in the schema (prisma: { schema: prisma/schema.prisma }) and run npx jsonapi-gen generate, or write: new PrismaAdapter(prisma, { provider: 'sqlite' }), with the provider of your datasource.`,
    )
  }
}
