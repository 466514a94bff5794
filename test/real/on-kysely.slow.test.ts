import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSoak, oneIn } from '../support/sample.js'
import { createRealProject, DATAMODELS, type RealProject } from './support/project.js'
import { hasServers, serveProject } from './support/serve-project.js'

// With `relationMode = "prisma"`, the database has no foreign keys, and only the Prisma Client replaces them.
const REFUSED = ['linkyard']
const SERVED = DATAMODELS.filter(({ name }) => !REFUSED.includes(name))
// `npm run soak` serves every datamodel completely.
const WHOLE = oneIn(8, SERVED)
const SOME = DATAMODELS.filter(
  (each) => REFUSED.includes(each.name) || WHOLE.includes(each) || oneIn(4, DATAMODELS).includes(each),
)

describe.each(SOME)('a real datamodel on Kysely: $of, $models models', (datamodel) => {
  const { name, provider } = datamodel
  const isRefused = REFUSED.includes(name)
  const whole = WHOLE.includes(datamodel) ? [datamodel] : []
  let project: RealProject

  beforeAll(async () => {
    project = await createRealProject(name)
  })
  afterAll(() => project.remove())

  test('`init` and `generate` exit with 0 and without a warning, or report the reason (JG517)', async () => {
    expect(await project.run('init')).toMatchObject({ code: 0, stdout: '' })
    const schema = join(project.folder, 'schema.yaml')
    const text = await readFile(schema, 'utf8')
    await writeFile(schema, text.replace(/^generate:\n/m, 'generate:\n  adapter: kysely\n'))
    const begun = await project.run('init', '--server')
    const generated = await project.run('generate', '--strict')
    const codes = [begun, generated].map(({ code, stdout, stderr }) => [
      code,
      stdout,
      stderr.match(/(?:error|warning) JG\d+/g),
    ])
    const refused = [2, '', ['error JG517']]
    expect(codes).toEqual(
      isRefused
        ? [refused, refused]
        : [
            [0, '', null],
            [0, '', null],
          ],
    )
  }, 60_000)

  test.each(hasServers(provider) ? whole : [])(
    'the code for a real datamodel compiles strictly and can be served from $provider: every record can be created, and every collection can be read with all its relations',
    async () => {
      expect(await project.client()).toMatchObject({ code: 0 })
      expect(await project.compile('typescript-7')).toMatchObject({ code: 0, stdout: '' })
      const { creator, missing, reads, said } = await serveProject(project, provider, isSoak ? undefined : 8)
      expect(creator.created.filter(({ answer }) => answer.status !== 201)).toEqual([])
      expect({ missing, why: [...creator.impossible] }).toEqual({ missing: [], why: [] })
      expect(reads.filter(({ status, faults }) => status !== 200 || faults.length > 0)).toEqual([])
      expect(said).toBe('')
    },
    300_000,
  )
})
