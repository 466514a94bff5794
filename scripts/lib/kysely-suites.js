import { at } from './paths.js'
import { run } from './run.js'

/** The suites that use a database. A soak runs all of them on Kysely. */
const ALL = [
  'adapter',
  'actions',
  'conditional',
  'contract/',
  'controller',
  'errors',
  'filters',
  'graph',
  'hidden',
  'http',
  'idempotency',
  'keys',
  'names',
  'openapi',
  'operations',
  'pages',
  'policies',
  'render',
  'resource',
  'scope',
  'sideload',
  'sort',
  'stats',
  'write',
]

/**
 * The suites that `npm run test:kysely` runs on Kysely, with SQLite: tests of the application's restrictions, on
 * every path to a record.
 */
const MOST_TELLING = [
  'actions/own-actions',
  'controller/plain-scopes',
  'filters/custom-filters',
  'filters/groups',
  'filters/through',
  'hidden',
  'pages/cursor-fuzz',
  'policies/both-sides',
  'policies/defaults',
  'policies/join-queries',
  'policies/many-to-many',
  'policies/scopes',
  'policies/told',
  'scope',
  'sideload/custom',
  'sideload/kinds',
  'sideload/pipeline',
  'write/graph',
]

/**
 * Runs suites on Kysely instead of Prisma, except those that test/README.md lists as tests of the Prisma Client.
 *
 * @param {{ readonly whole: boolean }} options whether to run all suites on all databases, instead of some of them on
 * SQLite
 * @param {readonly string[]} args further arguments for Vitest
 * @returns {Promise<number>} the exit code
 */
export async function runOnKysely({ whole }, args) {
  const suites = (whole ? ALL : MOST_TELLING).map((path) => `test/${path}`)
  const env = { ENGINE: 'kysely', ...(!whole && { TEST_DATABASES: 'sqlite', QUICK: '1' }) }
  console.log('The suites on Kysely:')
  const vitest = at('node_modules/vitest/vitest.mjs')
  const { code } = await run(process.execPath, [vitest, 'run', ...args, ...suites], { env })
  return code
}
