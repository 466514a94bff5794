import { join } from 'node:path'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'
import { createServedProject, type ServedProject, toldBy } from './support/served-project.js'
import { oneIn } from '../support/sample.js'

/** Functions that bundle the whole server into one file, by the name of the bundler. */
const BUNDLERS: Readonly<Record<string, (entry: string, outfile: string) => Promise<unknown>>> = {
  esbuild: (entry, outfile) =>
    build({ entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node' }),
  async rolldown(input, file) {
    const bundle = await rolldown({ input, platform: 'node' })
    await bundle.write({ file, format: 'esm', codeSplitting: false })
    await bundle.close()
  },
}

describe('openapi/loaded (25.3): the contract that generated/openapi.gen.ts imports', () => {
  let project: ServedProject

  beforeAll(async () => {
    project = await createServedProject()
  })
  afterAll(() => project.remove())

  test.each(oneIn(3, ['typescript', 'typescript-5.9', 'typescript-7']))(
    'the contract for the OpenAPI document is in the output of %s, and Node loads it without warnings',
    async (compiler) => {
      const { folder } = project
      const outDir = `dist-${compiler}`
      const compiled = await ended(
        [at(`node_modules/${compiler}/bin/tsc`), '-p', '.', '--outDir', outDir],
        folder,
      )
      expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' })
      expect(await toldBy(project, `${outDir}/server.js`)).toEqual({
        status: 200,
        document: project.document,
        stderr: '',
      })
    },
  )

  test.each(Object.keys(BUNDLERS))(
    'the contract is in the single file that %s creates from a server',
    async (bundler) => {
      const file = `bundle/${bundler}.js`
      await BUNDLERS[bundler]?.(join(project.folder, 'src/server.ts'), join(project.folder, file))
      expect(await toldBy(project, file)).toEqual({ status: 200, document: project.document, stderr: '' })
    },
  )
})
