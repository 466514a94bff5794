import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { at } from '../../scripts/lib/paths.js'
import { isSoak } from '../support/sample.js'
import { blocksOf } from '../docs/blocks.js'
import { pack } from '../packing/support/pack.js'
import { filesUnder } from '../generator/support/fixtures.js'
import { PLACES } from './support/databases.js'
import { packedProgram, runIn, startProject, type Packed } from './support/project.js'

let packed: Packed

beforeAll(async () => {
  packed = await packedProgram()
  await pack('kysely', packed.packages)
}, 600_000)

afterAll(() => packed.remove())

// Each project installs its packages, so only a soak uses the servers.
const places = PLACES.filter(({ database }) => isSoak || database === 'sqlite')

describe.each(places)(
  'create/kysely (20.21): a new project on Kysely, on $database',
  ({ database, empty }) => {
    test(
      'a project on Kysely is created without Prisma, passes its tests and responds, and its scopes can use the query builder',
      { timeout: 900_000 },
      async () => {
        const name = `kysely_${database}_${process.pid}`
        const { url, drop } = await empty(name)
        try {
          const options = ['--orm', 'kysely', '--database', database, '--database-url', url]
          const parameters = [name, ...options, '--packages', 'packages', '--yes']
          const made = await runIn(packed.folder, process.execPath, [packed.program, ...parameters])
          expect(made.code, made.stderr).toBe(0)
          const folder = join(packed.folder, name)
          const manifest = await readFile(join(folder, 'package.json'), 'utf8')
          expect([manifest.includes('prisma'), manifest.includes('@jsonapi-gen/kysely')]).toEqual([
            false,
            true,
          ])
          expect((await filesUnder(join(folder, 'src'))).filter((path) => path.includes('prisma'))).toEqual(
            [],
          )
          const tests = await runIn(folder, 'npm', ['test'])
          expect(
            { code: tests.code, said: /Tests .*12 passed/.test(tests.stdout) },
            tests.stdout + tests.stderr,
          ).toEqual({
            code: 0,
            said: true,
          })
          for (const script of ['jsonapi:check', 'db:migrate', 'regenerate']) {
            expect(await runIn(folder, 'npm', ['run', script])).toMatchObject({ code: 0 })
          }
          // The last step of the upgrade to Prisma 8 in docs/upgrading.md.
          if (isSoak && database === 'sqlite') {
            const [, candidate = ''] =
              /candidate, (8\.0\.0-rc\.\d+)/.exec(await readFile(at('docs/upgrading.md'), 'utf8')) ?? []
            for (const line of [
              `npm install --save-dev prisma@${candidate}`,
              'npx jsonapi-gen generate --strict',
              'npm run regenerate',
            ]) {
              const { code, stdout, stderr } = await runIn(folder, 'sh', ['-c', line])
              expect({ line, code, said: /JG718/.test(stderr) }, stdout + stderr).toEqual({
                line,
                code: 0,
                said: false,
              })
            }
          }
          const server = await startProject(folder)
          const answer = await fetch(`${server.url}/categories?include=products&filter[name]=Books`)
          const { included } = (await answer.json()) as { included: readonly unknown[] }
          expect([answer.status, included.length]).toEqual([200, 2])
          expect(await server.terminate()).toMatchObject({ code: 0 })
        } finally {
          await drop()
        }
      },
    )
  },
)

test('docs/kysely.md shows the command that creates a project on Kysely', () => {
  expect(blocksOf('docs/kysely.md', 'sh').map(({ text }) => text)).toEqual([
    'npm run create -- ../my-api --orm kysely --yes   # in a clone; npm create jsonapi-gen accepts it too\n',
  ])
})
