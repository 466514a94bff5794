import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { at } from '../../scripts/lib/paths.js'
import { ATOMIC_MEDIA_TYPE, sendDocument } from '../operations/support/operate.js'
import { databases } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { errorsOf } from '../write/support/documents.js'
import { blocksOf } from './blocks.js'

/** The requests in docs/atomic-operations.md, with the status and the pointers that the text states. */
const requests = blocksOf('docs/atomic-operations.md', 'http').map(({ text: block }) => {
  const [, status = '', pointers = '', headers = '', body = ''] =
    /^POST \/operations → (\d+) ?([^\n]*)\n((?:[\w-]+: [^\n]*\n)*)\s*(.*)$/s.exec(block) ?? []
  return {
    status: Number(status),
    pointers: pointers.split(' ').filter((one) => one !== ''),
    headers: Object.fromEntries(
      headers.split('\n').flatMap((line) => (line === '' ? [] : [line.toLowerCase().split(': ', 2)])),
    ) as Readonly<Record<string, string>>,
    document: JSON.parse(body) as unknown,
  }
})

test('docs/atomic-operations.md contains requests, and shows the headers of the first request', () => {
  expect(requests.map(({ status }) => status)).toEqual([200, 200, 400, 404])
  expect(requests[0]?.headers).toEqual({ 'content-type': ATOMIC_MEDIA_TYPE, accept: ATOMIC_MEDIA_TYPE })
})

test('docs/atomic-operations.md enables operations in the same way as the blog example', async () => {
  const [line] = blocksOf('docs/atomic-operations.md', 'ts')
  const example = await readFile(at('examples/blog/src/api/routes/index.ts'), 'utf8')
  expect(line?.text).toContain('createApi({ registry, controllers, operations: true })')
  expect(example).toMatch(/createApi\(\{\s*registry,\s*controllers,\s*operations: true,/)
})

describe.each(databases)('docs/atomic-operations.md on $name', (database) => {
  writableBlog(database)

  test('each request in docs/atomic-operations.md returns the documented response, and the first request returns the results shown', async () => {
    const [results] = blocksOf('docs/atomic-operations.md', 'json')
    for (const [index, { status, pointers, document }] of requests.entries()) {
      const answer = await sendDocument(api, document)
      expect([answer.status, errorsOf(answer).map(({ pointer }) => pointer)]).toEqual([status, pointers])
      if (index === 0) expect(answer.body).toMatchObject(JSON.parse(results?.text ?? '') as object)
    }
  })
})
