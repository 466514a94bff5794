import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runIn } from '../create/support/project.js'
import { blocksOf } from '../docs/blocks.js'
import { createJestProject, type JestProject } from './support/jest-project.js'

/** The versions in a project, by the version of Jest. */
const VERSIONS = {
  29: { jest: '29.7.0', '@types/jest': '29', typescript: '5.9' },
  30: { jest: '30.5.2', '@types/jest': '30', typescript: '6.0' },
} as const

const OTHERS = { 'ts-jest': '29.4.15', '@swc/core': '1.16.22', '@swc/jest': '0.2.39' } as const

/** The packages that docs/jest.md installs. */
const DOCUMENTED = new Set(
  blocksOf('docs/jest.md', 'sh').flatMap(({ text }) =>
    text.split(/\s+/).filter((word) => /jest|swc/.test(word)),
  ),
)

/** The configurations in docs/jest.md, by heading. */
const CONFIGURATIONS = {
  SWC: blocksOf('docs/jest.md', 'js', 'With SWC'),
  'ts-jest': blocksOf('docs/jest.md', 'js', 'With ts-jest'),
} as const

/**
 * Prints the processor time of the first POST, because on a busy machine, the wall clock also reflects other
 * processes.
 */
const TEST = `import { createClient } from '@jsonapi-gen/client'
import { tanstack } from '@jsonapi-gen/client/tanstack'
import { api } from './src/api/routes/index.js'
import { prisma } from './src/prisma.js'
import { schema } from './src/web/schema.gen.js'

const blog = createClient({
  baseUrl: 'http://test.example',
  schema,
  fetch: (address, init) => api.fetch(new Request(address, init)),
})
afterAll(() => prisma.$disconnect())

test('the first POST, and a list', async () => {
  const start = process.cpuUsage()
  const { data } = await blog.authors.create({ name: 'Ada', email: 'ada@example.com' })
  const { user, system } = process.cpuUsage(start)
  expect(data.name).toBe('Ada')
  expect((await tanstack(blog, schema).queryOptions((calls) => calls.authors.list()).queryFn({
    signal: new AbortController().signal,
  })).data).toHaveLength(1)
  process.stdout.write(\`first POST: \${Math.round((user + system) / 1000)} ms\\n\`)
})
`

const OLD = `import { createClient } from '@jsonapi-gen/client'
import { retries } from '@jsonapi-gen/client/retries'
import { createApi } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'

export const names: readonly string[] = [createApi.name, toExpress.name, createClient.name, retries.name]
// @ts-expect-error the types are found, so they are not any
createClient({ baseUrl: 1 })
`

describe.each(Object.entries(VERSIONS))(
  'packing/jest: Jest %s in a CommonJS project',
  (version, versions) => {
    let project: JestProject
    beforeAll(async () => {
      const pinned = { ...versions, ...OTHERS }
      project = await createJestProject(Object.entries(pinned).map(([name, pin]) => `${name}@${pin}`))
      const compilerOptions = {
        target: 'ES2023',
        module: 'NodeNext',
        isolatedModules: true,
        strict: true,
        skipLibCheck: true,
        types: ['node', 'jest'],
      }
      await writeFile(join(project.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
      await writeFile(join(project.folder, 'api.test.ts'), TEST)
    }, 600_000)
    afterAll(() => project.remove())

    test('docs/jest.md installs only packages that this project has', () => {
      expect([...DOCUMENTED].filter((name) => !(name in { ...versions, ...OTHERS }))).toEqual([])
      expect(DOCUMENTED).toContain('ts-jest')
    })

    test.each(Object.entries(CONFIGURATIONS))(
      'with the configuration for %s in docs/jest.md, the first POST succeeds without a cache, and its processor time is printed',
      async (name, [{ text } = { text: '' }]) => {
        const { code, stdout, stderr } = await project.jest(text)
        expect(code, `${name}: ${stderr}`).toBe(0)
        const [line] = /first POST: \d+ ms/.exec(stdout) ?? []
        expect(line).toBeDefined()
        process.stdout.write(`${name}, Jest ${version}: ${line}\n`)
      },
      300_000,
    )

    test('a compiler with the old module resolution finds the types of packages and subpaths', async () => {
      const { folder } = project
      const compilerOptions = {
        target: 'ES2023',
        module: 'CommonJS',
        moduleResolution: 'node10',
        // TypeScript 6 warns that this resolution will be removed.
        ignoreDeprecations: version === '29' ? '5.0' : '6.0',
        noEmit: true,
        strict: true,
        skipLibCheck: true,
        types: ['node'],
      }
      await writeFile(join(folder, 'old.ts'), OLD)
      await writeFile(
        join(folder, 'tsconfig.old.json'),
        JSON.stringify({ compilerOptions, files: ['old.ts'] }),
      )
      const { stdout } = await runIn(folder, 'npx', ['--no-install', 'tsc', '-p', 'tsconfig.old.json'])
      expect(stdout).toBe('')
    }, 120_000)
  },
)
