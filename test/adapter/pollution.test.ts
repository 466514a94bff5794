import { expect, test } from 'vitest'
import { databases, sqlite } from '../support/databases.js'
import { serve } from '../support/serve.js'
import { blogOn, blogRows, blogStore } from './differential/blog.js'
import { MemoryAdapter } from './memory/adapter.js'

test('a polluted Object.prototype does not change any response', async () => {
  expect(databases[0]?.name).toBe(sqlite.name)
  const database = await sqlite.open({ seed: true })
  const rows = await blogRows(database.prisma)
  await database.close()
  const api = serve(blogOn(new MemoryAdapter(blogStore(rows))))
  const paths = [
    '/posts?include=author,comments,tags&filter[status]=published&sort=-views&page[size]=5&stats[total]=count' +
      '&stats[views]=sum,average&fields[authors]=name&extra_fields[posts]=readingTime',
    '/posts/1?include=comments.author,comments.replies,attachments',
    '/attachments?include=subject',
    '/posts?filter[or][0][views][gt]=100&filter[or][1][status]=draft&filter[draft]=true',
    '/posts/polluted',
    '/polluted',
  ]
  const ask = () => Promise.all(paths.map(async (path) => ({ ...(await api.get(path)), headers: undefined })))
  const before = await ask()
  const names = ['polluted', 'isEditor', 'secret', 'posts', 'comments', 'popular']
  for (const name of names) {
    // oxlint-disable-next-line no-extend-native -- this is what the test is about
    Object.defineProperty(Object.prototype, name, {
      value: 'yes',
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  try {
    expect(await ask()).toEqual(before)
  } finally {
    for (const name of names) Reflect.deleteProperty(Object.prototype, name)
  }
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200, 400, 404, 404])
})
