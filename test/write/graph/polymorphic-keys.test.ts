import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { errorsOf, shortErrors } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'

const NEEDED = 'This record of type "posts" cannot be destroyed, because other records depend on it.'

describe.each(databases)(
  'write/polymorphic-keys (21.4): polymorphic keys never refer to missing records on $name',
  (database) => {
    const blog = writableBlog(database)
    const post = () => blog.prisma.post.create({ data: { title: 'p', body: 'b', authorId: 1 } })
    const attach = (subjectId: number, subjectType = 'Post') =>
      blog.prisma.attachment.create({
        data: { url: 'https://example.com/a', byteSize: 1n, subjectId, subjectType },
      })
    const attachment = (id: number) => ({
      data: {
        type: 'attachments',
        attributes: { url: 'https://example.com/b', byteSize: '1' },
        relationships: { subject: { data: { type: 'posts', id: String(id) } } },
      },
    })
    const dangling = async (): Promise<readonly number[]> => {
      const posts = new Set((await blog.prisma.post.findMany({ select: { id: true } })).map(({ id }) => id))
      const all = await blog.prisma.attachment.findMany({ where: { subjectType: 'Post' } })
      return all.flatMap(({ subjectId }) => (posts.has(subjectId) ? [] : [subjectId]))
    }

    test('a record cannot be destroyed while a polymorphic relationship refers to it, as with a foreign key', async () => {
      const { id } = await post()
      const { id: attachmentId } = await attach(id)
      const answer = await blog.send('DELETE', `/posts/${id}`)
      expect([answer.status, shortErrors(answer)]).toEqual([409, [`409 - ${NEEDED}`]])
      expect(await blog.prisma.post.count({ where: { id } })).toBe(1)
      await blog.prisma.attachment.delete({ where: { id: attachmentId } })
      expect((await blog.send('DELETE', `/posts/${id}`)).status).toBe(204)
    })

    test('a polymorphic key with a different type refers to a different record', async () => {
      const { id } = await post()
      const { id: attachmentId } = await attach(id, 'Author')
      expect((await blog.send('DELETE', `/posts/${id}`)).status).toBe(204)
      await blog.prisma.attachment.delete({ where: { id: attachmentId } })
    })

    test('a nested destroy is rejected with a pointer to its linkage', async () => {
      const { id } = await post()
      const { id: attachmentId } = await attach(id)
      const data = { type: 'posts', id: String(id), method: 'destroy' }
      const body = { data: { type: 'authors', id: '1', relationships: { posts: { data: [data] } } } }
      const answer = await blog.send('PATCH', '/authors/1', body)
      expect([answer.status, errorsOf(answer)]).toEqual([
        409,
        [
          {
            status: '409',
            code: 'conflict',
            pointer: '/data/relationships/posts/data/0',
            meta: {
              relationship: {
                name: 'posts',
                type: 'posts',
                id: String(id),
                attribute: 'base',
                message: NEEDED,
              },
            },
          },
        ],
      ])
      const both = {
        data: { type: 'attachments', id: String(attachmentId), method: 'destroy' },
      }
      const whole = await blog.send('PATCH', '/authors/1', {
        ...body,
        included: [{ ...data, method: undefined, relationships: { attachments: { data: [both.data] } } }],
      })
      expect([whole.status, shortErrors(whole)]).toEqual([200, []])
      expect(await blog.prisma.post.count({ where: { id } })).toBe(0)
    })

    test('a record can be destroyed if an override also destroys the records that refer to it', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const { id } = await post()
      await attach(id)
      const posts = resources['posts']
      if (!posts) throw new Error('There are posts.')
      class Cleaning extends posts {
        override async destroy(key: unknown, parent?: object) {
          const { client } = Object(posts?.config.adapter) as { client: typeof blog.prisma }
          await client.attachment.deleteMany({ where: { subjectId: Number(key), subjectType: 'Post' } })
          return super.destroy(key, parent)
        }
      }
      expect(
        (await serveWrites({ ...resources, posts: Cleaning }).send('DELETE', `/posts/${id}`)).status,
      ).toBe(204)
    })

    test('an override that marks a row instead of deleting it leaves no broken reference', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const { id } = await post()
      const { id: attachmentId } = await attach(id)
      const posts = resources['posts']
      if (!posts) throw new Error('There are posts.')
      class Marking extends posts {
        override async destroy(key: unknown) {
          const { client } = Object(posts?.config.adapter) as { client: typeof blog.prisma }
          return client.post.update({ where: { id: Number(key) }, data: { status: 'draft', title: 'gone' } })
        }
      }
      const served = serveWrites({ ...resources, posts: Marking })
      expect((await served.send('DELETE', `/posts/${id}`)).status).toBe(204)
      expect(await blog.prisma.post.findUnique({ where: { id } })).toMatchObject({ title: 'gone' })
      expect(await blog.prisma.attachment.count({ where: { id: attachmentId } })).toBe(1)
    })

    test('no polymorphic reference is broken if another writer destroys the record between the lookup and the link', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const { id } = await post()
      const attachments = resources['attachments']
      if (!attachments) throw new Error('There are attachments.')
      let reached = (): void => {}
      // This write starts outside the other one. If it started inside the other write, it would take part in that
      // write's transaction.
      const destroyed = new Promise<void>((resolve) => (reached = resolve)).then(() =>
        serveWrites(resources).send('DELETE', `/posts/${id}`),
      )
      class Overtaken extends attachments {
        override async create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
          reached()
          // If a store locks the record that was read, the record cannot be destroyed in the meantime.
          await Promise.race([destroyed, setTimeout(500)])
          return super.create(parameters, parent)
        }
      }
      const served = serveWrites({ ...resources, attachments: Overtaken })
      const linked = await served.send('POST', '/attachments', attachment(id))
      expect([
        [404, 204],
        [201, 409],
      ]).toContainEqual([linked.status, (await destroyed).status])
      expect(await dangling()).toEqual([])
    })

    test('no polymorphic reference is broken by 32 writers, some of which link records that others destroy', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const served = serveWrites(resources)
      const ids = await Promise.all(Array.from({ length: 8 }, async () => (await post()).id))
      const answers: Answer[] = []
      await Promise.all(
        Array.from({ length: 32 }, async (_, writer) => {
          const id = ids[Math.floor(writer / 4)] ?? 0
          if (writer % 4 === 0) answers.push(await served.send('DELETE', `/posts/${id}`))
          else if (writer % 4 === 1) answers.push(await served.send('POST', '/attachments', attachment(id)))
          else {
            const linkage = { type: 'attachments', 'temp-id': 'a', method: 'create' }
            const data = {
              type: 'posts',
              id: String(id),
              relationships: { attachments: { data: [linkage] } },
            }
            const attributes = { url: 'https://example.com/c', byteSize: '2' }
            const included = [{ type: 'attachments', 'temp-id': 'a', attributes }]
            answers.push(await served.send('PATCH', `/posts/${id}`, { data, included }))
          }
        }),
      )
      const unexpected = answers.filter(({ status }) => ![200, 201, 204, 404, 409].includes(status))
      expect(unexpected.map((answer) => shortErrors(answer))).toEqual([])
      expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(1)
      expect(await dangling()).toEqual([])
    }, 120_000)
  },
)
