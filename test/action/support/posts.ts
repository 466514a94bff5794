/** The smallest project: one model with one attribute, which everybody may read and write. */
export const SCHEMA = `prisma: { schema: data.prisma }
resources:
  posts:
    public: true
    unindexed: true
    attributes:
      title: { type: string, maxLength: 200 }
`

export const DATAMODEL = `datasource db {
  provider = "sqlite"
}

model Post {
  id    Int    @id @default(autoincrement())
  title String
}
`
