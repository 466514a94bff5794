import type { Report } from '../../diagnostic/report.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Schema } from '../schema.js'

/** The databases that the Kysely adapter knows, in Prisma's words. */
const PROVIDERS = ['sqlite', 'postgresql', 'mysql'] as const

/** Reports a database that the Kysely adapter cannot use, because its tables are not known or it has no keys (JG517). */
export function checkKyselyStore({ resources, store }: Schema, report: Report): void {
  const first = resources.find(({ adapter }) => adapter === 'kysely')
  if (!first || !store) return
  const { provider } = store
  if (store.partial) {
    report.add('JG517', first.at, `${quoted(first.type)} uses Kysely, which needs to know every table`, {
      help: 'write prisma: { schema: prisma/schema.prisma }: its models describe the tables',
    })
  } else if (!PROVIDERS.some((each) => each === provider)) {
    const message = `${quoted(first.type)} uses Kysely, which has no adapter for ${quoted(provider ?? 'an unknown database')}`
    report.add('JG517', first.at, message, { help: allowed(PROVIDERS) })
  } else if (store.relationMode === 'prisma') {
    report.add(
      'JG517',
      first.at,
      `${quoted(first.type)} is on Kysely, and relationMode = "prisma" leaves foreign keys to Prisma`,
      {
        help: 'create the foreign keys in the database, and remove relationMode from the datasource',
      },
    )
  }
}
