// Runs the tests that build the site of docs/ and check it in Chromium: `npm run docs:check`. The build takes as much
// time as a hundred tests, so these tests are not part of `npm test`.
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

const { code } = await run(
  process.execPath,
  [
    at('node_modules/vitest/vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${at('.tmp/vitest-site.json')}`,
    ...process.argv.slice(2),
  ],
  { env: { SITE: '1' } },
)
process.exitCode = code
