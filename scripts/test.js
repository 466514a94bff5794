// Builds everything that is out of date, runs Vitest with the given arguments, and prints a line about the databases:
// `npm test`. QUICK omits the files `*.slow.test.ts`, and uses a tenth of the random inputs: `npm run test:slow` does
// the rest.
import { readFile, rm } from 'node:fs/promises'
import { build } from './lib/build.js'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

const built = await build()
if (built !== 0) process.exit(built)

const report = at('.tmp/databases.txt')
await rm(report, { force: true })
const { code } = await run(
  process.execPath,
  [
    at('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${at('.tmp/vitest.json')}`,
    ...process.argv.slice(2),
  ],
  { env: { DATABASES_REPORT: report, QUICK: '1' } },
)
console.log((await readFile(report, 'utf8').catch(() => 'databases: none, the tests did not start')).trim())
process.exitCode = code
