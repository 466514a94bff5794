import { Resource } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { dice, SEED } from '../support/dice.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { linkage } from '../sideload/support.js'
import { informed } from '../support/facts.js'

describe.each(databases)('http/isolation: requests that must not affect each other, on $name', (database) => {
  const people = seededPeople(database)

  test('two concurrent requests have separate contexts (10.1)', async () => {
    const chance = dice(SEED)
    const seen: string[] = []
    const role = (context: unknown): string =>
      (context as { request: Request }).request.headers.get('x-role') ?? 'nobody'
    const { users, all } = people.resources
    class Users extends users {
      override async resolve(scope: unknown): Promise<object[]> {
        const before = role(this.context)
        await new Promise((resume) => setTimeout(resume, chance.upTo(5)))
        const records = await super.resolve(scope)
        seen.push(`${before} ${role(this.context)} ${this.contextNamespace}`)
        return records as object[]
      }
    }
    Users.extraField('reader', { value: async (_user, context) => role(context) })
    const api = serve([Users, ...all.filter((one) => one !== users)])
    const roles = Array.from({ length: 20 }, (_, index) => `role ${index}`)
    const answers = await Promise.all(
      roles.map((one) => api.get('/users?include=teams.users&extra_fields[users]=reader', { 'x-role': one })),
    )
    const readers = answers.map(({ body }) => {
      const { data, included: more } = body as { data: readonly Reader[]; included: readonly Reader[] }
      return [
        ...new Set(
          [...data, ...more]
            .filter(({ type }) => type === 'users')
            .map(({ attributes }) => attributes.reader),
        ),
      ]
    })
    expect(readers).toEqual(roles.map((one) => [one]))
    expect(new Set(seen)).toEqual(new Set(roles.map((one) => `${one} ${one} index`)))
  })

  test('a row that is deleted between the two queries of a sideload becomes null or is omitted from its list', async () => {
    const { users, teams, memberships, notes, all } = people.resources
    const vanishing = new Set([2])
    class Teams extends teams {
      override async resolve(scope: unknown): Promise<object[]> {
        const records = (await super.resolve(scope)) as { id: number }[]
        return records.filter(({ id }) => !vanishing.has(id))
      }
    }
    class Vanishing extends PrismaAdapter {
      override async read(...given: Parameters<PrismaAdapter['read']>): Promise<object[]> {
        const keys = await super.read(...given)
        if (given[1] === 'all') return keys
        return [...keys, ...keys.map((key) => ({ ...key, id: 1000 + Number((key as { id: number }).id) }))]
      }
    }
    const api = serve([Teams, ...all.filter((one) => one !== teams)])
    expect(linkage((await api.get('/memberships?include=team')).body, 'team')).toEqual({
      1: 1,
      2: null,
      3: null,
    })
    expect(linkage((await api.get('/users?include=teams')).body, 'teams')).toEqual({ 1: [1], 2: [], 3: [] })
    // The adapter returns keys of rows that no longer exist when the rows themselves are read.
    notes.useAdapter(informed(new Vanishing(people.prisma)))
    serve([users, notes, teams, memberships])
    const paged = await serve([users, notes, teams, memberships]).get(
      '/users?include=notes&page[notes][size]=4',
    )
    expect(linkage(paged.body, 'notes')).toEqual({ 1: [1, 3], 2: [], 3: [] })
  })

  test('a polluted Object.prototype grants no permissions', async () => {
    // Responses with data are tested on the in-memory adapter, because Prisma's own client fails in this case.
    const { api } = people
    const paths = [
      '/users?filter[isEditor]=1',
      '/polluted',
      '/users/1/polluted',
      '/users?include=polluted',
      '/users?stats[polluted]=count',
      '/users?sort=polluted',
    ]
    const ask = () =>
      Promise.all(paths.map(async (path) => ({ ...(await api.get(path)), headers: undefined })))
    const before = await ask()
    for (const [name, value] of Object.entries({
      polluted: 'yes',
      isEditor: true,
      secret: { eq: 1 },
      users: 1,
    })) {
      // oxlint-disable-next-line no-extend-native -- this is what the test is about
      Object.defineProperty(Object.prototype, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    try {
      expect(await ask()).toEqual(before)
    } finally {
      for (const name of ['polluted', 'isEditor', 'secret', 'users']) {
        Reflect.deleteProperty(Object.prototype, name)
      }
    }
    expect(before.map(({ status }) => status)).toEqual([400, 404, 404, 400, 400, 400])
  })

  test('no request changes the prototype of any object', async () => {
    const { api } = people
    for (const path of [
      '/users?filter[__proto__][polluted]=1',
      '/users?filter[constructor][prototype][polluted]=1',
      '/users?fields[__proto__]=polluted',
      '/users?page[__proto__][size]=1',
      '/users?stats[__proto__]=polluted',
      '/users?__proto__[polluted]=1',
      '/users?include=__proto__',
      '/users?sort=__proto__',
    ]) {
      expect((await api.get(path)).status).toBe(400)
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(Resource.prototype).not.toHaveProperty('polluted')
  })
})

interface Reader {
  readonly type: string
  readonly attributes: { readonly reader: string }
}
