import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FRAMEWORKS, type Listening } from '../http/support/frameworks.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { serveWrites } from '../write/support/serve.js'
import { typesResources } from '../write/support/types.js'

const JSONAPI = 'application/vnd.api+json'

/**
 * Strings that end a literal or begin a statement. Each contains a word that the statements are searched for.
 */
const HOSTILE = [
  `mark' OR '1'='1`,
  `mark" OR 1=1 --`,
  'mark`; DROP TABLE `User`; --',
  `mark\\' OR 1=1 -- `,
  `mark'); DELETE FROM "User"; --`,
  'mark ${1+1} #{1+1} {{1+1}} $1 ? :name',
]

describe.each(databases)('security/injection (18.1, 18.4): hostile values on $name', (database) => {
  const statements: string[] = []
  let store: OpenDatabase<TypesClient>
  let server: Listening

  beforeAll(async () => {
    store = await database.openTypes({ onQuery: (sql) => statements.push(sql) })
    const { users } = typesResources(prismaAdapter(store.prisma))
    if (!users) throw new Error('There are users.')
    users.config.sideloads.clear()
    users.allowStat({ name: ['count'] })
    const [[, serve] = []] = FRAMEWORKS
    if (!serve) throw new Error('There is a framework.')
    server = await serve(serveWrites({ users }).api)
  })
  afterAll(async () => {
    await server.close()
    await store.close()
  })

  test.each(HOSTILE)(
    'hostile text is always sent as a value and never becomes part of a statement: %s',
    async (text) => {
      await store.prisma.user.deleteMany()
      await store.prisma.user.create({ data: { name: 'other', email: 'other' } })
      statements.length = 0
      const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
        const response = await fetch(`${server.url}${path}`, init)
        return [response.status, JSON.parse(await response.text())]
      }
      const attributes = { name: text, email: text }
      const created = await ask('/users', {
        method: 'POST',
        headers: { 'content-type': JSONAPI },
        body: JSON.stringify({ data: { type: 'users', attributes } }),
      })
      const record = { type: 'users', attributes }
      expect(created).toMatchObject([201, { data: record }])
      const value = encodeURIComponent(text)
      for (const operator of ['', '[eq]', '[prefix]', '[suffix]', '[contains]']) {
        const found = await ask(`/users?filter[name]${operator}=${value}&stats[total]=count`)
        expect(found).toMatchObject([200, { data: [record], meta: { stats: { total: { count: 1 } } } }])
      }
      expect(await ask(`/users?filter[name][not_eq]=${value}`)).toMatchObject([
        200,
        { data: [{ attributes: { name: 'other' } }] },
      ])
      const refused = [
        `/users/${value}`,
        `/users?sort=${value}`,
        `/users?filter[${value}]=x`,
        `/users?filter[name][${value}]=x`,
        `/users?fields[users]=${value}`,
        `/users?include=${value}`,
        `/users?page[size]=${value}`,
        `/users?page[number]=${value}`,
        `/users?page[after]=${value}`,
        `/users?stats[${value}]=count`,
        `/users?stats[name]=${value}`,
        `/users?filter[id]=${value}`,
      ]
      for (const path of refused) {
        const [status] = (await ask(path)) as [number, unknown]
        expect([path, [400, 404].includes(status)]).toEqual([path, true])
      }
      expect(statements.filter((sql) => sql.includes('mark'))).toEqual([])
      expect(await store.prisma.user.count()).toBe(2)
    },
  )
})
