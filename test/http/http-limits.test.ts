import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted } from '../support/counting.js'
import { anyDatabase, sqlite, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { people } from '../support/people.js'
import { controllerOf, serve, type Served } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'

const repeat = (count: number, of: (index: number) => string, by: string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(by)

describe('http/limits (17.1): each default limit at n - 1, n and n + 1', () => {
  let database: OpenDatabase<TypesClient>
  let operations: string[]
  let api: Served
  beforeAll(async () => {
    database = await sqlite.openTypes()
    const client = counted(database.prisma)
    operations = client.operations
    const resources = people(prismaAdapter(client.prisma))
    resources.users.maxPageSize(100)
    class Users extends controllerOf(resources.users) {
      async create(): Promise<Response> {
        return Response.json({ bytes: JSON.stringify(this.body).length })
      }
    }
    const { controllers } = serve(resources.all)
    api = serve(resources.all, { controllers: { ...controllers, users: Users }, parameters: ['p'] })
  })
  beforeEach(() => operations.splice(0))
  afterAll(() => database.close())

  test('a response has at most a hundred errors by default', async () => {
    const names = repeat(1500, (index) => `x${index}`, ',')
    for (const path of [`/nodes?sort=${names}`, `/nodes?fields[nodes]=${names}`]) {
      const { status, body } = await api.get(path)
      expect([status, (body as { errors: readonly unknown[] }).errors.length]).toEqual([400, 100])
    }
  })

  const statuses = async (paths: readonly string[]): Promise<readonly number[]> =>
    Promise.all(paths.map(async (path) => (await api.get(path)).status))
  const around = (limit: number): readonly number[] => [limit - 1, limit, limit + 1]

  test('a URL is limited to 8192 bytes', async () => {
    const start = '/users?filter[name]='
    const fill = (count: number) => start + 'a'.repeat(count - `http://test.example${start}`.length)
    expect(await statuses(around(8192).map(fill))).toEqual([200, 200, 414])
    const answer = await api.get(fill(8193))
    expect(answer.body).toMatchObject({ errors: [{ status: '414', code: 'uri_too_long' }] })
  })

  test('a request has at most 100 parameters', async () => {
    expect(
      await statuses(around(100).map((count) => `/users?${repeat(count, (index) => `p[a${index}]=1`, '&')}`)),
    ).toEqual([200, 200, 400])
  })

  test('a list in a filter has at most 200 values', async () => {
    expect(
      await statuses(around(200).map((count) => `/users?filter[id]=${repeat(count, String, ',')}`)),
    ).toEqual([200, 200, 400])
  })

  test('the include depth is at most 3 by default', async () => {
    const path = (count: number) => `/nodes?include=${repeat(count, () => 'children', '.')}`
    expect(await statuses(around(3).map(path))).toEqual([200, 200, 400])
  })

  test('a request has at most 20 include paths, including their prefixes', async () => {
    const paths = ['parent', 'children', 'first'].flatMap((one) => [
      one,
      ...['parent', 'children', 'first'].flatMap((two) => [`${one}.${two}`, `${one}.${two}.parent`]),
    ])
    const served = (count: number) => `/nodes?include=${paths.slice(0, count).join(',')}`
    expect(paths).toHaveLength(21)
    expect(await statuses(around(20).map(served))).toEqual([200, 200, 400])
  })

  test('the page size is at most the maximum that the resource declares', async () => {
    expect(await statuses(around(100).map((count) => `/users?page[size]=${count}`))).toEqual([200, 200, 400])
    expect(await statuses(around(1000).map((count) => `/teams?page[size]=${count}`))).toEqual([200, 200, 400])
  })

  const post = (body: string) =>
    api.fetch('/users', { method: 'POST', body, headers: { 'content-type': 'application/vnd.api+json' } })

  test('a body is limited to 1 MB', async () => {
    const bodies = around(1_048_576).map((size) => `"${'a'.repeat(size - 2)}"`)
    const answers = await Promise.all(bodies.map(post))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 413])
    expect(answers[2]?.body).toMatchObject({ errors: [{ code: 'content_too_large' }] })
  })

  test('a body is at most 32 levels deep', async () => {
    const answers = await Promise.all(around(32).map((depth) => post('['.repeat(depth) + ']'.repeat(depth))))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
    expect((await post('['.repeat(500_000))).status).toBe(400)
  })

  test('a rejected request runs no query', async () => {
    await statuses([
      '/users?page[size]=101',
      `/users?filter[id]=${repeat(201, String, ',')}`,
      '/nodes?include=a.b.c.d',
    ])
    expect(operations).toEqual([])
  })
})

describe.each(anyDatabase)(
  'http/limits: filters with more values than the store accepts as parameters on $name',
  ({ openTypes }) => {
    test('filters with too many values return records or a 400, but never a 500', async () => {
      const database = await openTypes()
      const api = serve(people(prismaAdapter(database.prisma)).all)
      const values = (start: number) => repeat(200, (index) => String(start + index), ',')
      const group = repeat(9, (index) => `filter[or][${index}][position]=${values(index * 200)}`, '&')
      const { status } = await api.get(`/nodes?${group}`)
      expect([200, 400]).toContain(status)
      await database.close()
    })
  },
)
