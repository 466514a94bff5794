// Runs the benchmarks, bench/*.bench.js, one after the other; with arguments, those whose names contain one.
import { readdir } from 'node:fs/promises'
import { generateClients } from './lib/datamodels.js'
import { at } from './lib/paths.js'
import { node, run, tsc } from './lib/run.js'

const wanted = process.argv.slice(2)
const files = (await readdir(at('bench')).catch(() => []))
  .filter((name) => name.endsWith('.bench.js'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .toSorted()

if (files.length > 0) {
  await generateClients(['sqlite'])
  await node([tsc(), '-b', 'runtime', 'client'])
  await node([tsc(), '-p', '.'])
  await node([tsc(), '-b', 'examples/blog/prisma'])
  await node([tsc(), '-p', 'examples/blog'])
} else {
  console.log('No benchmark of that name')
}
for (const file of files) {
  const { code } = await run(process.execPath, ['--expose-gc', at(`bench/${file}`)])
  if (code !== 0) process.exitCode = 1
}
