import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesUnder } from '../generator/support/fixtures.js'
import { isSoak, oneIn } from '../support/sample.js'
import { hasServers, serveProject } from './support/serve-project.js'
import {
  COMPILERS,
  createRealProject,
  DATAMODELS,
  datamodelTexts,
  type RealProject,
} from './support/project.js'

// `npm run soak` serves every datamodel completely, with every compiler.
const WHOLE = oneIn(8, DATAMODELS)
const SOME = DATAMODELS.filter((each) => oneIn(3, DATAMODELS).includes(each) || WHOLE.includes(each))
const compilers = isSoak ? COMPILERS : (['typescript-7'] as const)

describe.each(SOME)('a real datamodel: $of, $models models', (datamodel) => {
  const { name, models, views, provider } = datamodel
  const whole = WHOLE.includes(datamodel) ? [datamodel] : []
  let project: RealProject
  let files: readonly string[]

  beforeAll(async () => {
    project = await createRealProject(name)
  })
  afterAll(() => project.remove())

  test('each real datamodel has the documented size', async () => {
    const text = Object.values(await datamodelTexts(name)).join('\n')
    expect([text.match(/^model /gm)?.length ?? 0, text.match(/^view /gm)?.length ?? 0]).toEqual([
      models,
      views,
    ])
  })

  test('`init` and `generate` exit with 0 on the first run, without a warning', async () => {
    expect(await project.run('init', '--server')).toMatchObject({ code: 0, stdout: '' })
    const generated = await project.run('generate', '--strict')
    expect({ ...generated, stderr: generated.stderr.match(/(?:error|warning) JG\d+/g) }).toEqual({
      code: 0,
      stdout: '',
      stderr: null,
    })
    files = await filesUnder(join(project.folder, 'src/api'))
  }, 60_000)

  test.each(whole)(
    'the generated code compiles strictly, with the client module and the server that `init` writes',
    async () => {
      expect(await project.client()).toMatchObject({ code: 0 })
      for (const each of compilers) expect(await project.compile(each)).toMatchObject({ code: 0, stdout: '' })
    },
    300_000,
  )

  test.each(hasServers(provider) ? whole : [])(
    'the API for a real datamodel can be served from $provider: every record can be created, and every collection can be read with all its relations',
    async () => {
      const { creator, missing, reads, said } = await serveProject(project, provider, isSoak ? undefined : 8)
      expect(creator.created.filter(({ answer }) => answer.status !== 201)).toEqual([])
      expect({ missing, why: [...creator.impossible] }).toEqual({ missing: [], why: [] })
      expect(creator.created.map(({ answer }) => answer.body)).toMatchObject(
        creator.created.map(({ type, sent }) => ({
          data: { type, ...(Object.keys(sent).length > 0 && { attributes: sent }) },
        })),
      )
      expect(reads.filter(({ status, faults }) => status !== 200 || faults.length > 0)).toEqual([])
      expect(said).toBe('')
    },
    300_000,
  )

  test.each(whole)(
    'with annotations on all models, `generate` exits with 0 and writes the same files',
    async () => {
      await project.annotate()
      await project.clear()
      const generated = await project.run('generate', '--schema', 'prisma')
      expect({ ...generated, stderr: generated.stderr.match(/error JG\d+/g) }).toEqual({
        code: 0,
        stdout: '',
        stderr: null,
      })
      expect(await filesUnder(join(project.folder, 'src/api'))).toEqual(files)
      for (const each of isSoak ? compilers : []) {
        expect(await project.compile(each)).toMatchObject({ code: 0, stdout: '' })
      }
    },
    300_000,
  )
})
