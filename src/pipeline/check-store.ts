import type { Report } from '../diagnostic/report.js'
import type { Schema } from '../schema/schema.js'

/** Reports that no datamodel describes the database, and the features that are missing as a result (JG719). */
export function checkStore({ store, resources }: Schema, report: Report): void {
  const [first] = resources.filter(({ adapter }) => adapter === 'prisma')
  if (!first || !store?.partial) return
  report.add('JG719', first.at, MESSAGE, { help: HELP })
}

const MESSAGE =
  'Without a datamodel, the database, its unique constraints, its relations and its types are unknown'

const HELP =
  "write prisma: { schema: prisma/schema.prisma }, or at least name the database: new PrismaAdapter(prisma, { provider: 'sqlite' })"
