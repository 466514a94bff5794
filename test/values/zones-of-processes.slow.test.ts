import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { run } from '../../scripts/lib/run.js'
import { isSoak, oneIn } from '../support/sample.js'

/** Time zones for processes: two with daylight saving time, and one whose offset is not a whole number of hours. */
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata']

const COMBINATIONS = ['kysely', 'prisma'].flatMap((engine) => ZONES.map((zone) => [engine, zone] as const))

/** Suites about scopes and policies, which run with sessions in a different zone. A soak runs more of them. */
const SUITES = isSoak
  ? [
      'test/adapter/types-of-stores',
      'test/kysely/scope-',
      'test/kysely/values',
      'test/policies',
      'test/scope',
    ]
  : ['test/policies/scopes', 'test/scope/scope']

/** Suites that use Prisma on time columns with a zone, for which Prisma needs sessions in UTC (rule 23.14). */
const SUITES_IN_UTC = isSoak
  ? ['test/values/edges', 'test/values/foreign-values', 'test/values/time-zones']
  : []

/**
 * The time zone of the sessions: its offset includes half an hour, and daylight saving adds half an hour. The MariaDB
 * server of the tests knows no zone names.
 */
const SESSIONS = {
  TEST_POSTGRES_URL: inZone(
    process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
    'Australia/Lord_Howe',
  ),
  TEST_MARIADB_ZONE: '+10:30',
}

describe('values/zones-of-processes (23.14): tests of types, scopes and policies pass in any time zone', () => {
  test.each(oneIn(COMBINATIONS.length, COMBINATIONS))(
    'the tests pass on %s if the process is in %s and sessions are in a different time zone',
    async (engine, zone) => {
      expect(await failureOf(SUITES, { ...SESSIONS, TZ: zone, ENGINE: engine })).toBe('')
      if (SUITES_IN_UTC.length > 0) {
        expect(await failureOf(SUITES_IN_UTC, { TZ: zone, ENGINE: engine })).toBe('')
      }
    },
    3_600_000,
  )
})

/** Runs suites in separate processes. Returns their output if they fail or contain no tests. */
async function failureOf(suites: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, output } = await run(
    process.execPath,
    [at('node_modules/vitest/vitest.mjs'), 'run', '--maxWorkers=1', '--reporter=dot', ...suites],
    { env: { ...env, SOAK: '', QUICK: '1', DATABASES_REPORT: '', NO_COLOR: '1' }, quiet: true },
  )
  return code === 0 && /Tests +[1-9]\d* passed/.test(output) ? '' : `${code}: ${output}`
}

function inZone(url: string, zone: string): string {
  const located = new URL(url)
  located.searchParams.set('options', `-c timezone=${zone}`)
  return located.href
}
