// Runs the tests that draw their inputs by chance, with other inputs than `npm test` and ten times as many. The line that it
// prints first repeats a run.
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

const FILES = [
  'test/query/properties',
  'test/adapter/differential',
  'test/write/model',
  'test/operations/chance',
  'test/pages/cursor-fuzz',
  'test/pages/cursor-walk',
]
const { FUZZ_SEED = String(Date.now() % 2 ** 31), FUZZ_TIMES = '10' } = process.env
Object.assign(process.env, { FUZZ_SEED, FUZZ_TIMES })

console.log(`FUZZ_SEED=${FUZZ_SEED} FUZZ_TIMES=${FUZZ_TIMES} npm run fuzz`)
const vitest = at('node_modules/vitest/vitest.mjs')
const { code } = await run(process.execPath, [vitest, 'run', '--testTimeout=3600000', ...FILES])
process.exitCode = code
