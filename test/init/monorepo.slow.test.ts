import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTablesOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { generateClient } from '../../scripts/lib/prisma-client.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'
import { writeFiles } from '../generator/support/folder.js'
import { APPLICATION, DATABASE, DATAMODEL, ROOTS } from './support/monorepo.js'

const OPTIONS = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  declaration: true,
  types: ['node'],
  rootDir: 'src',
  outDir: 'dist',
}
const tsconfig = JSON.stringify({ compilerOptions: OPTIONS, include: ['src'] })

let root: string
beforeAll(async () => {
  // In the repository, imports of other packages resolve.
  await mkdir(at('.tmp'), { recursive: true })
  root = await mkdtemp(at('.tmp/monorepo-'))
  await writeFiles(root, {
    ...ROOTS.npm,
    ...DATABASE,
    ...APPLICATION,
    'packages/db/tsconfig.json': tsconfig,
    'apps/api/tsconfig.json': tsconfig,
  })
  // `init` writes into the configuration of the nearest repository.
  await promisify(execFile)('git', ['init', '--quiet'], { cwd: root })
  await mkdir(join(root, 'node_modules/@acme'), { recursive: true })
  await symlink(join(root, 'packages/db'), join(root, 'node_modules/@acme/db'))
  await generateClient({ datamodel: DATAMODEL, output: join(root, 'packages/db/src/generated') })
}, 60_000)
afterAll(() => rm(root, { recursive: true, force: true }))

describe('a workspace (20.33): the schema and the client are in one package, and the API is in another', () => {
  test('after `init` and `generate --all`, both packages compile, and the API serves records', async () => {
    const api = join(root, 'apps/api')
    expect(await jsonapiGenHere(['init'], api)).toMatchObject({ code: 0 })
    expect(await jsonapiGenHere(['generate', '--all', '--quiet'], root)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    // Everybody may read.
    await writeFile(
      join(api, 'src/main.ts'),
      `import { ApplicationController } from './api/application.controller.js';
import { api } from './api/routes/index.js';
import { prisma } from './prisma.js';

ApplicationController.prototype.mayRead = () => true;
await prisma.note.create({ data: { text: 'from the other package' } });
const response = await api.fetch(new Request('http://localhost/notes?fields[notes]=text'));
console.log(await response.text());
await prisma.$disconnect();
`,
    )
    for (const folder of ['packages/db', 'apps/api']) {
      const compiled = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], join(root, folder))
      expect(compiled).toEqual({ code: 0, stdout: '', stderr: '' })
    }
    const url = `file:${join(root, 'test.db')}`
    await createTablesOf(DATAMODEL, new PrismaLibSql({ url }))
    const { stdout, stderr } = await ended(['dist/main.js'], api, { ...process.env, DATABASE_URL: url })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout).data).toEqual([
      {
        type: 'notes',
        id: '1',
        attributes: { text: 'from the other package' },
        links: { self: 'http://localhost/notes/1' },
      },
    ])
  }, 60_000)
})
