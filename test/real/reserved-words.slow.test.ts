import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSoak } from '../support/sample.js'
import { COMPILERS, createRealProject, type RealProject } from './support/project.js'
import { hasServers, serveProject } from './support/serve-project.js'

// `npm run soak` uses every database, resource and compiler.
const PROVIDERS = (['sqlite', 'postgresql', 'mysql'] as const).filter(
  (provider) => provider === 'sqlite' || (isSoak && hasServers(provider)),
)

describe.each(PROVIDERS)(
  'real/reserved-words (20.15): a datamodel that consists of reserved words, on %s',
  (provider) => {
    let project: RealProject
    beforeAll(async () => {
      project = await createRealProject('lexicon', provider)
    })
    afterAll(() => project.remove())

    test('`init` and `generate` exit with 0 and without a warning, and the code compiles', async () => {
      expect(await project.run('init', '--server')).toMatchObject({ code: 0, stdout: '' })
      const generated = await project.run('generate', '--strict')
      expect({ ...generated, stderr: generated.stderr.match(/(?:error|warning) JG\d+.*/g) }).toEqual({
        code: 0,
        stdout: '',
        stderr: null,
      })
      expect(await project.client()).toMatchObject({ code: 0 })
      for (const each of isSoak ? COMPILERS : (['typescript-7'] as const)) {
        expect(await project.compile(each)).toMatchObject({ code: 0, stdout: '' })
      }
    }, 300_000)

    test('every permitted record can be created, and each record can be read with every relation', async () => {
      const { creator, missing, reads, said } = await serveProject(project, provider, isSoak ? undefined : 12)
      expect(creator.created.filter(({ answer }) => answer.status !== 201)).toEqual([])
      expect({ missing, why: [...creator.impossible] }).toEqual({ missing: [], why: [] })
      expect(creator.created.map(({ answer }) => answer.body)).toMatchObject(
        creator.created.map(({ type, sent }) => ({
          data: { type, ...(Object.keys(sent).length > 0 && { attributes: sent }) },
        })),
      )
      expect(reads.filter(({ status, faults }) => status !== 200 || faults.length > 0)).toEqual([])
      expect(said).toBe('')
    }, 300_000)
  },
)
