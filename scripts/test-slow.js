// Runs the tests that start a process, a browser or a compiler, and those for which `npm test` uses only a tenth of the
// random inputs: `npm run test:slow`. With arguments, only runs tests whose paths contain an argument.
import { build } from './lib/build.js'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'
import { slowFiles } from './lib/slow-files.js'

const built = await build()
if (built !== 0) process.exit(built)
const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('-'))
const wanted = args.filter((arg) => !arg.startsWith('-'))
const files = (await slowFiles()).filter(
  (path) => wanted.length === 0 || wanted.some((part) => path.includes(part)),
)
const { code } = await run(process.execPath, [
  at('node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${at('.tmp/vitest-slow.json')}`,
  ...options,
  ...files,
])
process.exitCode = code
