import { buildExplorer } from './explorer.js'
import { generateClients } from './datamodels.js'
import { buildOf, run } from './run.js'

/**
 * Builds everything that tests run, if it is out of date: the examples' Prisma clients, the packages, the explorer, and
 * the blog, whose compiled client is used by the projects that tests create. If everything is up to date, this takes
 * less than a second.
 *
 * @returns {Promise<number>} the exit code of the compiler
 */
export async function build() {
  await generateClients(['sqlite'])
  const { code } = await run(
    process.execPath,
    buildOf('runtime', 'openapi', 'explorer', 'client', 'kysely', 'prove', 'create', '.', 'examples/blog'),
  )
  if (code === 0) await buildExplorer()
  return code
}
