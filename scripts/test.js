// What `npm test` runs: build, Prisma clients, the blog, vitest (with the arguments given), a line on the databases.
import { readFile, rm } from 'node:fs/promises'
import { generateClients } from './lib/datamodels.js'
import { at } from './lib/paths.js'
import { node, run, tsc } from './lib/run.js'

const build = await run('npm', ['run', '--silent', 'build'])
if (build.code !== 0) process.exit(build.code)
await generateClients(['sqlite'])
// Projects that tests make take the blog's compiled client, and the demo finds its build up to date.
await node([tsc(), '-b', 'examples/blog/prisma'])
await node([tsc(), '-p', 'examples/blog'])

await rm(at('.tmp/databases.txt'), { force: true })
const { code } = await run(process.execPath, [
  at('node_modules/vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${at('.tmp/vitest.json')}`,
  ...process.argv.slice(2),
])
console.log(
  (
    await readFile(at('.tmp/databases.txt'), 'utf8').catch(() => 'databases: none, the tests did not start')
  ).trim(),
)
process.exitCode = code
