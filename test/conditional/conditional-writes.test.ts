import { Controller, type TransactionNeeds } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { databases, sqlite } from '../support/databases.js'
import { errorsOf, type Tagged, tagged, taggedTypes } from './support/served.js'
import { informed } from '../support/facts.js'

const FAILED = [{ status: '412', code: 'precondition_failed', source: { header: 'If-Match' } }]

describe.each(databases)('conditional/writes (26.4, 26.5): If-Match on $name', (database) => {
  const types = taggedTypes(database)
  let count = 0
  /** One record with a version and one without, each with the change that a request makes to it. */
  const records = async () => {
    count++
    const document = await types.prisma.document.create({
      data: { slug: `s${count}`, folder: 'f', title: `t${count}` },
    })
    const user = await types.prisma.user.create({
      data: { name: 'n', email: `${database.name}${count}@example.org` },
    })
    return [
      { type: 'documents', id: String(document.id), name: 'folder' },
      { type: 'users', id: String(user.id), name: 'name' },
    ]
  }
  const api = () => tagged(types.resources())
  const patch = (
    { type, id, name }: { type: string; id: string; name: string },
    value: string,
    headers: Readonly<Record<string, string>>,
    query = '',
  ): Promise<Tagged> =>
    api().ask(`/${type}/${id}${query}`, {
      method: 'PATCH',
      headers,
      data: { type, id, attributes: { [name]: value } },
    })
  const read = ({ type, id }: { type: string; id: string }, query = '') => api().ask(`/${type}/${id}${query}`)

  test('a condition with the current tag permits a single change, and the response has the next tag', async () => {
    for (const record of await records()) {
      const first = await read(record)
      const changed = await patch(record, 'one', { 'if-match': `"x", ${first.tag}` })
      expect([changed.status, changed.tag]).toEqual([200, (await read(record)).tag])
      expect(errorsOf(await patch(record, 'two', { 'if-match': String(first.tag) }))).toEqual(FAILED)
      expect((await patch(record, 'three', { 'if-match': String(changed.tag) })).status).toBe(200)
      expect((await read(record)).body).toMatchObject({ data: { attributes: { [record.name]: 'three' } } })
    }
  })

  test('without a conditional header, the response to a write has a tag if the record has a version', async () => {
    const isTagged = async (path: string, method: string, data: object): Promise<unknown> => {
      const { status, tag } = await api().ask(path, { method, data })
      return [status, tag !== null]
    }
    const [document, user] = await records()
    if (!document || !user) throw new Error('There are two records.')
    const changed = ({ type, id, name }: typeof document) =>
      isTagged(`/${type}/${id}`, 'PATCH', { type, id, attributes: { [name]: 'changed' } })
    const created = (type: string, attributes: object) => isTagged(`/${type}`, 'POST', { type, attributes })
    const email = `${database.name}${count}.new@example.org`
    expect([
      await created('documents', { slug: `new${count}`, folder: 'f', title: `new${count}` }),
      await changed(document),
      await created('users', { name: 'n', email }),
      await changed(user),
    ]).toEqual([
      [201, true],
      [200, true],
      [201, false],
      [200, false],
    ])
  })

  test('if two concurrent changes have the same tag, one returns 200 and the other returns 412', async () => {
    for (const record of await records()) {
      for (let round = 0; round < 3; round++) {
        const { tag } = await read(record)
        const headers = { 'if-match': String(tag) }
        const answers = await Promise.all(
          ['a', 'b'].map((value) => patch(record, `${value}${round}`, headers)),
        )
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
        const done = answers.find(({ status }) => status === 200)
        expect((await read(record)).tag).toBe(done?.tag)
      }
    }
  })

  test('if many concurrent requests have the same tag, one changes or destroys the record, and the others return 412 or 404', async () => {
    for (const record of await records()) {
      const { tag } = await read(record)
      const headers = { 'if-match': String(tag) }
      const destroy = () => api().ask(`/${record.type}/${record.id}`, { method: 'DELETE', headers })
      const answers = await Promise.all([
        patch(record, 'a', headers),
        destroy(),
        patch(record, 'b', headers),
        destroy(),
      ])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status < 300)).toHaveLength(1)
      expect(
        statuses.filter((status) => status >= 300).every((status) => status === 412 || status === 404),
      ).toBe(true)
    }
  })

  test('DELETE accepts only the current tag', async () => {
    for (const record of await records()) {
      const path = `/${record.type}/${record.id}`
      const { tag } = await read(record)
      await patch(record, 'changed', {})
      const stale = await api().ask(path, { method: 'DELETE', headers: { 'if-match': String(tag) } })
      expect([errorsOf(stale), (await read(record)).status]).toEqual([FAILED, 200])
      const now = await read(record)
      const gone = await api().ask(path, { method: 'DELETE', headers: { 'if-match': String(now.tag) } })
      expect([gone.status, (await read(record)).status]).toEqual([204, 404])
    }
  })

  test('if two concurrent DELETE requests have the same tag, one returns 204, and the other returns 404', async () => {
    for (const record of await records()) {
      const { tag } = await read(record)
      const headers = { 'if-match': String(tag) }
      const answers = await Promise.all(
        [1, 2].map(() => api().ask(`/${record.type}/${record.id}`, { method: 'DELETE', headers })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404])
    }
  })

  test('if a change and a concurrent DELETE have the same tag, one succeeds, and the other returns 412 or 404', async () => {
    for (let round = 0; round < 3; round++) {
      for (const record of await records()) {
        const { tag } = await read(record)
        const headers = { 'if-match': String(tag) }
        const [changed, destroyed] = await Promise.all([
          patch(record, `r${round}`, headers),
          api().ask(`/${record.type}/${record.id}`, { method: 'DELETE', headers }),
        ])
        const isThere = (await read(record)).status === 200
        expect([changed.status, destroyed.status]).toEqual(isThere ? [200, 412] : [404, 204])
      }
    }
  })

  test('the tag of a response with includes is valid until an included record changes', async () => {
    const [, user] = await records()
    if (!user) throw new Error('There is a user.')
    const team = await types.prisma.team.create({ data: { name: `Team ${count}` } })
    await types.prisma.membership.create({ data: { userId: Number(user.id), teamId: team.id, role: 'r' } })
    const query = '?include=memberships'
    const { tag } = await read(user, query)
    const headers = { 'if-match': String(tag) }
    // A tag belongs to a URL: the record's own URL has a different tag.
    expect(errorsOf(await patch(user, 'one', headers))).toEqual(FAILED)
    const changed = await patch(user, 'one', headers, query)
    expect([changed.status, changed.tag]).toEqual([200, (await read(user, query)).tag])
    await types.prisma.membership.updateMany({ where: { userId: Number(user.id) }, data: { role: 's' } })
    expect(errorsOf(await patch(user, 'two', { 'if-match': String(changed.tag) }, query))).toEqual(FAILED)
  })

  test('If-Match: * returns 404 if the record does not exist', async () => {
    for (const record of await records()) {
      expect((await patch(record, 'any', { 'if-match': '*' })).status).toBe(200)
      for (const tag of ['*', '"x"']) {
        expect((await patch({ ...record, id: '99999' }, 'none', { 'if-match': tag })).status).toBe(404)
      }
    }
  })
})

// A transaction on SQLite locks the whole file, so no other write can happen in between.
describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'conditional/writes (26.4): concurrent writes on $name',
  (database) => {
    const types = taggedTypes(database)

    test('if a record is destroyed between the lookup and the comparison of its tag, the request returns 404, as without a condition', async () => {
      const document = await types.prisma.document.create({ data: { slug: 's', folder: 'f', title: 't' } })
      const path = `/documents/${document.id}`
      const { tag } = await tagged(types.resources()).ask(path)
      class Overtaken extends Controller {
        override async renderJsonapi(...of: Parameters<Controller['renderJsonapi']>): Promise<Response> {
          const isShown = this.actionName === 'show'
          if (isShown) await types.prisma.document.deleteMany({ where: { id: document.id } })
          return super.renderJsonapi(...of)
        }
      }
      const data = { type: 'documents', id: String(document.id), attributes: { folder: 'g' } }
      const answer = await tagged(types.resources(), { controller: Overtaken }).ask(path, {
        method: 'PATCH',
        headers: { 'if-match': String(tag) },
        data,
      })
      expect(errorsOf(answer)).toMatchObject([{ status: '404' }])
    })
  },
)

describe('conditional/writes (26.4 to 26.6): rejected writes, and who receives a tag', () => {
  const types = taggedTypes(sqlite)
  let count = 0
  const make = async () => {
    const user = await types.prisma.user.create({ data: { name: 'n', email: `n${++count}@example.org` } })
    return `/users/${user.id}`
  }
  const dataOf = (path: string, attributes: object) => ({ type: 'users', id: path.split('/')[2], attributes })

  test('a 412 takes precedence over invalid values, but not over missing permissions', async () => {
    const path = await make()
    class Guarded extends Controller {
      isEditor(): boolean {
        return this.request.headers.get('x-role') === 'editor'
      }
    }
    const resources = types.resources()
    resources['users']?.attribute('email', { type: 'string', format: 'email' })
    resources['users']?.actions({ show: true, update: 'isEditor', destroy: true })
    const api = tagged(resources, { controller: Guarded })
    const send = (headers: Readonly<Record<string, string>>) =>
      api.ask(path, { method: 'PATCH', headers, data: dataOf(path, { name: 'x'.repeat(3) }) })
    expect((await send({ 'if-match': '"x"' })).status).toBe(403)
    expect((await send({ 'if-match': '"x"', 'x-role': 'editor' })).status).toBe(412)
  })

  test('a user who may not read a record receives no tag for it', async () => {
    const path = await make()
    const { tag } = await tagged(types.resources()).ask(path)
    class Guarded extends Controller {
      isNobody(): boolean {
        return false
      }
    }
    const resources = types.resources()
    resources['users']?.actions({ show: 'isNobody', update: true, destroy: true })
    const api = tagged(resources, { controller: Guarded })
    const headers = { 'if-match': String(tag) }
    const answer = await api.ask(path, { method: 'PATCH', headers, data: dataOf(path, { name: 'm' }) })
    expect(errorsOf(answer)).toEqual(FAILED)
  })

  test('a condition on a response without a tag, or with an unsupported method, returns a 400 that names the header', async () => {
    const path = await make()
    const api = tagged(types.resources(), { operations: true })
    const linkage = { data: [] }
    const cases = [
      ['PATCH', path, 'if-none-match', '"x"'],
      ['DELETE', path, 'if-none-match', '*'],
      ['POST', '/users', 'if-match', '*'],
      ['POST', '/users', 'if-none-match', '*'],
      ['PATCH', `${path}/relationships/teams`, 'if-match', '"x"'],
      ['POST', `${path}/relationships/teams`, 'if-match', '"x"'],
      ['DELETE', `${path}/relationships/teams`, 'if-match', '*'],
      ['PATCH', path, 'if-match', 'x'],
      ['DELETE', path, 'if-match', '"x'],
    ] as const
    for (const [method, at, header, text] of cases) {
      types.operations.length = 0
      const answer = await api.ask(at, { method, headers: { [header]: text }, data: linkage })
      const source = { header: header === 'if-match' ? 'If-Match' : 'If-None-Match' }
      expect([method, at, errorsOf(answer)]).toEqual([
        method,
        at,
        [{ status: '400', code: 'invalid_parameter', source }],
      ])
      expect(types.operations).toEqual([])
    }
    const media = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'
    const headers = { 'content-type': media, accept: media, 'if-match': '"x"' }
    expect(errorsOf(await api.ask('/operations', { method: 'POST', headers, data: null }))).toMatchObject([
      { status: '400', source: { header: 'If-Match' } },
    ])
  })

  test("an application's custom `show` determines the record's ETag", async () => {
    const path = await make()
    class Shown extends Controller {
      override renderJsonapi(...of: Parameters<Controller['renderJsonapi']>): Promise<Response> {
        const [object, options] = of
        const isShown = this.actionName === 'show'
        return super.renderJsonapi(object, { ...options, ...(isShown && { headers: { etag: '"mine"' } }) })
      }
    }
    const api = tagged(types.resources(), { controller: Shown })
    const send = (tag: string) =>
      api.ask(path, { method: 'PATCH', headers: { 'if-match': tag }, data: dataOf(path, { name: 'm' }) })
    expect((await send('"other"')).status).toBe(412)
    const changed = await send('"mine"')
    expect([changed.status, changed.tag]).toEqual([200, '"mine"'])
  })
})

describe('conditional/writes (26.5): how a tag is compared', () => {
  const types = taggedTypes(sqlite)

  test('an update compares the version in its own statement, and requires one small read', async () => {
    const { id } = await types.prisma.document.create({ data: { slug: 'a', folder: 'f', title: 't' } })
    const api = tagged(types.resources())
    const { tag } = await api.ask(`/documents/${id}`)
    types.operations.length = 0
    const data = { type: 'documents', id: String(id), attributes: { folder: 'g' } }
    await api.ask(`/documents/${id}`, { method: 'PATCH', headers: { 'if-match': String(tag) }, data })
    expect(types.operations).toEqual([
      'Document.findMany', // the record
      'Document.findMany', // its key and its version
      'Document.updateMany', // if its version is still the one that was read
      'Document.findMany', // the updated record
      'Document.findMany', // the response
    ])
  })

  test('a destroy compares the version in an earlier statement, without a serializable transaction', async () => {
    const { id } = await types.prisma.document.create({ data: { slug: 'd', folder: 'f', title: 'd' } })
    const needs: unknown[] = []
    class Noting extends PrismaAdapter {
      override transaction<Result>(block: () => Promise<Result>, asked?: TransactionNeeds): Promise<Result> {
        needs.push(asked)
        return super.transaction(block, asked)
      }
    }
    const resources = types.resources()
    resources['documents']?.useAdapter(informed(new Noting(types.client)))
    const api = tagged(resources)
    const { tag } = await api.ask(`/documents/${id}`)
    types.operations.length = 0
    const headers = { 'if-match': String(tag) }
    expect((await api.ask(`/documents/${id}`, { method: 'DELETE', headers })).status).toBe(204)
    expect([needs, types.operations]).toEqual([
      [{ serializable: false, readsLatest: false, isOneStep: false }],
      [
        'Document.findMany', // the record
        'Document.findMany', // its key and its version
        'Document.updateMany', // if its version is still the one that was read
        'Document.delete',
      ],
    ])
  })

  test('with a conditional header, a conflict with a concurrent writer results in a 412 instead of a 409', async () => {
    const { id } = await types.prisma.document.create({ data: { slug: 'b', folder: 'f', title: 'u' } })
    const resources = types.resources()
    const { documents } = resources
    if (!documents) throw new Error('There are documents.')
    let isOvertaken = false
    class Overtaken extends documents {
      override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        // This simulates another writer that changes the record in between, so its version is no longer the one that
        // was read.
        if (isOvertaken) return super.update(parameters, parent)
        isOvertaken = true
        return super.update({ ...parameters, lockVersion: 99 }, parent)
      }
    }
    const api = tagged({ ...resources, documents: Overtaken })
    const { tag } = await api.ask(`/documents/${id}`)
    const data = { type: 'documents', id: String(id), attributes: { folder: 'g' } }
    const send = () =>
      api.ask(`/documents/${id}`, { method: 'PATCH', headers: { 'if-match': String(tag) }, data })
    // The write is retried, and finds the record unchanged.
    expect((await send()).status).toBe(200)
    expect(errorsOf(await send())).toEqual(FAILED)
  })
})
