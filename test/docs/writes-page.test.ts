import { createApi } from '@jsonapi-gen/runtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { databases } from '../support/databases.js'
import { blocksOf } from './blocks.js'
import { OwnPostsController, QueuedPosts, outbox, useExamples } from './writes-examples.js'
import { writableBlog } from '../write/support/blog.js'
import { errorsOf, shortErrors, written } from '../write/support/documents.js'
import { recordedBlog } from '../write/support/recorded.js'
import { send } from '../write/support/send.js'
import { type Served, serveWrites } from '../write/support/serve.js'

/** The requests in docs/writes.md, with the documented status and pointers. */
const requests = blocksOf('docs/writes.md', 'http').map(({ text: block }) => {
  const [head = '', ...lines] = block.split('\n')
  const [, method = '', path = '', status = '', pointers = ''] =
    /^(\w+) (\S+) → (\d+) ?(.*)$/.exec(head) ?? []
  const body = lines.join('\n').trim()
  return {
    name: head,
    method,
    path,
    status: Number(status),
    pointers: pointers.split(' ').filter((one) => one !== ''),
    body: body === '' ? undefined : body,
  }
})

describe.each(databases)('docs/writes.md on $name', (database) => {
  const blog = writableBlog(database)

  test.each(requests)(
    'the request in docs/writes.md returns the documented response: $name',
    async ({ method, path, status, pointers, body }) => {
      const answer = await blog.send(method, path, body)
      expect([answer.status, errorsOf(answer).map(({ pointer }) => pointer)]).toEqual([status, pointers])
    },
  )
})

describe.each(databases)('the examples in docs/writes.md on $name', (database) => {
  const blog = writableBlog(database)
  let served: Served
  beforeAll(() => {
    served = serveWrites({ ...recordedBlog(blog.prisma).resources, ...useExamples(blog.prisma) })
  })
  const patch = (attributes: object, relationships: object = {}, included: readonly object[] = []) =>
    served.send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', attributes, relationships },
      included,
    })

  test('the schema, `validate` and `validateGraph` in docs/writes.md reject invalid records', async () => {
    expect(shortErrors(await patch({ title: ' a ' }))).toEqual([
      '422 /data/attributes/title title is too short.',
    ])
    expect(shortErrors(await patch({ publishedAt: null }))).toEqual([
      '422 /data/attributes/publishedAt publishedAt is needed once it is published.',
    ])
    const tags = (count: number) => ({
      tags: { data: Array.from({ length: count }, (_, index) => ({ type: 'tags', id: String(index + 1) })) },
    })
    expect(shortErrors(await patch({}, tags(4)))).toEqual(['422 /data/relationships/tags tags are too many.'])
    expect(written(await patch({ title: ' trimmed ' }, tags(3))).data.attributes).toMatchObject({
      title: 'trimmed',
    })
  })

  test('overrides and hooks in docs/writes.md run as documented', async () => {
    outbox.length = 0
    const comment = (body: string) =>
      patch({}, { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } }, [
        { type: 'comments', 'temp-id': 'c', attributes: { body } },
      ])
    const { views } = await blog.prisma.post.findUniqueOrThrow({ where: { id: 1 } })
    expect(shortErrors(await comment('spam'))).toEqual(['422 /included/0/attributes/body body is spam.'])
    written(await comment('Nice'))
    expect(outbox).toEqual(['Nice (signed)'])
    expect(await blog.prisma.post.findUnique({ where: { id: 1 } })).toMatchObject({ views: views + 1 })
  })

  test('custom actions in docs/writes.md run as documented', async () => {
    const queued = createApi({ registry, controllers: { ...controllers, posts: QueuedPosts } })
    const data = {
      type: 'posts',
      attributes: { title: 'New', body: 'Text' },
      relationships: { author: { data: { type: 'authors', id: '1' } } },
    }
    expect(await send(queued, 'POST', '/posts', { data })).toMatchObject({
      status: 201,
      body: { data: { attributes: { title: 'New' } }, meta: { queued: true } },
    })
  })

  test("in the example of docs/writes.md, only a record's owner can read or change it", async () => {
    const own = createApi({ registry, controllers: { ...controllers, posts: OwnPostsController } })
    const post = await blog.prisma.post.findFirstOrThrow({ where: { authorId: 2 } })
    const statuses = async (author: number): Promise<readonly number[]> => {
      const headers = { 'x-author': String(author) }
      const path = `/posts/${post.id}`
      const data = { type: 'posts', id: String(post.id), attributes: { title: post.title } }
      const answers = [
        await send(own, 'GET', path, undefined, headers),
        await send(own, 'GET', `${path}/comments`, undefined, headers),
        await send(own, 'PATCH', path, { data }, headers),
        await send(own, 'PATCH', `${path}/relationships/tags`, { data: [] }, headers),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await statuses(1)).toEqual([404, 404, 404, 404])
    expect(await statuses(2)).toEqual([200, 200, 200, 204])
    const list = written(await send(own, 'GET', '/posts', undefined, { 'x-author': '2' }))
    expect([list.data].flat()).toHaveLength(await blog.prisma.post.count({ where: { authorId: 2 } }))
  })
})
