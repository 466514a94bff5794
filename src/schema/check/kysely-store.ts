import type { Report } from '../../diagnostic/report.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Schema } from '../schema.js'

/** The databases that the Kysely adapter supports, under Prisma's names. */
const PROVIDERS = ['sqlite', 'postgresql', 'mysql'] as const

/** Reports a database that the Kysely adapter cannot use, because its tables are unknown or it has no keys (JG517). */
export function checkKyselyStore({ resources, store }: Schema, report: Report): void {
  const first = resources.find(({ adapter }) => adapter === 'kysely')
  if (!first || !store) return
  const { provider } = store
  if (store.partial) {
    report.add(
      'JG517',
      first.at,
      `${quoted(first.type)} uses Kysely, which needs the structure of every table`,
      {
        help: 'write prisma: { schema: prisma/schema.prisma }: its models describe the tables',
      },
    )
  } else if (!PROVIDERS.some((each) => each === provider)) {
    const message = `${quoted(first.type)} uses Kysely, which has no adapter for ${quoted(provider ?? 'an unknown database')}`
    report.add('JG517', first.at, message, { help: allowed(PROVIDERS) })
  } else if (store.relationMode === 'prisma') {
    report.add(
      'JG517',
      first.at,
      `${quoted(first.type)} uses Kysely, but relationMode = "prisma" leaves foreign keys to Prisma`,
      {
        help: 'create the foreign keys in the database, and remove relationMode from the datasource',
      },
    )
  }
}
