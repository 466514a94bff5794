// Runs the tests that take too long for `npm test`, and all cases of the tests that `npm test` only samples,
// with SOAK=1. Further arguments are passed to Vitest: `npm run soak test/real`.
import { runOnKysely } from './lib/kysely-suites.js'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'
import { soakFiles } from './lib/soak-files.js'

const wanted = process.argv.slice(2)

Object.assign(process.env, { SOAK: '1' })
const build = await run('npm', ['run', '--silent', 'build'])
if (build.code !== 0) process.exit(build.code)
const { code } = await run(process.execPath, [
  at('node_modules/vitest/vitest.mjs'),
  'run',
  '--testTimeout=3600000',
  ...(wanted.length === 0 ? await soakFiles() : wanted),
])
// All suites that use a database, on the second engine.
const onKysely = wanted.length === 0 ? await runOnKysely({ whole: true }, ['--testTimeout=3600000']) : 0
process.exitCode = code || onKysely
