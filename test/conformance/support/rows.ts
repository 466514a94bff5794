import type { BlogClient } from '../../support/databases.js'

/** The tables, each after those that its rows refer to. */
const TABLES = ['Author', 'Profile', 'Post', 'Comment', 'Tag', 'Attachment', '_PostToTag', 'sqlite_sequence']

/** Keeps the rows that a blog on SQLite has now; what is returned puts them back. */
export async function keepRows(prisma: BlogClient): Promise<() => Promise<void>> {
  for (const table of TABLES) {
    await prisma.$executeRawUnsafe(`CREATE TABLE "kept_${table}" AS SELECT * FROM "${table}"`)
  }
  return async () => {
    await prisma.$transaction([
      ...TABLES.toReversed().map((table) => prisma.$executeRawUnsafe(`DELETE FROM "${table}"`)),
      ...TABLES.map((table) =>
        prisma.$executeRawUnsafe(`INSERT INTO "${table}" SELECT * FROM "kept_${table}"`),
      ),
    ])
  }
}
