import { describe, expect, test } from 'vitest'
import { closeClient, databases, openClient, sqlite } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { openProxy } from '../support/proxy.js'
import { typesResources } from '../write/support/types.js'
import { errorsOf, keyedApi, keyedTypes } from './support/keyed.js'

const HEADER = { header: 'Idempotency-Key' }
const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'

describe.each(databases)(
  'idempotency/edges (30.4, 30.6, 30.7): other kinds of writes with a key, on $name',
  (database) => {
    const types = keyedTypes(database)
    const other = keyedTypes(sqlite)
    let count = 0
    const unique = (): string => `edge${database.name}${++count}`

    test('a write that must be serializable restarts and takes effect once (30.4)', async () => {
      const resources = types.resources()
      const { nodes } = resources
      if (!nodes) throw new Error('There are nodes.')
      const seen: string[] = []
      nodes.beforeCommit('update', () => void seen.push('before'))
      nodes.afterCommit('update', () => void seen.push('after'))
      const { ask } = keyedApi(resources)
      const { id } = await types.prisma.node.create({ data: { name: 'first' } })
      const path = `/nodes/${id}`
      const { headers } = await ask('GET', path)
      const body = { data: { type: 'nodes', id: String(id), attributes: { name: 'second' } } }
      const change = { key: unique(), 'if-match': String(headers.get('etag')), body }
      const [first, again] = [await ask('PATCH', path, change), await ask('PATCH', path, change)]
      expect([first.status, again.text, seen]).toEqual([200, first.text, ['before', 'after']])
      const outdated = await ask('PATCH', path, { ...change, key: unique() })
      expect([outdated.status, seen]).toEqual([412, ['before', 'after']])
    })

    test('a write that reaches a second store returns 400, and neither store is changed (30.6)', async () => {
      const { users, ...rest } = types.resources()
      const { teams: Far } = other.resources()
      if (!users || !Far) throw new Error('There are users and teams.')
      const writeFar = () => new Far().create({ name: 'far' })
      class Reaching extends users {
        override async create(parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
          const record = await super.create(parameters)
          await writeFar()
          return record
        }
      }
      const { ask } = keyedApi({ ...rest, users: Reaching })
      const [key, email] = [unique(), unique()]
      const before = await other.prisma.team.count()
      const body = { data: { type: 'users', attributes: { name: 'n', email } } }
      const refused = await ask('POST', '/users', { key, body })
      expect(errorsOf(refused)).toEqual([['400', 'invalid_parameter', HEADER]])
      expect([await types.prisma.user.count({ where: { email } }), await other.prisma.team.count()]).toEqual([
        0,
        before,
      ])
      expect((await ask('POST', '/users', { body })).status).toBe(201)
      expect(await other.prisma.team.count()).toBe(before + 1)
    })

    test('a long response to operations is stored as identifiers, and its results are read again (30.7)', async () => {
      const { ask } = keyedApi(types.resources(), {
        operations: true,
        limits: { operations: 1000, writeRecords: 1000 },
      })
      const name = 'x'.repeat(180)
      const several = {
        key: unique(),
        accept: ATOMIC,
        'content-type': ATOMIC,
        body: {
          'atomic:operations': Array.from({ length: 400 }, (_, position) => ({
            op: 'add',
            data: { type: 'nodes', attributes: { name, position } },
          })),
        },
      }
      const before = await types.prisma.node.count()
      const first = await ask('POST', '/operations', several)
      expect([first.status, first.text.length > 262_144]).toEqual([200, true])
      const again = await ask('POST', '/operations', several)
      expect(await types.prisma.node.count()).toBe(before + 400)
      const resultsOf = ({ text }: { readonly text: string }) =>
        (JSON.parse(text) as { 'atomic:results': { data: { attributes: object; id: string } }[] })[
          'atomic:results'
        ].map(({ data: { id, attributes } }) => ({ id, attributes }))
      expect(resultsOf(again)).toEqual(resultsOf(first))
    })
  },
)

describe.runIf(databases.some(({ name }) => name === 'postgresql'))(
  'idempotency/edges (30.4): a commit that PostgreSQL rejects',
  () => {
    const [postgresql = sqlite] = databases.filter(({ name }) => name === 'postgresql')
    const types = keyedTypes(postgresql)

    test("a rejected commit is reported as the write's error, stores no row and allows the key to be reused", async () => {
      for (const sql of [
        'DROP INDEX "User_email_key"',
        'ALTER TABLE "User" ADD CONSTRAINT "User_email_key" UNIQUE (email) DEFERRABLE INITIALLY DEFERRED',
      ]) {
        await types.prisma.$executeRawUnsafe(sql)
      }
      await types.prisma.user.create({ data: { name: 'n', email: 'taken' } })
      const { ask } = keyedApi(types.resources())
      const asked = (email: string) => ({
        key: 'one',
        body: { data: { type: 'users', attributes: { name: 'n', email } } },
      })
      const refused = await ask('POST', '/users', asked('taken'))
      expect(errorsOf(refused)).toEqual([['422', 'validation_error', { pointer: '/data/attributes/email' }]])
      expect(await types.prisma.idempotencyKey.count()).toBe(0)
      const statuses = [
        await ask('POST', '/users', asked('free')),
        await ask('POST', '/users', asked('free')),
      ]
      expect(statuses.map(({ status }) => status)).toEqual([201, 201])
      expect(await types.prisma.user.count()).toBe(2)
    })
  },
)

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'idempotency/edges (30.1): a repeated request whose connection to $name is lost',
  (database) => {
    test('if any packet is lost, the request returns 503 or the first response, and takes effect once', async () => {
      const opened = await database.openTypes()
      const proxy = await openProxy(opened.url)
      const lossy = await openClient('types', { name: database.name, url: proxy.url })
      const { ask } = keyedApi(typesResources(prismaAdapter(lossy)), { answerErrors: true })
      const asked = {
        key: 'lost',
        body: { data: { type: 'users', attributes: { name: 'n', email: 'lost' } } },
      }
      const first = await ask('POST', '/users', asked)
      const outcomes = new Set<number>()
      for (let n = 1, left = 0; left === 0; n++) {
        await ask('GET', '/users/1', {})
        left = n
        proxy.judge = () => (left > 0 && --left === 0 ? 'cut before' : 'pass')
        const again = await ask('POST', '/users', asked)
        proxy.judge = undefined
        outcomes.add(again.status)
        if (again.status === 201) expect(again.text).toBe(first.text)
      }
      expect(outcomes).toEqual(new Set([503, 201]))
      expect(await opened.prisma.user.count()).toBe(1)
      await closeClient(lossy)
      await proxy.close()
      await opened.close()
    })
  },
)
