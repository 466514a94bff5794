import { Controller, type RenderOptions, type ResourceClass } from '@jsonapi-gen/runtime'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyedDatabases, sqlite } from '../support/databases.js'
import { errorsOf, type TaggedApi, tagged, taggedTypes } from './support/served.js'

const VERSION_TAG = /^"v\.[\w-]{22}"$/
const BODY_TAG = /^"b\.[\w-]{22}"$/

describe('conditional/reads (26.1, 26.2, 26.3): responses that the client already has', () => {
  const types = taggedTypes(sqlite)
  let api: TaggedApi
  let document: string
  let user: string
  beforeAll(async () => {
    api = tagged(types.resources())
    const { id } = await types.prisma.document.create({ data: { slug: 'a', folder: 'f', title: 't' } })
    document = `/documents/${id}`
    const made = await types.prisma.user.create({ data: { name: 'Ada', email: 'ada@example.org' } })
    await types.prisma.user.create({ data: { name: 'Ben', email: 'ben@example.org' } })
    const team = await types.prisma.team.create({ data: { name: 'Team' } })
    await types.prisma.membership.create({ data: { userId: made.id, teamId: team.id, role: 'r' } })
    user = `/users/${made.id}`
  })
  const known = (path: string, tag: string | null, method = 'GET') =>
    api.ask(path, { method, headers: { 'if-none-match': tag ?? '' } })

  test('a request for a record with a version returns 304 based on its key and version, without reading the record', async () => {
    const first = await api.ask(document)
    expect([first.status, first.tag]).toEqual([200, expect.stringMatching(VERSION_TAG)])
    types.operations.length = 0
    const again = await known(document, first.tag)
    expect([again.status, again.tag, again.body]).toEqual([304, first.tag, undefined])
    expect(types.operations).toEqual(['Document.findMany'])
    await types.prisma.document.update({
      where: { id: Number(document.split('/')[2]) },
      data: { title: 'u', lockVersion: { increment: 1 } },
    })
    const changed = await known(document, first.tag)
    expect([changed.status, changed.tag === first.tag]).toEqual([200, false])
  })

  test('for a record with a version, only the columns that form the tag are read', async () => {
    const { tag } = await api.ask(document)
    const log: object[] = []
    const traced = tagged(types.resources(), {
      traceQuery: (query, run) => {
        log.push(query)
        return run()
      },
    })
    await traced.ask(document, { headers: { 'if-none-match': tag ?? '' } })
    expect(log).toEqual([{ resource: 'documents', path: '', operation: 'keys' }])
    await traced.ask(document, { headers: { 'if-none-match': '"other"' } })
    expect(log.slice(1)).toEqual([
      { resource: 'documents', path: '', operation: 'keys' },
      { resource: 'documents', path: '', operation: 'resolve' },
    ])
  })

  test('without a version, the entity tag is computed from the body, also with includes and for a related record', async () => {
    const paths = [user, `${user}?include=memberships`, `${user}/membership`, '/memberships/1/user']
    for (const path of paths) {
      const first = await api.ask(path)
      expect([path, first.status, first.tag]).toEqual([path, 200, expect.stringMatching(BODY_TAG)])
      expect((await api.ask(path)).tag).toBe(first.tag)
      expect((await known(path, first.tag)).status).toBe(304)
    }
    const before = await api.ask(`${user}?include=memberships`)
    await types.prisma.membership.updateMany({ data: { role: 'other' } })
    expect((await known(`${user}?include=memberships`, before.tag)).status).toBe(200)
  })

  test('the response for a missing related record has a tag, but responses with lists and linkage do not', async () => {
    const none = await api.ask('/users/2/membership')
    expect([none.body, none.tag]).toEqual([
      { jsonapi: { version: '1.1' }, links: expect.anything(), data: null },
      expect.stringMatching(BODY_TAG),
    ])
    for (const path of ['/users', `${user}/memberships`, `${user}/relationships/membership`]) {
      expect([path, (await api.ask(path)).tag]).toEqual([path, null])
    }
  })

  test('each URL has its own tag, which depends on the fields, the query and the records', async () => {
    const second = await types.prisma.document.create({ data: { slug: 'b', folder: 'f', title: 't' } })
    const paths = [
      document,
      `/documents/${second.id}`,
      `${document}?fields[documents]=title`,
      `${document}?fields[documents]=title,folder`,
      `${document}?fields[documents]=`,
    ]
    const tags = []
    for (const path of paths) tags.push((await api.ask(path)).tag)
    expect(new Set(tags).size).toBe(paths.length)
    for (const tag of tags.slice(1)) expect((await known(document, tag)).status).toBe(200)
  })

  test('HEAD returns the same tag and status as GET', async () => {
    for (const path of [document, user]) {
      const { tag } = await api.ask(path)
      const head = await api.ask(path, { method: 'HEAD' })
      expect([head.status, head.tag, head.body]).toEqual([200, tag, undefined])
      expect((await known(path, tag, 'HEAD')).status).toBe(304)
    }
  })

  test('conditional headers with lists, weak tags and * are evaluated as HTTP requires', async () => {
    for (const path of [document, user]) {
      const { tag } = await api.ask(path)
      const same = ['*', ` ${tag} `, `W/${tag}`, `"x", ${tag}`, `"a,b",,W/"x" ,W/${tag},`]
      for (const text of same) expect([text, (await known(path, text)).status]).toEqual([text, 304])
      const other = ['"x"', '""', `"W/${tag?.slice(1)}`, 'W/"x", "y"']
      for (const text of other) expect([text, (await known(path, text)).status]).toEqual([text, 200])
    }
  })

  test("a 304 has the document's headers, except headers about the body", async () => {
    for (const path of [document, user]) {
      const first = await api.ask(path)
      const again = await known(path, first.tag)
      expect(Object.fromEntries(again.headers)).toEqual({
        'cache-control': 'private, no-cache',
        etag: first.tag,
        vary: 'Accept',
      })
    }
  })

  test.each(['x', '"x', 'W/x', '"a" "b"', '*, "a"', '"a", b', '', ',', 'w/"x"', '"a"\t"b"'])(
    'If-None-Match: %s returns a 400 that names the header, before any query (18.2)',
    async (text) => {
      types.operations.length = 0
      const answer = await known(document, text)
      expect([errorsOf(answer), types.operations]).toEqual([
        [{ status: '400', code: 'invalid_parameter', source: { header: 'If-None-Match' } }],
        [],
      ])
    },
  )

  test('If-Match on a GET returns 412 if the record has a different tag', async () => {
    for (const path of [document, user]) {
      const { tag } = await api.ask(path)
      const matching = (text: string) => api.ask(path, { headers: { 'if-match': text } })
      expect([(await matching(`"x", ${tag}`)).status, (await matching('*')).status]).toEqual([200, 200])
      for (const text of ['"x"', `W/${tag}`]) {
        expect(errorsOf(await matching(text))).toEqual([
          { status: '412', code: 'precondition_failed', source: { header: 'If-Match' } },
        ])
      }
      // If-Match is evaluated first.
      const both = { 'if-match': '"x"', 'if-none-match': String(tag) }
      expect((await api.ask(path, { headers: both })).status).toBe(412)
    }
  })

  test('missing records and invalid queries return the same response as without a condition', async () => {
    for (const headers of [{ 'if-none-match': '*' }, { 'if-match': '"x"' }, { 'if-match': '*' }]) {
      for (const path of ['/documents/9999', '/users/9999', '/documents/x', `${document}?page[size]=1`]) {
        const plain = await api.ask(path)
        const conditional = await api.ask(path, { headers })
        expect([conditional.status, conditional.body]).toEqual([plain.status, plain.body])
      }
    }
  })

  test('a response with a query log has no tag', async () => {
    const logged = tagged(types.resources(), { queryLog: () => true })
    for (const path of [document, user]) expect((await logged.ask(path)).tag).toBeNull()
  })

  test('a tag and a Cache-Control set by the application replace the built-in headers', async () => {
    class Own extends Controller {
      override defaultJsonapiRenderOptions(): RenderOptions {
        return { headers: { ETag: 'W/"mine"', 'Cache-Control': 'max-age=5', Vary: 'Origin' } }
      }
    }
    const own = tagged(types.resources(), { controller: Own })
    for (const path of [document, user]) {
      const first = await own.ask(path)
      expect([first.tag, first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
        'W/"mine"',
        'max-age=5',
        'Origin, Accept',
      ])
      expect((await own.ask(path, { headers: { 'if-none-match': '"mine"' } })).status).toBe(304)
      expect((await own.ask(path, { headers: { 'if-match': 'W/"mine"' } })).status).toBe(412)
    }
  })
})

describe('conditional/reads (26.2, 14.10): data that a user may not see', () => {
  const types = taggedTypes(sqlite)
  let document: string
  beforeAll(async () => {
    const { id } = await types.prisma.document.create({ data: { slug: 'a', folder: 'f', title: 't' } })
    document = `/documents/${id}`
  })
  class Viewers extends Controller {
    isEditor(): boolean {
      return this.request.headers.get('x-role') === 'editor'
    }
  }
  const EDITOR = { 'x-role': 'editor' }
  /** Serves documents with additional declarations. */
  const served = (declare: (documents: ResourceClass) => void) => {
    const resources = types.resources()
    const { documents } = resources
    if (!documents) throw new Error('There are documents.')
    declare(documents)
    return tagged(resources, { controller: Viewers })
  }

  test('two users who may read different fields have different tags', async () => {
    const api = served((documents) => documents.attribute('title', { type: 'string', readable: 'isEditor' }))
    const [one, other] = [await api.ask(document), await api.ask(document, { headers: EDITOR })]
    expect([one.tag, other.tag]).toEqual([
      expect.stringMatching(VERSION_TAG),
      expect.stringMatching(VERSION_TAG),
    ])
    expect(one.tag).not.toBe(other.tag)
    const headers = { ...EDITOR, 'if-none-match': one.tag ?? '' }
    expect((await api.ask(document, { headers })).status).toBe(200)
  })

  test("a version that a user may not read is not part of the user's tags", async () => {
    const api = served((documents) =>
      documents.attribute('lockVersion', { type: 'integer', readable: 'isEditor', writable: false }),
    )
    const [one, editor] = [await api.ask(document), await api.ask(document, { headers: EDITOR })]
    expect([one.tag, editor.tag]).toEqual([
      expect.stringMatching(BODY_TAG),
      expect.stringMatching(VERSION_TAG),
    ])
    await types.prisma.document.updateMany({ data: { lockVersion: { increment: 1 } } })
    expect((await api.ask(document)).tag).toBe(one.tag)
  })

  test('a version that a user may not read is an unknown attribute, whether it is current or stale (7.3)', async () => {
    const api = served((documents) =>
      documents.attribute('lockVersion', { type: 'integer', readable: 'isEditor', writable: false }),
    )
    const { lockVersion } = await types.prisma.document.findFirstOrThrow()
    const told = [lockVersion, lockVersion + 1, 'x', null].map(async (given) => {
      const data = { type: 'documents', id: document.split('/').at(-1), attributes: { lockVersion: given } }
      const { status, body } = await api.ask(document, { method: 'PATCH', data })
      return { status, body }
    })
    const [first, ...others] = await Promise.all(told)
    expect(first?.status).toBe(400)
    expect(others).toEqual([first, first, first])
    const data = { type: 'documents', id: document.split('/').at(-1), attributes: { lockVersion } }
    expect((await api.ask(document, { method: 'PATCH', data, headers: EDITOR })).status).toBe(200)
  })

  test('the entity tag is computed from the body if the version does not cover extra fields, computed fields or an overridden resolve', async () => {
    const extra = served((documents) => documents.extraField('length', { value: () => 1 }))
    expect((await extra.ask(`${document}?extra_fields[documents]=length`)).tag).toMatch(BODY_TAG)
    expect((await extra.ask(document)).tag).toMatch(VERSION_TAG)
    const computed = served((documents) => documents.attribute('size', { type: 'integer', writable: false }))
    expect((await computed.ask(document)).tag).toMatch(BODY_TAG)
    expect((await computed.ask(`${document}?fields[documents]=title`)).tag).toMatch(VERSION_TAG)
    const resources = types.resources()
    const { documents } = resources
    if (!documents) throw new Error('There are documents.')
    class Resolved extends documents {
      override resolve(scope: unknown) {
        return super.resolve(scope)
      }
    }
    const own = tagged({ ...resources, documents: Resolved })
    expect((await own.ask(document)).tag).toMatch(BODY_TAG)
  })

  test('requests for a hidden record and for a missing record return the same response, with any conditional header', async () => {
    const shown = served(() => undefined)
    const { tag } = await shown.ask(document)
    const hidden = served((documents) => documents.defaultFilter('folder', { eq: 'other' }))
    for (const condition of [
      { 'if-none-match': tag ?? '' },
      { 'if-none-match': '*' },
      { 'if-match': '"x"' },
    ]) {
      const [one, other] = [
        await hidden.ask(document, { headers: condition }),
        await hidden.ask('/documents/99', { headers: condition }),
      ]
      const text = (answer: unknown): string =>
        JSON.stringify(answer).replaceAll('99', document.split('/')[2] ?? '')
      expect([one.status, text(one.body)]).toEqual([404, text(other.body)])
      expect([...one.headers]).toEqual([...other.headers])
    }
  })
})

describe.each(keyedDatabases.filter(({ name }) => name === 'sqlite'))(
  'conditional/reads (26.1, 26.4, 22.2): entity tags for each kind of key, $title',
  (database) => {
    const types = taggedTypes(database)

    test('a tag derived from an id is recognized, and permits one write', async () => {
      const made = await types.prisma.user.create({ data: { name: 'Ada', email: 'ada@example.org' } })
      const path = `/users/${made.id}`
      const api = tagged(types.resources())
      const { tag } = await api.ask(path)
      expect((await api.ask(path, { headers: { 'if-none-match': String(tag) } })).status).toBe(304)
      const send = () =>
        api.ask(path, {
          method: 'PATCH',
          headers: { 'if-match': String(tag) },
          data: { type: 'users', id: String(made.id), attributes: { name: 'Eda' } },
        })
      expect([(await send()).status, (await send()).status]).toEqual([200, 412])
    })
  },
)
