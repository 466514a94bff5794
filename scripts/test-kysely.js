// Runs the most important suites on Kysely: `npm run test:kysely`. Arguments are passed to Vitest.
import { build } from './lib/build.js'
import { runOnKysely } from './lib/kysely-suites.js'
import { at } from './lib/paths.js'

const built = await build()
if (built !== 0) process.exit(built)
const report = `--outputFile.json=${at('.tmp/vitest-kysely.json')}`
process.exitCode = await runOnKysely({ whole: false }, [
  '--reporter=default',
  '--reporter=json',
  report,
  ...process.argv.slice(2),
])
