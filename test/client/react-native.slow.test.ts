import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { isSoak } from '../support/sample.js'

/** The tests of the client that need neither a browser nor an editor. Only a soak runs all of them. */
const SUITES = isSoak
  ? ['answers', 'client-reads', 'client-records', 'client-writes', 'operations', 'plain']
  : []

describe('client/react-native (27.1, 27.3, 27.10, 30.9): with only the globals that Hermes provides', () => {
  test("with only the globals of Hermes, the client's tests pass, including those for retries and idempotency keys", async () => {
    const files = ['retries', 'schemas', 'client-values', 'tanstack', ...SUITES].map(
      (name) => `test/client/${name}.test.ts`,
    )
    const vitest = [at('node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', '--maxWorkers=1', ...files]
    const { stdout } = await promisify(execFile)(process.execPath, vitest, {
      cwd: at('.'),
      env: { ...process.env, CLIENT: 'hermes', TEST_DATABASES: 'sqlite', NO_COLOR: '1' },
    }).catch(({ stdout: failed }: { readonly stdout: string }) => ({ stdout: failed }))
    expect(stdout).toMatch(new RegExp(`Test Files +${files.length} passed`))
  }, 600_000)
})
