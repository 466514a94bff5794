import { hasKeyOfPair } from '../../../runtime/src/facts/join-records.js'
import type { Join } from '@jsonapi-gen/runtime/adapter'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  closeClient,
  type ConstraintsClient,
  databases,
  type OpenDatabase,
  openClient,
} from '../../support/databases.js'
import { constraintsResources } from '../support/constraints.js'
import { serveWrites, type Served } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'

const NO_RESOURCE = { primaryKey: ['id'], version: undefined, exact: new Set<string>() }

const book = (id: number) => ({ type: 'books', id: String(id) })

describe.each(databases)(
  'write/joins-without-key (11.4): a join without a unique key, on $name',
  (database) => {
    let opened: OpenDatabase<ConstraintsClient>
    /**
     * A separate client, as in another process. On SQLite, a process that waits for another process's lock does
     * nothing else.
     */
    let second: ConstraintsClient
    let servers: readonly [Served, Served]
    beforeAll(async () => {
      opened = await database.openConstraints()
      second = database.name === 'sqlite' ? opened.prisma : await openClient('constraints', opened)
      const [one, other] = [opened.prisma, second].map((prisma) => serveWrites(constraintsResources(prisma)))
      if (!one || !other) throw new Error('There are two servers.')
      servers = [one, other]
    })
    afterAll(async () => {
      if (second !== opened.prisma) await closeClient(second)
      await opened.close()
    })

    /** A shelf, the given number of books, and a function that returns the positions of the books on the shelf. */
    async function shelved(count: number) {
      const { id } = await opened.prisma.shelf.create({ data: { name: 's' } })
      const books: number[] = []
      while (books.length < count) {
        books.push((await opened.prisma.book.create({ data: { title: `b${books.length}` } })).id)
      }
      const places = async () =>
        (await opened.prisma.shelfBook.findMany({ where: { shelfId: id }, orderBy: { bookId: 'asc' } })).map(
          ({ bookId }) => books.indexOf(bookId),
        )
      return { id, books, places }
    }
    const change = (method: string, id: number, data: unknown, served = servers[0]) =>
      served.send(method, `/shelves/${id}/relationships/books`, { data })
    const patch = (id: number, relationships: object) =>
      servers[0].send('PATCH', `/shelves/${id}`, {
        data: { type: 'shelves', id: String(id), relationships },
      })

    test('a pair that is already linked is not linked again, whether alone or together with other pairs', async () => {
      const { id, books, places } = await shelved(3)
      const [a = 0] = books
      for (let times = 0; times < 2; times++) {
        expect((await change('POST', id, [book(a)])).status).toBe(204)
        expect((await change('POST', id, books.map(book))).status).toBe(204)
        expect((await change('PATCH', id, books.map(book))).status).toBe(204)
        const data = books.map((each) => ({ ...book(each), method: 'update' }))
        expect((await patch(id, { books: { data } })).status).toBe(200)
      }
      expect(await places()).toEqual([0, 1, 2])
    })

    test('a pair that a request contains twice is linked once', async () => {
      const { id, books, places } = await shelved(3)
      const [a = 0, b = 0] = books
      expect((await change('POST', id, [book(a), book(a)])).status).toBe(204)
      expect(await places()).toEqual([0])
      expect((await change('PATCH', id, [a, b, b, a, b].map(book))).status).toBe(204)
      expect(await places()).toEqual([0, 1])
      const data = [b, b, b].map((each) => ({ ...book(each), method: 'update' }))
      expect((await patch(id, { books: { data } })).status).toBe(200)
      expect(await places()).toEqual([0, 1])
    })

    test('a new record is linked once to a record that its request contains twice', async () => {
      const { books } = await shelved(2)
      const data = {
        type: 'shelves',
        attributes: { name: 'new' },
        relationships: { books: { data: [...books, ...books].map(book) } },
      }
      const { status, body } = await servers[0].send('POST', '/shelves', { data })
      expect(status).toBe(201)
      const shelfId = Number((body as { data: { id: string } }).data.id)
      expect(await opened.prisma.shelfBook.count({ where: { shelfId } })).toBe(2)
    })

    test('the adapter recognizes a join with a key, which requires no serializable transaction', async () => {
      const types = await database.openTypes()
      const isOnce = (prisma: PrismaClientLike, models: readonly [string, string], join: Join) => {
        const [owner, target] = models.map((model) => ({ ...NO_RESOURCE, type: model, model }))
        if (!owner || !target) throw new Error('There are two models.')
        const pairs = { owner: ['id'], target: [] }
        const { datamodel } = prismaAdapter(prisma).facts(target)
        return hasKeyOfPair(datamodel, { name: 'x', stored: 'x', many: true, owner, target, pairs, join })
      }
      expect([
        isOnce(types.prisma, ['User', 'Team'], { relation: 'memberships', key: ['userId'] }),
        isOnce(opened.prisma, ['Shelf', 'Book'], { relation: 'places', key: ['shelfId'] }),
        isOnce(opened.prisma, ['Book', 'Shelf'], { relation: 'places', key: ['bookId'] }),
      ]).toEqual([true, false, false])
      await types.close()
    })

    test('a pair that several requests link at the same time is linked once', async () => {
      for (let round = 0; round < 4; round++) {
        const { id, books, places } = await shelved(2)
        const named = round % 2 === 0 ? books.slice(0, 1) : books
        const answers = await Promise.all(
          [0, 1, 0, 1].map((server) => change('POST', id, named.map(book), servers[server])),
        )
        const statuses = new Set(answers.map(({ status }) => status))
        expect([...statuses].filter((status) => status !== 204 && status !== 409)).toEqual([])
        expect(statuses).toContain(204)
        expect(await places()).toEqual(round % 2 === 0 ? [0] : [0, 1])
      }
    }, 60_000)
  },
)
