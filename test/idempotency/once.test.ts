import { Controller, createApi, defineRegistry, Resource, ValidationError } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { isOtherEngine } from '../support/engine.js'
import { errorsOf, type KeyedAnswer, keyedApi, keyedTypes, OWNED } from './support/keyed.js'
import { rowsIn } from '../support/rows.js'

const HEADER = { header: 'Idempotency-Key' }

const withoutAttributes = (record: unknown): object => {
  const { attributes: _, ...others } = record as { readonly attributes?: object }
  return others
}

const documentOf = ({ text }: KeyedAnswer): Record<string, unknown> => {
  const { meta: _, ...others } = JSON.parse(text) as Record<string, unknown>
  return others
}

describe.each(databases)('idempotency/once (30): requests with an idempotency key, on $name', (database) => {
  const types = keyedTypes(database)
  let count = 0
  const unique = (): string => `${database.name}${++count}`
  const user = (name = 'n') => ({
    data: { type: 'users', attributes: { name, email: `${unique()}@example.org` } },
  })
  const written = () => types.prisma.user.count()

  test('a repeated POST is executed once and receives the same response (30.1)', async () => {
    const { ask } = keyedApi(types.resources())
    const [key, body, before] = [unique(), user(), await written()]
    const first = await ask('POST', '/users', { key, body })
    const again = await ask('POST', '/users', { key: `"${key}"`, body })
    expect([first.status, await written()]).toEqual([201, before + 1])
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect([...again.headers]).toEqual([...first.headers])
  })

  test('each retry of a request that uses something deprecated has the headers, and is reported (30.1, 31.4)', async () => {
    const resources = types.resources()
    const deprecated = { since: '2026-01-31', sunset: '2027-01-31' }
    resources['users']?.attribute('name', { type: 'string', deprecated })
    const used: unknown[] = []
    const { ask } = keyedApi(resources, { onDeprecated: (use) => void used.push(use) })
    const [key, body] = [unique(), user('é')]
    const answers = [
      await ask('POST', '/users', { key, body }),
      await ask('POST', '/users', { key, body }),
      await ask('POST', '/users', { key, body }),
    ]
    expect(answers.map(({ headers }) => [...headers])).toEqual(
      Array.from({ length: 3 }, () => [...(answers[0]?.headers ?? [])]),
    )
    expect(answers[2]?.headers.get('deprecation')).toBe('@1769817600')
    const use = { kind: 'attribute', type: 'users', name: 'name', ...deprecated }
    expect(used).toEqual(Array.from({ length: 3 }, () => ({ ...use, context: undefined })))
  })

  test('a PATCH, a DELETE and operations are executed once, even if the record changes later (30.1, 30.3)', async () => {
    const resources = types.resources()
    const { ask } = keyedApi(resources, { operations: true })
    const { id } = await types.prisma.document.create({
      data: { slug: unique(), folder: unique(), title: 't' },
    })
    const path = `/documents/${id}`
    const { headers } = await ask('GET', path)
    const change = {
      key: unique(),
      'if-match': String(headers.get('etag')),
      body: { data: { type: 'documents', id: String(id), attributes: { title: 'changed' } } },
    }
    const changed = await ask('PATCH', path, change)
    expect([changed.status, (await ask('PATCH', path, change)).text]).toEqual([200, changed.text])
    const removal = { key: unique() }
    const statuses = [await ask('DELETE', path, removal), await ask('DELETE', path, removal)]
    expect(statuses.map(({ status }) => status)).toEqual([204, 204])
    expect((await ask('PATCH', path, change)).text).toBe(changed.text)
    expect((await ask('DELETE', path, { key: unique() })).status).toBe(404)
    const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'
    const before = await written()
    const several = {
      key: unique(),
      accept: type,
      'content-type': type,
      body: {
        'atomic:operations': [
          { op: 'add', data: { ...user().data, lid: 'u' } },
          { op: 'add', data: { type: 'teams', attributes: { name: unique() } } },
        ],
      },
    }
    const added = await ask('POST', '/operations', several)
    const repeated = await ask('POST', '/operations', several)
    expect([added.status, repeated.text, await written()]).toEqual([200, added.text, before + 1])
    expect(repeated.headers.get('content-type')).toBe(type)
  })

  test('a request to a relationship URL accepts an idempotency key (30.1)', async () => {
    const { ask } = keyedApi(types.resources())
    const [one, team] = [
      await types.prisma.user.create({ data: { name: 'n', email: unique() } }),
      await types.prisma.team.create({ data: { name: unique() } }),
    ]
    const asked = { key: unique(), body: { data: [{ type: 'teams', id: String(team.id) }] } }
    const answers = [
      await ask('POST', `/users/${one.id}/relationships/teams`, asked),
      await ask('POST', `/users/${one.id}/relationships/teams`, asked),
    ]
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
  })

  test('a key that is sent again with a different body, URL or method returns 422, and each owner has separate keys (30.2, 30.3)', async () => {
    const { ask } = keyedApi(types.resources())
    const [key, body] = [unique(), user()]
    const { status, text } = await ask('POST', '/users', { key, body })
    const { id } = (JSON.parse(text) as { data: { id: string } }).data
    const others = [
      await ask('POST', '/users', { key, body: user() }),
      await ask('POST', '/users?include=teams', { key, body }),
      await ask('DELETE', `/users/${id}`, { key }),
    ]
    const REUSED = [['422', 'idempotency_key_reused', HEADER]]
    expect([status, ...others.map(errorsOf)]).toEqual([201, REUSED, REUSED, REUSED])
    const before = await written()
    expect((await ask('POST', '/users', { key, body: user(), 'x-owner': 'bob' })).status).toBe(201)
    expect(await written()).toBe(before + 1)
  })

  test('a rejected request stores no row, so a corrected body may reuse its key (30.5)', async () => {
    const { ask } = keyedApi(types.resources())
    const [key, body] = [unique(), user()]
    const { data } = body
    const taken = await types.prisma.user.create({ data: { name: 'n', email: unique() } })
    const rows = await types.prisma.idempotencyKey.count()
    const refused = [
      await ask('POST', '/users', { key, body: { data: { ...data, attributes: { name: 'n' } } } }),
      await ask('POST', '/users', {
        key,
        body: { data: { ...data, attributes: { name: 'n', email: taken.email } } },
      }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([422, 422])
    expect(await types.prisma.idempotencyKey.count()).toBe(rows)
    expect((await ask('POST', '/users', { key, body })).status).toBe(201)
  })

  test('an error response, or a response that fails, undoes all earlier writes (30.5)', async () => {
    const resources = types.resources()
    const { users } = resources
    if (!users) throw new Error('There are users.')
    const after: string[] = []
    users.afterCommit('create', () => void after.push('done'))
    let outcome = 'refuse'
    class Fails extends Controller {
      static {
        this.jsonapi(users)
      }
      async create(): Promise<Response> {
        const [record] = await this.jsonapiCreate()
        if (outcome === 'refuse') {
          const errors = [{ status: '409', code: 'no', title: 'No' }]
          return new Response(JSON.stringify({ errors }), {
            status: 409,
            headers: { 'content-type': 'application/vnd.api+json' },
          })
        }
        if (outcome === 'throw') throw new Error('It failed.')
        return this.renderJsonapi(record, { scope: false, status: 201 })
      }
    }
    const registry = defineRegistry(resources)
    const api = createApi({ registry, controllers: { users: Fails }, idempotency: OWNED, onError: () => {} })
    const [key, body, before] = [unique(), user(), await written()]
    const create = async (): Promise<number> => {
      const response = await api.fetch(
        new Request('http://blog.test/users', {
          method: 'POST',
          headers: { 'content-type': 'application/vnd.api+json', 'idempotency-key': key },
          body: JSON.stringify(body),
        }),
      )
      return response.status
    }
    expect([await create(), await written(), after]).toEqual([409, before, []])
    outcome = 'throw'
    expect([await create(), await written(), after]).toEqual([500, before, []])
    outcome = 'answer'
    expect([await create(), await written(), after]).toEqual([201, before + 1, ['done']])
    expect([await create(), await written(), after]).toEqual([201, before + 1, ['done']])
  })

  test('beforeCommit hooks run before the response is created, and their rejections return 422 (30.4)', async () => {
    const resources = types.resources()
    const { users } = resources
    if (!users) throw new Error('There are users.')
    users.beforeCommit('create', async (record) => {
      const { id, name } = record as { id: number; name: string }
      if (name === 'bad') throw new ValidationError('It is bad.')
      await rowsIn(types.adapter).update('User', id, { name: 'hooked' })
    })
    const { ask } = keyedApi(resources)
    const { status, text } = await ask('POST', '/users', { key: unique(), body: user() })
    expect([status, JSON.parse(text)]).toMatchObject([201, { data: { attributes: { name: 'hooked' } } }])
    const [before, refused] = [
      await written(),
      await ask('POST', '/users', { key: unique(), body: user('bad') }),
    ]
    expect([refused.status, await written()]).toEqual([422, before])
  })

  test('concurrent requests with the same key cause a single write, and all receive its response (30.4)', async () => {
    const { ask } = keyedApi(types.resources())
    const [key, body, before] = [unique(), user(), await written()]
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask('POST', '/users', { key, body })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect([new Set(answers.map(({ text }) => text)).size, await written()]).toEqual([1, before + 1])
  })

  test('an expired idempotency key is accepted again, and expired keys are deleted in batches (30.8)', async () => {
    const { ask, api } = keyedApi(types.resources())
    await types.prisma.idempotencyKey.deleteMany()
    const [key, body] = [unique(), user()]
    await ask('POST', '/users', { key, body })
    const over = new Date(Date.now() - 1000)
    await types.prisma.idempotencyKey.updateMany({ data: { expiresAt: over } })
    expect((await ask('POST', '/users', { key, body: user() })).status).toBe(201)
    const row = await types.prisma.idempotencyKey.findFirstOrThrow()
    await types.prisma.idempotencyKey.createMany({
      data: Array.from({ length: 501 }, (_, index) => ({
        ...row,
        headers: [],
        digest: String(index),
        expiresAt: over,
      })),
    })
    types.statements.length = 0
    expect([await api.forgetKeys(), await types.prisma.idempotencyKey.count()]).toEqual([501, 1])
    expect(types.statements.filter((sql) => /^delete/i.test(sql))).toHaveLength(2)
  })

  test('only the identifiers of a long response are stored, and its records are read again (30.7)', async () => {
    const { ask } = keyedApi(types.resources())
    const { id } = await types.prisma.node.create({ data: { name: 'long' } })
    await types.prisma.node.createMany({
      data: Array.from({ length: 900 }, (_, position) => ({ name: 'x'.repeat(180), position, parentId: id })),
    })
    const asked = {
      key: unique(),
      body: { data: { type: 'nodes', id: String(id), attributes: { name: 'changed' } } },
    }
    const path = `/nodes/${id}?include=children`
    const first = await ask('PATCH', path, asked)
    expect([first.status, first.text.length > 262_144]).toEqual([200, true])
    const kept = await types.prisma.idempotencyKey.findFirstOrThrow({ where: { isShort: true } })
    expect(JSON.parse(new TextDecoder().decode(kept.answer))).toEqual({
      ...documentOf(first),
      data: withoutAttributes(documentOf(first)['data']),
      included: (documentOf(first)['included'] as unknown[]).map(withoutAttributes),
    })
    const again = await ask('PATCH', path, asked)
    expect(again.status).toBe(200)
    expect(documentOf(again)).toEqual(documentOf(first))
    await types.prisma.node.deleteMany({ where: { parentId: id } })
    await types.prisma.node.delete({ where: { id } })
    const gone = await ask('PATCH', path, asked)
    expect([gone.status, JSON.parse(gone.text)]).toMatchObject([
      200,
      { data: { type: 'nodes', id: String(id) } },
    ])
    expect(JSON.parse(gone.text)).toMatchObject({ data: withoutAttributes(documentOf(first)['data']) })
  })

  test('when a long response to a POST is reread, it has the same links, linkage and written values (30.7)', async () => {
    const { ask } = keyedApi(types.resources(), { limits: { writeRecords: 1000 } })
    const nodes = (name: string) =>
      Array.from({ length: 450 }, (_, position) => ({ type: 'nodes', 'temp-id': `${name}${position}` }))
    const [children, grandchildren] = [nodes('child'), nodes('grandchild')]
    const made = (related: readonly object[]) => ({
      children: { data: related.map((one) => ({ ...one, method: 'create' })) },
    })
    const attributes = { name: 'x'.repeat(190) }
    const asked = {
      key: unique(),
      body: {
        data: {
          type: 'nodes',
          attributes: { name: 'parent' },
          relationships: made(children),
        },
        included: [
          ...children.map((child, index) => ({
            ...child,
            attributes,
            relationships: made(grandchildren.slice(index, index + 1)),
          })),
          ...grandchildren.map((grandchild) => ({ ...grandchild, attributes })),
        ],
      },
    }
    const path = '/nodes?fields[nodes]=name,children'
    const first = await ask('POST', path, asked)
    expect([first.status, first.text.length > 262_144]).toEqual([201, true])
    const again = await ask('POST', path, asked)
    expect(documentOf(again)).toEqual(documentOf(first))
    const { id } = documentOf(first)['data'] as { readonly id: string }
    await types.prisma.node.update({ where: { id: Number(id) }, data: { name: 'other' } })
    expect(documentOf(await ask('POST', path, asked))).toMatchObject({
      data: { attributes: { name: 'other' } },
    })
  })

  test('a write with an idempotency key runs two more statements than a write without one (30.4)', async () => {
    const { ask } = keyedApi(types.resources())
    const statementsOf = async (options: Parameters<typeof ask>[2]): Promise<readonly string[]> => {
      types.statements.length = 0
      const { status } = await ask('POST', '/users', options)
      expect(status).toBe(201)
      return types.statements.map((sql) => /^\w+/.exec(sql)?.[0].toUpperCase() ?? sql)
    }
    await statementsOf({ body: user() })
    const without = await statementsOf({ body: user() })
    const withKey = await statementsOf({ body: user(), key: unique() })
    // SQLite's COMMIT is a comment in the log, and a write of one statement has none.
    const isOfTransaction = (word: string): boolean =>
      /^(?:BEGIN|COMMIT|SET|START|ROLLBACK)$|^-- implicit/i.test(word)
    const inside = without.filter((word) => !isOfTransaction(word))
    const more = withKey.filter((word) => !isOfTransaction(word))
    // On MariaDB, Prisma reads the row that it has inserted.
    const read = database.name === 'mariadb' && !isOtherEngine() ? ['SELECT'] : []
    expect(more.toSorted()).toEqual([...inside, 'INSERT', 'UPDATE', ...read].toSorted())
  })
})

describe('idempotency/once (30.2): invalid keys and owners', () => {
  const [sqlite] = databases
  if (!sqlite) throw new Error('SQLite is always there.')
  const types = keyedTypes(sqlite)
  const body = { data: { type: 'teams', attributes: { name: 'never' } } }

  test.each([
    ['empty', ''],
    ['empty in quotes', '""'],
    ['too long', 'x'.repeat(256)],
    ['sent twice', 'a, b'],
    ['sent twice in quotes', '"a", "b"'],
    ['half quoted', '"a'],
    ['with a space', 'a b'],
  ])('an idempotency key that is %s returns 400, and no data is written', async (_, key) => {
    const { ask } = keyedApi(types.resources())
    expect(errorsOf(await ask('POST', '/teams', { key, body }))).toEqual([
      ['400', 'invalid_parameter', HEADER],
    ])
    expect(await types.prisma.team.count()).toBe(0)
  })

  test('without an owner, a request with an idempotency key returns 400, and a request without a key is executed', async () => {
    for (const owner of [() => '', () => undefined, () => null]) {
      const { ask } = keyedApi(types.resources(), { idempotency: { owner } })
      const refused = await ask('POST', '/teams', { key: 'k', body })
      expect(errorsOf(refused)).toEqual([['400', 'invalid_parameter', HEADER]])
    }
    const { ask } = keyedApi(types.resources(), { idempotency: { owner: () => '' } })
    expect((await ask('POST', '/teams', { body })).status).toBe(201)
  })

  test('a GET request ignores an idempotency key', async () => {
    const { ask } = keyedApi(types.resources())
    expect((await ask('GET', '/teams', { key: '' })).status).toBe(200)
  })

  test("an action's guard runs before the stored response is returned (30.3)", async () => {
    const { users } = types.resources()
    if (!users) throw new Error('There are users.')
    let may = true
    class Guarded extends Controller {
      isMember(): boolean {
        return may
      }
    }
    users.actions({ create: 'isMember' } as never)
    const { ask } = keyedApi({ ...types.resources(), users }, { controller: Guarded })
    const asked = { key: 'guarded', body: { data: { type: 'users', attributes: { name: 'n', email: 'g' } } } }
    expect((await ask('POST', '/users', asked)).status).toBe(201)
    may = false
    expect((await ask('POST', '/users', asked)).status).toBe(403)
  })

  test('a store that cannot roll back rejects idempotency keys, and a store without their model causes an error at startup (30.6)', async () => {
    const rows: object[] = []
    class Loose extends Resource {
      static {
        this.type('loose')
        this.useAdapter(new NullAdapter())
        this.attribute('name', 'string')
      }
      override create(parameters: object): Promise<object> {
        rows.push(parameters)
        return Promise.resolve({ id: 1, ...parameters })
      }
    }
    const { ask } = keyedApi({ ...types.resources(), loose: Loose })
    const asked = { key: 'k', body: { data: { type: 'loose', attributes: { name: 'n' } } } }
    expect([errorsOf(await ask('POST', '/loose', asked)), rows]).toEqual([
      [['400', 'invalid_parameter', HEADER]],
      [],
    ])
    expect(() => keyedApi(types.resources(), { idempotency: { owner: () => 'a', model: 'Kept' } })).toThrow(
      '- idempotency: The option needs the model "Kept" in schema.prisma, and generate: { idempotency: true } in the schema: run `npx jsonapi-gen init --idempotency`, migrate, and run `npx jsonapi-gen generate`.',
    )
  })
})
