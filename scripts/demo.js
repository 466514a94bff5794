// What `npm run demo` runs: everything from the schema to the running blog. Arguments go to the blog.
import { generateClients } from './lib/datamodels.js'
import { at } from './lib/paths.js'
import { node, run, tsc } from './lib/run.js'

try {
  await phase('Building the runtime and the generator', () => node([tsc(), '-b', 'runtime', '.']))
  await phase("Generating the blog's Prisma client", () => generateClients(['sqlite']))
  await phase("Generating the blog's API from schema.example.yaml", () =>
    node([at('bin/jsonapi-gen.js'), 'generate', '--schema', 'schema.example.yaml']),
  )
  await phase('Compiling the blog', () => node([tsc(), '-b', 'examples/blog']))
  const { code } = await run(process.execPath, [at('examples/blog/dist/demo.js'), ...process.argv.slice(2)])
  process.exitCode = code
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * Says what is going on where somebody watches, and nothing in CI.
 *
 * @param {string} name
 * @param {() => Promise<unknown>} work
 */
async function phase(name, work) {
  if (process.stderr.isTTY && !process.env['CI']) process.stderr.write(`${name} …\n`)
  await work()
}
