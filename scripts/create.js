// Runs create-jsonapi-gen with the packages of this clone instead of those from a registry: `npm run create --
// ../my-api`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requirePackages } from './lib/installed.js'
import { at } from './lib/paths.js'
import { buildOf, node, run } from './lib/run.js'

requirePackages()
const { buildExplorer } = await import('./lib/explorer.js')
try {
  await node(buildOf('runtime', 'create'))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const { main } = await import('../create/dist/main.js')

// npm runs scripts in the repository's root, so this returns to the user's folder.
process.chdir(process.env['INIT_CWD'] ?? process.cwd())
const packed = await mkdtemp(join(tmpdir(), 'jsonapi-gen-packed-'))
try {
  await main({ command: 'npm run create --', pack })
} finally {
  await rm(packed, { recursive: true, force: true })
}

/** Builds and packs the packages that a project may need. Returns their folder, which is removed at the end. */
async function pack() {
  process.stderr.write('Packing the packages of this clone …\n')
  await node(buildOf('openapi', 'explorer', 'client', 'kysely', 'prove', '.'))
  await buildExplorer()
  for (const folder of ['.', 'runtime', 'openapi', 'explorer', 'client', 'kysely', 'prove']) {
    const { code, output } = await run(
      'npm',
      ['pack', '--ignore-scripts', '--silent', '--pack-destination', packed],
      { cwd: at(folder), quiet: true },
    )
    if (code !== 0) throw new Error(`npm pack failed in ${at(folder)}.\n${output}`)
  }
  return packed
}
