// Runs the benchmarks (bench/*.bench.js) one after another. With arguments, only runs those whose names
// contain an argument. `--chart` draws their results, together with the results of earlier runs.
import { readdir } from 'node:fs/promises'
import { drawChart } from '../bench/lib/chart.js'
import { generateClients } from './lib/datamodels.js'
import { at } from './lib/paths.js'
import { node, run, tsc } from './lib/run.js'

const given = process.argv.slice(2)
const wanted = given.filter((argument) => argument !== '--chart')
const files = (await readdir(at('bench')).catch(() => []))
  .filter((name) => name.endsWith('.bench.js'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .toSorted()

if (files.length > 0) {
  await generateClients(['sqlite'])
  await node([tsc(), '-b', 'runtime', 'openapi', 'explorer', 'client', 'kysely'])
  await node([tsc(), '-p', '.'])
  for (const example of ['blog', 'saas']) {
    await node([tsc(), '-b', `examples/${example}/prisma`])
    await node([tsc(), '-p', `examples/${example}`])
  }
} else {
  console.log('There is no benchmark with that name.')
}
for (const file of files) {
  const { code } = await run(process.execPath, ['--expose-gc', at(`bench/${file}`)])
  if (code !== 0) process.exitCode = 1
}
if (given.includes('--chart')) await drawChart('docs/images/performance.svg')
