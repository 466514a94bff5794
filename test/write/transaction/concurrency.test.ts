import { describe, expect, test } from 'vitest'
import { databases, type BlogClient } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'
import { isSoak } from '../../support/sample.js'

const WRITERS = 32
// Each update competes with all others. More updates would show nothing new, but their cost grows quadratically.
const UPDATES = isSoak ? 4 : 1

/** PostgreSQL checks for deadlocks after a second. This makes all five connections of the pool check earlier. */
async function lookSooner(prisma: BlogClient): Promise<void> {
  let arrived = 0
  let open = (): void => {}
  const everybody = new Promise<void>((resume) => {
    open = resume
  })
  const set = () =>
    prisma.$transaction(async (inner) => {
      await inner.$executeRawUnsafe(`SET deadlock_timeout = '50ms'`)
      if (++arrived === 5) open()
      await everybody
    })
  await Promise.all(Array.from({ length: 5 }, set))
}

/** Runs all writers concurrently, and returns their responses. */
async function concurrently(
  write: (writer: number) => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  return (await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))).flat()
}

const statuses = (answers: readonly Answer[]): readonly number[] =>
  [...new Set(answers.map(({ status }) => status))].toSorted()

describe.each(databases)('write/concurrency: 32 concurrent writers on $name', (database) => {
  const types = writableTypes(database)
  const blog = writableBlog(database)

  test('concurrent writes lose no update if a version is declared', async () => {
    const { id } = await types.prisma.document.create({
      data: { slug: 'counter', folder: '0', title: 'counter' },
    })
    const served = serveWrites(typesResources(types.adapter))
    const answers = await concurrently(async () => {
      const given: Answer[] = []
      while (given.filter(({ status }) => status === 200).length < UPDATES && given.length < 200) {
        const { body } = await served.send('GET', `/documents/${id}`)
        const { folder, lockVersion } = (
          body as { data: { attributes: { folder: string; lockVersion: number } } }
        ).data.attributes
        const attributes = { folder: String(Number(folder) + 1), lockVersion }
        given.push(
          await served.send('PATCH', `/documents/${id}`, {
            data: { type: 'documents', id: String(id), attributes },
          }),
        )
      }
      return given
    })
    expect(statuses(answers)).toEqual([200, 409])
    expect(await types.prisma.document.findUnique({ where: { id } })).toMatchObject({
      folder: String(WRITERS * UPDATES),
      lockVersion: WRITERS * UPDATES,
    })
  }, 120_000)

  test('a version that no request sends counts every update', async () => {
    const { id } = await types.prisma.document.create({
      data: { slug: 'counted', folder: '0', title: 'counted' },
    })
    const served = serveWrites(typesResources(types.adapter))
    const answers = await concurrently(async (writer) => [
      await served.send('PATCH', `/documents/${id}`, {
        data: { type: 'documents', id: String(id), attributes: { folder: String(writer) } },
      }),
    ])
    expect(statuses(answers)).toEqual([200])
    expect(await types.prisma.document.findUnique({ where: { id } })).toMatchObject({ lockVersion: WRITERS })
  }, 120_000)

  test('no reference is broken if some concurrent requests write records that others destroy', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const served = serveWrites(resources)
    const answers = await concurrently(async (writer) => {
      const id = String(30 + (writer % 8))
      if (writer % 4 === 0) return [await served.send('DELETE', `/posts/${id}`)]
      const nested = {
        data: {
          type: 'posts',
          id,
          relationships: {
            comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] },
            tags: { data: [{ type: 'tags', id: '1', method: 'update' }] },
          },
        },
        included: [{ type: 'comments', 'temp-id': 'c', attributes: { body: `by ${writer}` } }],
      }
      const single = {
        data: {
          type: 'comments',
          attributes: { body: `by ${writer}` },
          relationships: { post: { data: { type: 'posts', id } } },
        },
      }
      return [
        await served.send('PATCH', `/posts/${id}`, nested),
        await served.send('POST', '/comments', single),
      ]
    })
    const unexpected = answers.filter(({ status }) => ![200, 201, 204, 404, 409].includes(status))
    expect(unexpected.map((answer) => shortErrors(answer))).toEqual([])
    const posts = new Set((await blog.prisma.post.findMany({ select: { id: true } })).map(({ id }) => id))
    const comments = await blog.prisma.comment.findMany({ where: { body: { startsWith: 'by ' } } })
    expect(comments.filter(({ postId }) => !posts.has(postId))).toEqual([])
  }, 120_000)

  test('a deadlock never results in a 500: each write succeeds completely, or returns 409 or 503 and changes no data', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const served = serveWrites(resources)
    if (database.name === 'postgresql') await lookSooner(blog.prisma)
    await blog.prisma.post.update({
      where: { id: 50 },
      data: { tags: { set: [1, 2, 3, 4].map((id) => ({ id })) } },
    })
    const answers = await concurrently(async (writer) => {
      const ids = writer % 2 === 0 ? ['1', '2', '3', '4'] : ['4', '3', '2', '1']
      return [
        await served.send('PATCH', '/posts/50', {
          data: {
            type: 'posts',
            id: '50',
            relationships: { tags: { data: ids.map((id) => ({ type: 'tags', id, method: 'update' })) } },
          },
          included: ids.map((id) => ({
            type: 'tags',
            id,
            attributes: { name: `tag ${id} of writer ${writer}` },
          })),
        }),
      ]
    })
    const unexpected = answers.filter(({ status }) => ![200, 409, 503].includes(status))
    expect(unexpected.map((answer) => shortErrors(answer))).toEqual([])
    expect(statuses(answers)).toContain(200)
    const tags = await blog.prisma.tag.findMany({ where: { id: { in: [1, 2, 3, 4] } } })
    expect(new Set(tags.map(({ name }) => name.replace(/^tag \d of /, ''))).size).toBe(1)
  }, 120_000)
})
