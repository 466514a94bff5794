// Generates, builds and starts an example: `npm run demo` and `npm run demo:saas`. Other arguments are passed to the
// example.
import { requirePackages } from './lib/installed.js'
import { at } from './lib/paths.js'
import { buildOf, node, run } from './lib/run.js'

requirePackages()
const { generateClientOf } = await import('./lib/datamodels.js')
const { buildExplorer } = await import('./lib/explorer.js')

const EXAMPLES = {
  blog: { folder: 'examples/blog', schemas: ['schema.example.yaml', 'examples/blog/kysely.yaml'] },
  saas: { folder: 'examples/saas', schemas: ['examples/saas/prisma/schema.prisma'] },
}
const given = process.argv.slice(2)
/** @type {keyof typeof EXAMPLES} */
const name = given[0] === 'saas' ? 'saas' : 'blog'
const args = name === 'saas' ? given.slice(1) : given
const { folder, schemas } = EXAMPLES[name]

try {
  await phase('Building the runtime and the generator', () =>
    node(buildOf('runtime', 'openapi', 'explorer', 'client', 'kysely', '.')),
  )
  await phase('Building the explorer', buildExplorer)
  await phase('Generating the Prisma client', () => generateClientOf(name, 'sqlite'))
  for (const schema of schemas) {
    await phase(`Generating the API from ${schema}`, () =>
      node([at('bin/jsonapi-gen.js'), 'generate', '--schema', schema]),
    )
  }
  await phase('Compiling the example', () => node(buildOf(folder)))
  const { code } = await run(process.execPath, [at(`${folder}/dist/demo.js`), ...args])
  process.exitCode = code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * Runs a task. Shows its name in a terminal, but not in CI.
 *
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
async function phase(name, work) {
  if (process.stderr.isTTY && !process.env['CI']) process.stderr.write(`${name} …\n`)
  await work()
}
