// What `npm run create -- ../my-api` runs: create-jsonapi-gen, with the packages of this clone instead of those of a registry.
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildExplorer } from './lib/explorer.js'
import { at } from './lib/paths.js'
import { buildOf, node, run } from './lib/run.js'

try {
  await node(buildOf('runtime', 'create'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const { main } = await import('../create/dist/main.js')

// npm runs a script in the root, whatever folder its user is in.
process.chdir(process.env['INIT_CWD'] ?? process.cwd())
await main({ command: 'npm run create --', pack })

/**
 * Builds and packs the packages that a project may need, and returns their folder. What is packed decides its name, because a project
 * goes on installing from there: its lock file has the digests of the files.
 */
async function pack() {
  process.stderr.write('Packing the packages of this clone …\n')
  await node(buildOf('client', 'kysely', '.'))
  await buildExplorer()
  await mkdir(at('.packages'), { recursive: true })
  const made = await mkdtemp(at('.packages/new-'))
  try {
    for (const folder of ['.', 'runtime', 'client', 'kysely']) {
      const { code, output } = await run(
        'npm',
        ['pack', '--ignore-scripts', '--silent', '--pack-destination', made],
        { cwd: at(folder), quiet: true },
      )
      if (code !== 0) throw new Error(`npm pack has failed in ${at(folder)}.\n${output}`)
    }
    const folder = at(`.packages/${await digestOf(made)}`)
    await rm(folder, { recursive: true, force: true })
    await rename(made, folder)
    return folder
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  }
}

/** @param {string} folder */
async function digestOf(folder) {
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).toSorted()) {
    hash.update(name).update(await readFile(join(folder, name)))
  }
  return hash.digest('hex').slice(0, 12)
}
