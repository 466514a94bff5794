import { Resource } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ColumnsClient, databases, type OpenDatabase } from '../../support/databases.js'
import { operate } from '../../operations/support/operate.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites, type Served } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'

function resourcesOf(prisma: ColumnsClient) {
  abstract class Kept extends Resource {
    static {
      this.useAdapter(prismaAdapter(prisma))
    }
  }
  class Posts extends Kept {
    static {
      this.type('posts')
      this.model('Post')
      this.id('integer')
      this.attribute('title', 'string')
      this.hasOne('rank', { resource: 'ranks', foreignKey: 'postId' })
    }
  }
  class Ranks extends Kept {
    static {
      this.type('ranks')
      this.model('Rank')
      this.id('integer', { column: 'postId' })
      this.attribute('score', 'integer')
      this.belongsTo('post', { resource: 'posts', foreignKey: 'postId' })
      this.hasOne('medal', { resource: 'medals', foreignKey: 'rankId' })
    }
  }
  class Medals extends Kept {
    static {
      this.type('medals')
      this.model('Medal')
      this.id('integer', { column: 'rankId' })
      this.attribute('name', 'string')
      this.belongsTo('rank', { resource: 'ranks', foreignKey: 'rankId' })
    }
  }
  return { posts: Posts, ranks: Ranks, medals: Medals }
}

const NEVER = '"post" is part of the id of "ranks" and cannot be changed.'
const TAKEN = '422 /data/relationships/post post is already taken.'

describe.each(databases)(
  'write/ids-of-relationships (11.10): an id that is a foreign key, on $name',
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    let served: Served
    beforeAll(async () => {
      opened = await database.openColumns()
      served = serveWrites(resourcesOf(opened.prisma), { operations: true })
    })
    afterAll(() => opened.close())
    beforeEach(async () => {
      const { prisma } = opened
      await prisma.medal.deleteMany()
      await prisma.rank.deleteMany()
      await prisma.post.deleteMany()
      await prisma.post.createMany({ data: [1, 2, 3].map((id) => ({ id, title: `post ${id}` })) })
      await prisma.rank.create({ data: { postId: 1, score: 10 } })
    })

    const post = (id: string) => ({ data: { type: 'posts', id } })
    const rank = (id: string, score = 20) => ({
      type: 'ranks',
      attributes: { score },
      relationships: { post: post(id) },
    })
    const nested = (id: string) => ({
      data: {
        ...post(id).data,
        relationships: { rank: { data: { type: 'ranks', 'temp-id': 'r', method: 'create' } } },
      },
      included: [{ type: 'ranks', 'temp-id': 'r', attributes: { score: 30 } }],
    })
    const scores = async () =>
      (await opened.prisma.rank.findMany({ orderBy: { postId: 'asc' } })).map((row) => [
        row.postId,
        row.score,
      ])

    test('creating a second record for one parent is rejected, because the id is taken', async () => {
      const answer = await served.send('POST', '/ranks', { data: rank('1') })
      expect([answer.status, shortErrors(answer)]).toEqual([422, [TAKEN]])
      expect(await scores()).toEqual([[1, 10]])
      expect(written(await served.send('POST', '/ranks', { data: rank('2') })).data.id).toBe('2')
    })

    test('if twenty concurrent POST requests use the same id, one succeeds, and the others are rejected because the id is taken', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => served.send('POST', '/ranks', { data: rank('3') })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([
        201,
        ...Array.from({ length: 19 }, () => 422),
      ])
    })

    test('if twenty concurrent requests create the same nested record, one succeeds, and the others report a taken id or a changed link', async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => served.send('PATCH', '/posts/3', nested('3'))),
      )
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(19)
      const errors = new Set(refused.flatMap(shortErrors))
      errors.delete(`403 /data/relationships/rank/data ${NEVER}`)
      errors.delete('422 /included/0 post is already taken.')
      expect([...errors]).toEqual([])
      expect(await scores()).toEqual([
        [1, 10],
        [3, 30],
      ])
    })

    test('a record nested under its parent, or a level deeper, is rejected because the id is taken', async () => {
      const answer = await served.send('PATCH', '/posts/1', nested('1'))
      // A PATCH of a to-one relationship replaces its record, but the existing rank belongs to this post permanently.
      expect([answer.status, shortErrors(answer)]).toEqual([
        403,
        [`403 /data/relationships/rank/data ${NEVER}`],
      ])
      expect(await scores()).toEqual([[1, 10]])
      written(await served.send('PATCH', '/posts/2', nested('2')))
      expect(await scores()).toEqual([
        [1, 10],
        [2, 30],
      ])
      const deep = {
        data: {
          ...rank('1'),
          relationships: {
            ...rank('1').relationships,
            medal: { data: { type: 'medals', 'temp-id': 'm', method: 'create' } },
          },
        },
        included: [{ type: 'medals', 'temp-id': 'm', attributes: { name: 'gold' } }],
      }
      const again = await served.send('POST', '/ranks', deep)
      expect([again.status, shortErrors(again)]).toEqual([422, [TAKEN]])
      expect(await opened.prisma.medal.count()).toBe(0)
    })

    test('operations with an id that is taken are rejected and write no data', async () => {
      const answer = await operate(served.api, [
        { op: 'add', data: rank('2') },
        { op: 'add', data: rank('1') },
      ])
      expect([answer.status, shortErrors(answer)]).toEqual([
        422,
        ['422 /atomic:operations/1/data/relationships/post post is already taken.'],
      ])
      expect(await scores()).toEqual([[1, 10]])
    })

    test("a record's id never changes at the URL of its relationship, from either side", async () => {
      await opened.prisma.rank.create({ data: { postId: 2, score: 20 } })
      const one = await served.send('PATCH', '/posts/1/relationships/rank', {
        data: { type: 'ranks', id: '2' },
      })
      const other = await served.send('PATCH', '/ranks/2/relationships/post', post('1'))
      expect([one, other].map((answer) => [answer.status, shortErrors(answer)])).toEqual([
        [403, [`403 /data ${NEVER}`]],
        [403, [`403 /data ${NEVER}`]],
      ])
    })
  },
)
