import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOf } from './support/example.js'
import { SAAS_LEAKS } from './support/leaks.js'
import { findingsOf, prove } from './support/run.js'

let example: Awaited<ReturnType<typeof copyOf>>
beforeAll(async () => {
  example = await copyOf(
    'saas',
    SAAS_LEAKS.filter(({ name }) => name === 'a handwritten stat'),
  )
  const path = join(example.folder, 'prove.ts')
  const text = await readFile(path, 'utf8')
  const from = text.indexOf('  viewers: {')
  const to = text.indexOf('  tables:')
  const viewers = `  viewers: { nobody: { headers: {} }, member: { headers: { cookie: 'member=2' } } },
  localsOf({ headers }) {
    const [, id] = /member=(\\d+)/.exec(headers.get('cookie') ?? '') ?? [];
    if (id === undefined) throw new Unauthorized({ challenge: 'Session' });
    return of(Number(id), 'member');
  },
`
  const changed = `import { Unauthorized } from '@jsonapi-gen/runtime';\n${text.slice(0, from)}${viewers}${text.slice(to)}`
  await writeFile(path, changed)
})
afterAll(() => example.remove())

test('prove/viewers: viewers with different headers have the locals of their own requests', async () => {
  const options = ['--seconds', '600', '--bail', '--format', 'json']
  const found = await prove(example.folder, '--viewer', 'member', ...options)
  const [finding] = findingsOf(found)
  expect(found.code).toBe(3)
  expect(finding).toMatchObject({
    viewer: 'member',
    summary: expect.stringMatching(/^GET .* as member depends on .*: ProjectResource\.statLargest, /),
  })
}, 700_000)

test('prove/viewers: a viewer whose requests are rejected sees nothing, and learns nothing', async () => {
  const { code, stdout, stderr } = await prove(example.folder, '--viewer', 'nobody', '--rounds', '1')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Responses: nobody \d+ × 401\.$/m)
}, 700_000)
