import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runIn } from '../create/support/project.js'
import { blocksOf } from '../docs/blocks.js'
import { pack } from './support/pack.js'

const PACKAGES = [
  'jest@29.7.0',
  'ts-jest@29.4.5',
  'typescript@5.9.3',
  '@types/jest@29.5.14',
  '@types/node@22',
]

const TEST = `import { createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { createClient } from '@jsonapi-gen/client'

test('an API and a client', async () => {
  const api = createApi({ registry: defineRegistry({}), controllers: {} })
  expect((await api.fetch(new Request('http://test.example/posts'))).status).toBe(404)
  expect(typeof createClient).toBe('function')
})
`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-jest-'))
  await mkdir(join(folder, 'packages'))
  const own = await Promise.all(['runtime', 'client'].map((name) => pack(name, join(folder, 'packages'))))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const { code, stderr } = await runIn(folder, 'npm', ['install', ...options, ...own, ...PACKAGES])
  if (code !== 0) throw new Error(stderr)
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('Jest runs the packages in a CommonJS project with the configuration in docs/packages.md', async () => {
  const [{ text } = { text: '' }] = blocksOf('docs/packages.md', 'js')
  await writeFile(join(folder, 'jest.config.cjs'), text)
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    types: ['node', 'jest'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  await writeFile(join(folder, 'api.test.ts'), TEST)
  const { code, stderr } = await runIn(folder, 'npx', ['jest'])
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('1 passed')
}, 120_000)
