// Compiles the generated code, and the application around it, with every supported version of TypeScript.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { generateClients } from './lib/datamodels.js'
import { at } from './lib/paths.js'
import { node, run, tsc } from './lib/run.js'

const COMPILERS = [
  ['5.9', 'typescript-5.9'],
  ['6', 'typescript'],
  ['7', 'typescript-7'],
]

await generateClients(['sqlite'])
await node([tsc(), '-b', 'runtime', 'openapi', 'explorer', 'client', 'kysely', 'prove'])
await node([tsc(), '-b', 'examples/blog/prisma'])

for (const project of await projects()) {
  for (const [version, alias] of COMPILERS) {
    const { code, output } = await run(process.execPath, [tsc(alias), '-p', project, '--noEmit'], {
      quiet: true,
    })
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${project} with TypeScript ${version}`)
    if (code === 0) continue
    process.exitCode = 1
    console.log(output)
  }
}

/** The example, and every fixture that is a separate project. */
async function projects() {
  const fixtures = at('test/fixtures')
  const names = existsSync(fixtures) ? await readdir(fixtures, { recursive: true }) : []
  const found = names.filter((name) => name.endsWith('tsconfig.json')).toSorted()
  return ['examples/blog', ...found.map((name) => `test/fixtures/${name.slice(0, -'/tsconfig.json'.length)}`)]
}
