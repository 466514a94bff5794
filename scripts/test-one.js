// Builds everything that is out of date, and runs the tests under a path: `npm run test:one -- test/filters`.
import { build } from './lib/build.js'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

const args = process.argv.slice(2)
if (!args.some((arg) => !arg.startsWith('-'))) {
  console.error('Pass the tests to run: npm run test:one -- test/filters')
  process.exit(2)
}
const built = await build()
if (built !== 0) process.exit(built)
const { code } = await run(process.execPath, [at('node_modules/vitest/vitest.mjs'), 'run', ...args])
process.exitCode = code
