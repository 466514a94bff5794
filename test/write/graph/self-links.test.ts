import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { linksOn } from '../../support/links.js'
import { operate } from '../../operations/support/operate.js'
import { shortErrors } from '../support/documents.js'
import { serveWrites, type Served } from '../support/serve.js'

const ONE = { type: 'peers', id: '1' }

/** The relationships of a peer, each with the columns that are set if it links peer 1. */
const LINKS = {
  mentor: { one: true, columns: { mentorId: 1 } },
  mentees: { one: false, columns: { mentorId: 1 } },
  twin: { one: true, columns: { twinId: 1 } },
  twinOf: { one: true, columns: { twinId: 1 } },
  friends: { one: false, columns: { friends: [1] } },
  friendOf: { one: false, columns: { friends: [1] } },
  owner: { one: true, columns: { ownerType: 'Peer', ownerId: 1 } },
  owned: { one: false, columns: { ownerType: 'Peer', ownerId: 1 } },
} as const

/** A record as a client would send it back, with the relationships whose linkage the client has read. */
function withLinkage(body: unknown): object {
  const { data } = body as { data: { relationships: Record<string, object> } }
  const { relationships, ...others } = data
  const read = Object.entries(relationships).filter(([, each]) => 'data' in each)
  return { ...others, relationships: Object.fromEntries(read) }
}

describe.each(databases)(
  'write/self-links (11.3): a record that is linked to itself, on $name',
  (database) => {
    let opened: OpenDatabase<KeysClient>
    let api: Served
    beforeEach(async () => {
      opened = await database.openKeys()
      await opened.prisma.peer.create({ data: { name: 'one' } })
      api = serveWrites(linksOn(prismaAdapter(opened.prisma)), { operations: true })
    })
    afterEach(() => opened.close())

    /** The stored peers, without nulls. */
    const peers = async () =>
      (await opened.prisma.peer.findMany({ include: { friends: true }, orderBy: { id: 'asc' } })).map(
        ({ friends, ...columns }) => {
          const told = Object.entries({ ...columns, friends: friends.map(({ id }) => id) })
          return Object.fromEntries(told.filter(([, value]) => value !== null && `${value}` !== ''))
        },
      )

    describe.each(Object.entries(LINKS))('over %s', (name, { one, columns }) => {
      const data = one ? ONE : [ONE]
      const linked = [{ id: 1, name: 'one', ...columns }]

      test('a record can be linked to itself in a body, and written again as it was read', async () => {
        const body = { data: { ...ONE, attributes: { name: 'one' }, relationships: { [name]: { data } } } }
        const answer = await api.send('PATCH', '/peers/1', body)
        expect([answer.status, await peers()]).toEqual([200, linked])
        expect(answer.body).toMatchObject({ data: { relationships: { [name]: { data } } } })
        const read = await api.send('GET', `/peers/1?include=${name}`)
        expect(read.body).toMatchObject({ data: { relationships: { [name]: { data } } } })
        const sent = { data: withLinkage(read.body) }
        expect([(await api.send('PATCH', '/peers/1', sent)).status, await peers()]).toEqual([200, linked])
      })

      test("a record can be linked to itself and unlinked at the relationship's URL", async () => {
        const at = `/peers/1/relationships/${name}`
        for (const method of one ? ['PATCH'] : ['POST', 'PATCH']) {
          expect([(await api.send(method, at, { data })).status, await peers()]).toEqual([204, linked])
          const removed = one
            ? await api.send('PATCH', at, { data: null })
            : await api.send('DELETE', at, { data })
          expect([removed.status, await peers()]).toEqual([204, [{ id: 1, name: 'one' }]])
        }
      })

      test('a record that is linked to itself can be created in a body and in an operation', async () => {
        const own = { type: 'peers', lid: 'me' }
        const created = {
          ...own,
          attributes: { name: 'new' },
          relationships: { [name]: { data: one ? own : [own] } },
        }
        const answer = await api.send('POST', '/peers', { data: created })
        expect([answer.status, shortErrors(answer)]).toEqual([201, []])
        expect((await operate(api.api, [{ op: 'add', data: created }])).status).toBe(200)
        const linkedTo = (id: number) =>
          JSON.parse(JSON.stringify(columns).replace('1', String(id))) as object
        const [, ...made] = await peers()
        expect(made).toEqual(made.map(({ id }) => ({ id, name: 'new', ...linkedTo(Number(id)) })))
        expect(made).toHaveLength(2)
      })
    })

    test('a join of a model with itself has the direction that the Prisma Client stores and reads', async () => {
      await opened.prisma.peer.create({ data: { name: 'two' } })
      const data = [{ type: 'peers', id: '2' }]
      for (const [name, inverse] of [
        ['friends', 'friendOf'],
        ['friendOf', 'friends'],
      ] as const) {
        expect((await api.send('PATCH', `/peers/1/relationships/${name}`, { data })).status).toBe(204)
        const include = { friends: { select: { id: true } }, friendOf: { select: { id: true } } }
        const stored = await opened.prisma.peer.findUniqueOrThrow({ where: { id: 1 }, include })
        expect([stored[name], stored[inverse]]).toEqual([[{ id: 2 }], []])
        await opened.prisma.peer.update({
          where: { id: 1 },
          data: { [name]: { set: [] }, [inverse]: { set: [{ id: 2 }] } },
        })
        const read = await api.send('GET', '/peers/1?include=friends,friendOf')
        expect(read.body).toMatchObject({
          data: { relationships: { [name]: { data: [] }, [inverse]: { data } } },
        })
        await opened.prisma.peer.update({ where: { id: 1 }, data: { [inverse]: { set: [] } } })
      }
    })

    test('a record that is linked to itself can be created under another record', async () => {
      const below = { type: 'peers', lid: 'b' }
      const answer = await api.send('PATCH', '/peers/1', {
        data: { ...ONE, relationships: { mentees: { data: [{ ...below, method: 'create' }] } } },
        included: [{ ...below, attributes: { name: 'b' }, relationships: { twin: { data: below } } }],
      })
      expect([answer.status, shortErrors(answer)]).toEqual([200, []])
      const [, made] = await peers()
      expect(made).toEqual({ id: made?.['id'], name: 'b', mentorId: 1, twinId: made?.['id'] })
    })

    test('a new record cannot refer to itself by a key that cannot be null, but an existing record can', async () => {
      const next = { data: { type: 'knots', id: '1' } }
      const create = { data: { ...next.data, relationships: { next } } }
      expect(shortErrors(await api.send('POST', '/knots', create))).toEqual([
        '422 /data/relationships/next/data next cannot refer to its own record while that record is being created, because the key cannot be null.',
      ])
      const data = { type: 'knots', id: '1', relationships: { previous: { data: [next.data] } } }
      expect((await api.send('POST', '/knots', { data })).status).toBe(422)
      expect(await opened.prisma.knot.count()).toBe(0)
      await opened.prisma.knot.create({ data: { id: 1, nextId: 1 } })
      const update = { data: { ...next.data, relationships: { next, previous: { data: [next.data] } } } }
      expect((await api.send('PATCH', '/knots/1', update)).status).toBe(200)
    })

    test('a record that is nested inside itself is rejected', async () => {
      const itself = (lid: string) => ({ type: 'peers', lid, method: 'create' })
      const answer = await api.send('POST', '/peers', {
        data: { type: 'peers', attributes: { name: 'a' }, relationships: { mentor: { data: itself('b') } } },
        included: [
          {
            type: 'peers',
            lid: 'b',
            attributes: { name: 'b' },
            relationships: { mentor: { data: itself('c') } },
          },
          {
            type: 'peers',
            lid: 'c',
            attributes: { name: 'c' },
            relationships: { mentor: { data: itself('b') } },
          },
        ],
      })
      expect(shortErrors(answer)).toEqual([
        '400 /included/1/relationships/mentor/data The record of type "peers" with the lid "b" refers back to itself.',
      ])
    })
  },
)
