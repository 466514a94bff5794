import { type ResourceClass, Unauthorized, ValidationError } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { shortErrors } from '../write/support/documents.js'
import { dumpBlog } from '../write/support/dump.js'
import { conflict, failingClient, failure, unreachable } from '../write/support/failing-client.js'
import { recordedBlog } from '../write/support/recorded.js'
import { serveWrites } from '../write/support/serve.js'
import { operate, resultsOf } from './support/operate.js'
import { prismaAdapter } from '../support/facts.js'
import { rowsIn } from '../support/rows.js'

let made = 0
const addTag = (lid: string): unknown => ({
  op: 'add',
  data: { type: 'tags', lid, attributes: { name: `atomic ${++made}` } },
})
const addPost = (tagLid: string): unknown => ({
  op: 'add',
  data: {
    type: 'posts',
    attributes: { title: 'Atomic', body: '' },
    relationships: {
      author: { data: { type: 'authors', id: '1' } },
      tags: {
        data: [
          { type: 'tags', lid: tagLid },
          { type: 'tags', id: '1' },
        ],
      },
    },
  },
})
const removeComment = (id: string): unknown => ({ op: 'remove', ref: { type: 'comments', id } })

/**
 * Declares the filter with its own function, because the store cannot filter through a join of two stores (rule 3.9).
 */
function filtersNoTags({ posts }: Readonly<Record<string, ResourceClass>>): void {
  posts?.allowFilter('tags.name', { type: 'string' }, (scope: unknown) => scope)
}

describe.each(databases)('operations/atomic (16.6, 21.2) on $name', (database) => {
  const blog = writableBlog(database)
  const served = (client = blog.prisma) => {
    const { resources, calls } = recordedBlog(client)
    return {
      resources,
      calls,
      api: () => serveWrites(resources, { operations: true, answerErrors: true }).api,
    }
  }

  test('a rejected operation undoes earlier operations', async () => {
    const before = await dumpBlog(blog.prisma)
    const taken = {
      op: 'add',
      data: { type: 'authors', attributes: { name: 'T', email: 'ada@example.com' } },
    }
    await blog.prisma.author.update({ where: { id: 1 }, data: { email: 'ada@example.com' } })
    const { authors: _, ...others } = before
    const answer = await operate(served().api(), [addTag('t'), addPost('t'), removeComment('1'), taken])
    expect([answer.status, shortErrors(answer)]).toEqual([
      422,
      ['422 /atomic:operations/3/data/attributes/email email is already taken.'],
    ])
    const { authors: __, ...after } = await dumpBlog(blog.prisma)
    expect(after).toEqual(others)
  })

  test('if any store call of an operation fails, nothing is written', async () => {
    const client = failingClient(blog.prisma)
    const { api } = served(client.prisma)
    const operations = [addTag('t'), addPost('t'), removeComment('2')]
    const before = await dumpBlog(blog.prisma)
    client.failAt(0, failure)
    for (let n = 1; ; n++) {
      client.failAt(n, n % 2 === 0 ? failure : unreachable)
      const { status, body } = await operate(api(), operations)
      if (status === 200) {
        expect(n).toBeGreaterThan(5)
        break
      }
      expect([n % 2 === 0 ? 500 : 503, body]).toEqual([
        status,
        { jsonapi: { version: '1.1' }, errors: [expect.anything()] },
      ])
      expect(await dumpBlog(blog.prisma)).toEqual(before)
    }
  })

  test('a conflict between writers causes all operations to be retried, and afterCommit hooks run once', async () => {
    const client = failingClient(blog.prisma)
    const { resources, api } = served(client.prisma)
    const ran: string[] = []
    for (const [type, resource] of Object.entries(resources)) {
      resource.beforeCommit(['create', 'destroy'], () => void ran.push(`before ${type}`))
      resource.afterCommit(['create', 'destroy'], async (_record, context) => {
        const isDurable = (await blog.prisma.comment.count({ where: { id: 3 } })) === 0
        ran.push(`after ${type} ${isDurable} ${String(Reflect.get(Object(context), 'actionName'))}`)
      })
    }
    let failures = 0
    client.failAt(6, () => {
      failures++
      conflict()
    })
    const answer = await operate(api(), [addTag('t'), addPost('t'), removeComment('3')])
    expect(resultsOf(answer).map((result) => result.split(' ')[0])).toEqual(['tags', 'posts', ''])
    expect([failures, ran]).toEqual([
      1,
      [
        'before tags',
        'before posts',
        'before comments',
        'after tags true create',
        'after posts true create',
        'after comments true destroy',
      ],
    ])
  })

  test('an error in a beforeCommit hook is attributed to its operation, and an error in an afterCommit hook results in a 500 that reports the commit', async () => {
    const { resources, api } = served()
    const before = await dumpBlog(blog.prisma)
    resources['posts']?.beforeCommit('create', () => {
      throw new ValidationError({ attribute: 'title', message: 'is refused' })
    })
    expect(shortErrors(await operate(api(), [addTag('t'), addPost('t'), addTag('u')]))).toEqual([
      '422 /atomic:operations/1/data/attributes/title title is refused.',
    ])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
    resources['tags']?.afterCommit('create', () => {
      throw new Error('the mail server is down')
    })
    const { status, body } = await operate(api(), [addTag('t'), removeComment('4')])
    expect([status, body]).toMatchObject([
      500,
      { errors: [{ code: 'internal_error', meta: { written: true } }] },
    ])
    expect(await blog.prisma.comment.count({ where: { id: 4 } })).toBe(0)
  })

  test('the results of operations contain changes made by beforeCommit hooks', async () => {
    const { resources, api } = served()
    const tags = resources['tags']
    tags?.beforeCommit('create', async (record) => {
      const { id } = record as { readonly id: number }
      await rowsIn(tags.config.adapter as PrismaAdapter).update('Tag', id, { name: `hooked ${made}` })
    })
    expect((await operate(api(), [addTag('t')])).body).toMatchObject({
      'atomic:results': [{ data: { attributes: { name: `hooked ${made}` } } }],
    })
  })

  test('without a login, a request with operations as a whole returns 401', async () => {
    const { resources, api } = served()
    resources['tags']?.beforeCommit('create', () => {
      throw new Unauthorized({ detail: 'Log in first.' })
    })
    const { status, body } = await operate(api(), [addTag('t')])
    expect([status, body]).toMatchObject([401, { errors: [{ detail: 'Log in first.' }] }])
  })

  test('records of two stores cannot be written in a single transaction', async () => {
    const other = await database.open({ seed: true })
    const { resources, api } = served()
    filtersNoTags(resources)
    resources['tags']?.useAdapter(prismaAdapter(other.prisma))
    const before = [await dumpBlog(blog.prisma), await dumpBlog(other.prisma)]
    const answer = await operate(api(), [removeComment('6'), addTag('t')])
    expect([answer.status, shortErrors(answer)]).toEqual([
      400,
      [
        '400 /atomic:operations/1/data This record and the record of the first operation are in different stores, and a transaction cannot span both.',
      ],
    ])
    expect([await dumpBlog(blog.prisma), await dumpBlog(other.prisma)]).toEqual(before)
    expect(resultsOf(await operate(api(), [addTag('t')]))).toHaveLength(1)
    await other.close()
  })

  test('two adapters with the same client count as one store, and an overridden transaction method is called', async () => {
    const { resources, api } = served()
    const ran: string[] = []
    const Tags = resources['tags']
    if (!Tags) throw new Error('There are tags.')
    class Traced extends Tags {
      override transaction<Result>(block: () => Promise<Result>) {
        ran.push('transaction of tags')
        return super.transaction(block)
      }
    }
    Traced.useAdapter(prismaAdapter(blog.prisma))
    Object.assign(resources, { tags: Traced })
    expect(resultsOf(await operate(api(), [removeComment('8'), addTag('t'), addTag('u')]))).toHaveLength(3)
    expect(resultsOf(await operate(api(), [addTag('t'), addTag('u')]))).toHaveLength(2)
    expect(ran).toEqual(['transaction of tags', 'transaction of tags', 'transaction of tags'])
  })
})
