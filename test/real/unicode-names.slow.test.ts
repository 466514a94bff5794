import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSoak } from '../support/sample.js'
import { createRealProject, type RealProject } from './support/project.js'
import { hasServers, serveProject } from './support/serve-project.js'

// All databases: `npm run soak`.
const PROVIDERS = (['sqlite', 'postgresql', 'mysql'] as const).filter(
  (provider) => provider === 'sqlite' || (isSoak && hasServers(provider)),
)
const CASES = PROVIDERS.flatMap((provider) =>
  (['prisma', 'kysely'] as const).map((engine) => ({ provider, engine })),
)

describe.each(CASES)(
  'real/unicode-names (20.15): models, fields and values of enums in other scripts, on $provider with $engine',
  ({ provider, engine }) => {
    let project: RealProject
    beforeAll(async () => {
      project = await createRealProject('alphabets', provider)
    })
    afterAll(() => project.remove())

    test('init and generate end with 0, without a warning, and it compiles', async () => {
      expect(await project.run('init')).toMatchObject({ code: 0, stdout: '' })
      const schema = join(project.folder, 'schema.yaml')
      const text = await readFile(schema, 'utf8')
      const open = text
        .replaceAll('mayRead', 'true')
        .replaceAll('create: false, update: false, destroy: false }', 'create: true }\n    public: true')
      await writeFile(schema, open.replace(/^generate:\n/m, `generate:\n  adapter: ${engine}\n`))
      expect(await project.run('init', '--server')).toMatchObject({ code: 0, stdout: '' })
      const generated = await project.run('generate', '--strict')
      expect({ ...generated, stderr: generated.stderr.match(/(?:error|warning) JG\d+.*/g) }).toEqual({
        code: 0,
        stdout: '',
        stderr: null,
      })
      expect(await project.client()).toMatchObject({ code: 0 })
      expect(await project.compile('typescript-7')).toMatchObject({ code: 0, stdout: '' })
    }, 300_000)

    test('every possible create succeeds, and the record is read with every relation', async () => {
      const { creator, missing, reads, said } = await serveProject(project, provider)
      expect(creator.created.filter(({ answer }) => answer.status !== 201)).toEqual([])
      expect({ missing, why: [...creator.impossible] }).toEqual({ missing: [], why: [] })
      expect(creator.created.length).toBeGreaterThan(3)
      expect(reads.filter(({ status, faults }) => status !== 200 || faults.length > 0)).toEqual([])
      expect(said).toBe('')
    }, 300_000)
  },
)
