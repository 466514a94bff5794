// Runs the tests that draw their inputs by chance with a seed of this run, ten times as long as `npm test` does. Repeats
// what it has found with FUZZ_SEED; FUZZ_TIMES says how many times as long.
import { spawnSync } from 'node:child_process'

const FILES = ['test/read/properties', 'test/adapter/differential', 'test/write/model']
const { FUZZ_SEED = String(Date.now() % 2 ** 31), FUZZ_TIMES = '10' } = process.env

console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_TIMES=${FUZZ_TIMES} npm run fuzz`)
const { status } = spawnSync('npx', ['vitest', 'run', '--testTimeout=3600000', ...FILES], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_SEED, FUZZ_TIMES },
})
process.exitCode = status ?? 1
