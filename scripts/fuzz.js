// Runs the tests with random inputs on ten times as many inputs as `npm test`, with a different seed. Tests that run
// only a sample of their cases run on a different sample. With arguments, only runs tests whose paths contain an
// argument. The first printed line is a command that repeats the run.
import { at } from './lib/paths.js'
import { run } from './lib/run.js'
import { soakFiles } from './lib/soak-files.js'

const FILES = [
  'test/query/properties',
  'test/adapter/differential',
  'test/write/graph/model',
  'test/operations/chance',
  'test/pages/cursor-fuzz',
  'test/pages/cursor-walk',
]
const { FUZZ_SEED = String(Date.now() % 2 ** 31), FUZZ_TIMES = '10', SAMPLE_SEED = FUZZ_SEED } = process.env
Object.assign(process.env, { FUZZ_SEED, FUZZ_TIMES, SAMPLE_SEED })
const wanted = process.argv.slice(2)
const all = [...FILES, ...(await soakFiles())]
const files = wanted.length === 0 ? all : all.filter((path) => wanted.some((part) => path.includes(part)))

console.log(
  `FUZZ_SEED=${FUZZ_SEED} FUZZ_TIMES=${FUZZ_TIMES} SAMPLE_SEED=${SAMPLE_SEED} npm run fuzz ${wanted.join(' ')}`,
)
if (files.length === 0) {
  console.log('No test with that name draws random samples.')
  process.exit(1)
}
const vitest = at('node_modules/vitest/vitest.mjs')
const { code } = await run(process.execPath, [vitest, 'run', '--testTimeout=3600000', ...files])
process.exitCode = code
