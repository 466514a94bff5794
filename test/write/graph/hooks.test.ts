import { ValidationError } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../../support/databases.js'
import { numberOf } from '../../support/pairs/models.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors, written } from '../support/documents.js'
import { conflict } from '../support/failing-client.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

const BODY = {
  data: {
    type: 'posts',
    attributes: { title: 'Hooked', body: '' },
    relationships: {
      author: { data: { type: 'authors', id: '1' } },
      comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] },
    },
  },
  included: [
    { type: 'authors', id: '1', attributes: { bio: 'Hooked too.' } },
    { type: 'comments', 'temp-id': 'c', attributes: { body: 'Hooked as well' } },
  ],
}

describe.each(keyedDatabases)('write/hooks: hooks on $title', (database) => {
  const blog = writableBlog(database)

  /**
   * The blog with hooks of every kind. Each records that it ran, and whether the post was visible outside the
   * transaction.
   */
  function hooked() {
    const { resources } = recordedBlog(blog.prisma)
    const ran: string[] = []
    for (const [type, resource] of Object.entries(resources)) {
      for (const action of ['create', 'update', 'destroy'] as const) {
        resource.beforeCommit(action, () => void ran.push(`before ${action} ${type}`))
        resource.afterCommit(action, async (record, context) => {
          const isDurable = (await blog.prisma.post.count({ where: { title: 'Hooked' } })) > 0
          const hasContext = typeof context === 'object' && 'jsonapiCreate' in Object(context)
          ran.push(`after ${action} ${type} ${isDurable} ${hasContext} ${numberOf(record) !== undefined}`)
        })
      }
    }
    return { resources, ran }
  }

  test('afterCommit never runs for a write that was rolled back', async () => {
    const { resources, ran } = hooked()
    resources['comments']?.beforeCommit('create', () => {
      throw new ValidationError({ attribute: 'body', message: 'is late' })
    })
    const served = serveWrites(resources)
    expect(shortErrors(await served.send('POST', '/posts', BODY))).toEqual([
      '422 /included/1/attributes/body body is late.',
    ])
    const invalid = { ...BODY, data: { ...BODY.data, attributes: {} } }
    expect((await served.send('POST', '/posts', invalid)).status).toBe(422)
    expect(ran).toEqual(['before update authors', 'before create posts', 'before create comments'])
  })

  test('an update without changes runs the hooks of the record in the URL, but not of a nested record that is only linked (21.2)', async () => {
    const { resources, ran } = hooked()
    const served = serveWrites(resources)
    const record = { type: 'posts', id: '1' }
    const linked = { author: { data: { type: 'authors', id: '1' } } }
    for (const data of [record, { ...record, attributes: {} }, { ...record, relationships: linked }]) {
      written(await served.send('PATCH', '/posts/1', { data }))
      expect(ran.splice(0).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
        'before update posts',
        'after update posts',
      ])
    }
    const { title } = await blog.prisma.post.findUniqueOrThrow({ where: { id: 1 } })
    written(await served.send('PATCH', '/posts/1', { data: { ...record, attributes: { title } } }))
    expect(ran).toHaveLength(2)
  })

  test('hooks run for each record and action, either in the transaction before the commit or after the commit', async () => {
    const { resources, ran } = hooked()
    const served = serveWrites(resources)
    const { data } = written(await served.send('POST', '/posts', BODY))
    expect(ran.splice(0)).toEqual([
      'before update authors',
      'before create posts',
      'before create comments',
      'after update authors true true true',
      'after create posts true true true',
      'after create comments true true true',
    ])
    await served.send('DELETE', `/posts/${data.id}`)
    expect(ran).toEqual(['before destroy posts', 'after destroy posts false true true'])
  })

  test("in the application's own transaction, afterCommit waits until that transaction ends", async () => {
    const { resources, ran } = hooked()
    const Posts = resources['posts']
    const Tags = resources['tags']
    if (!Posts || !Tags) throw new Error('There are posts and tags.')
    class Outer extends Posts {
      override async transaction<Result>(block: () => Promise<Result>): Promise<Result | undefined> {
        const tags = new (Tags as typeof Outer)()
        return tags.transaction(async () => {
          const value = await super.transaction(block)
          ran.push('end of the outer transaction')
          return value
        })
      }
    }
    written(await serveWrites({ ...resources, posts: Outer }).send('POST', '/posts', BODY))
    expect(ran.indexOf('end of the outer transaction')).toBe(0)
    expect(ran).toHaveLength(7)
  })

  test('hooks run once for a record that a single write changes twice', async () => {
    const { resources, ran } = hooked()
    written(
      await serveWrites(resources).send('POST', '/authors', {
        data: {
          type: 'authors',
          attributes: { name: 'Twice', email: `twice@${database.name}.example` },
          relationships: {
            posts: { data: [{ type: 'posts', lid: 'p' }] },
            comments: { data: [{ type: 'comments', lid: 'c' }] },
          },
        },
        included: [
          {
            type: 'posts',
            lid: 'p',
            attributes: { title: 'Hooked', body: '' },
            relationships: { comments: { data: [{ type: 'comments', lid: 'c' }] } },
          },
          { type: 'comments', lid: 'c', attributes: { body: 'of both' } },
        ],
      }),
    )
    expect(ran.filter((line) => line.startsWith('after'))).toEqual([
      'after create authors true true true',
      'after create posts true true true',
      'after create comments true true true',
    ])
    const comment = await blog.prisma.comment.findFirst({
      where: { body: 'of both' },
      include: { author: true, post: true },
    })
    expect(comment).toMatchObject({ author: { name: 'Twice' }, post: { title: 'Hooked' } })
  })

  test('every afterCommit hook runs, and errors that hooks throw are thrown after everything was written', async () => {
    const { resources, ran } = hooked()
    resources['authors']?.afterCommit('update', () => {
      throw new Error('the mail server is down')
    })
    const answer = await serveWrites(resources, { answerErrors: true }).send('POST', '/posts', BODY)
    expect([answer.status, answer.body]).toMatchObject([500, { errors: [{ meta: { written: true } }] }])
    expect(ran.filter((line) => line.startsWith('after'))).toHaveLength(3)
  })

  test('an error object that a hook threw after a commit does not claim, in a later request, that data was written', async () => {
    const { resources } = hooked()
    const failure = new Error('the mail server is down')
    let isBefore = false
    resources['authors']?.beforeCommit('update', () => {
      if (isBefore) throw failure
    })
    resources['authors']?.afterCommit('update', () => {
      throw failure
    })
    const { send } = serveWrites(resources, { answerErrors: true })
    const before = await blog.prisma.comment.count()
    const late = await send('POST', '/posts', BODY)
    isBefore = true
    const early = await send('POST', '/posts', BODY)
    expect(await blog.prisma.comment.count()).toBe(before + 1)
    expect([late, early].map((answer) => [answer.status, answer.body])).toMatchObject([
      [500, { errors: [{ meta: { written: true } }] }],
      [500, { errors: [{ detail: expect.stringMatching(/^The server could not process this request\./) }] }],
    ])
    expect(JSON.stringify(early.body)).not.toContain('written')
  })

  test('an error in a hook after the commit never repeats the write', async () => {
    const { resources, ran } = hooked()
    resources['comments']?.afterCommit('create', () => conflict())
    const before = await blog.prisma.comment.count()
    const answer = await serveWrites(resources, { answerErrors: true }).send('POST', '/posts', BODY)
    expect([answer.status, await blog.prisma.comment.count()]).toEqual([500, before + 1])
    expect(ran.filter((line) => line.startsWith('after'))).toHaveLength(3)
  })

  test("a subclass adds hooks to its parent class's hooks, and a repeated hook is declared once", async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Tags = resources['tags']
    if (!Tags) throw new Error('There are tags.')
    const ran: string[] = []
    const first = () => void ran.push('parent')
    Tags.afterCommit(['create', 'update'], first)
    class Special extends Tags {
      static {
        this.afterCommit('create', first)
        this.afterCommit('create', () => void ran.push('child'))
      }
    }
    const create = (tags: typeof Tags, name: string) =>
      serveWrites({ ...resources, tags }).send('POST', '/tags', {
        data: { type: 'tags', attributes: { name } },
      })
    written(await create(Special, 'special'))
    written(await create(Tags, 'plain'))
    expect(ran).toEqual(['parent', 'child', 'parent'])
  })
})
