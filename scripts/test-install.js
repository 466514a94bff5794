// Runs the tests that install our packed packages as a user would: `npm run test:install`. They need a registry or
// npm's cache, and take minutes, so they are not part of `npm test`.
import { build } from './lib/build.js'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

const built = await build()
if (built !== 0) process.exit(built)
const { code } = await run(
  process.execPath,
  [
    at('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${at('.tmp/vitest-install.json')}`,
    ...process.argv.slice(2),
  ],
  { env: { INSTALLS: '1' } },
)
process.exitCode = code
