import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { blocksOf } from '../../docs/blocks.js'
import { type Project, withInstalled } from './installed.js'

/** In the tested versions, openapi-typescript requires TypeScript 5, and a newer hey-api requires Node 22. */
const PACKAGES = [
  '@hey-api/openapi-ts@0.90.10',
  '@types/node@20.19.43',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'orval@7.13.2',
  'typescript@5.9.3',
]

/**
 * The results of the generated clients' calls against a server. The clients are generated from the server's
 * document and compiled first.
 */
export function generatedClients(url: string): Promise<Readonly<Record<string, unknown>>> {
  return withInstalled(PACKAGES, async (project) => {
    const { folder, node } = project
    await writeFile(join(folder, 'openapi.json'), await (await fetch(`${url}/openapi.json`)).text())
    await copied(project)
    const modules = 'node_modules'
    const [{ text: commands } = { text: '' }] = blocksOf('docs/clients.md', 'sh')
    const documented = /^npx openapi-typescript (.*)$/m.exec(commands)?.[1]?.split(' ') ?? []
    await node(`${modules}/openapi-typescript/bin/cli.js`, ...documented)
    await node(`${modules}/@hey-api/openapi-ts/bin/run.js`)
    await node(`${modules}/orval/dist/bin/orval.js`, '--config', './orval.config.cjs')
    await node(`${modules}/typescript/bin/tsc`)
    const told: Record<string, unknown> = {}
    for (const name of ['openapi-typescript', 'hey-api', 'orval']) {
      told[name] = JSON.parse(await node(`out/${name}.js`, url))
    }
    return told
  })
}

async function copied({ folder }: Project): Promise<void> {
  await mkdir(join(folder, 'src'))
  for (const file of [
    'openapi-ts.config.mjs',
    'orval.config.cjs',
    'tsconfig.json',
    'src/openapi-typescript.ts',
    'src/hey-api.ts',
    'src/orval.ts',
  ]) {
    const own = `test/clients/support/generated/${file.replace('src/', '')}.txt`
    await copyFile(at(own), join(folder, file))
  }
}
