import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counted } from '../support/counting.js'
import { keyedDatabases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { people } from '../support/people.js'
import { serve, type Served } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'
import { isOtherEngine } from '../support/engine.js'

const USERS = 1200
const TEAMS = 60

/** The teams of a user: usually two, one for every third user, and none for every tenth. */
const teamsOf = (user: number): readonly number[] =>
  user % 10 === 0
    ? []
    : user % 3 === 0
      ? [(user % TEAMS) + 1]
      : [(user % TEAMS) + 1, ((user + 7) % TEAMS) + 1]

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

const countsOf = (operations: readonly string[]): Readonly<{ [operation: string]: number }> =>
  Object.fromEntries(
    [...new Set(operations)].map((one) => [one, operations.filter((other) => other === one).length]),
  )

interface Record {
  readonly type: string
  readonly id: string
  readonly relationships: { readonly [name: string]: { readonly data?: readonly { readonly id: string }[] } }
}

const idsOf = (record: Record, name: string): number[] | undefined =>
  record.relationships[name]?.data?.map(({ id }) => Number(id))

/**
 * Prisma runs one operation for each path, or one for each type of a polymorphic path. A many-to-many needs
 * two statements: the related rows, and their parents. A list of keys is split only if it exceeds the number
 * of parameters that the store accepts (of SQLite's 999, 750 are for keys), because Prisma rejects a longer
 * list with an order.
 */
describe.each(keyedDatabases)(
  'sideload/counts (9.4): the number of queries on $title',
  ({ name, key, openTypes }) => {
    const columns = key === 'single' ? 1 : 2
    const pieces = (keys: number, of = columns): number =>
      name === 'sqlite' && !isOtherEngine() ? Math.ceil((keys * of) / 750) : 1
    let database: OpenDatabase<TypesClient>
    let statements: string[]
    let operations: string[]
    let api: Served
    beforeAll(async () => {
      statements = []
      database = await openTypes({ onQuery: (sql) => statements.push(sql) })
      const { prisma } = database
      await prisma.user.createMany({
        data: numbers(USERS).map((id) => ({ id, name: `User ${id}`, email: `u${id}@example.org` })),
      })
      await prisma.team.createMany({ data: numbers(TEAMS).map((id) => ({ id, name: `Team ${id}` })) })
      await prisma.membership.createMany({
        data: numbers(USERS).flatMap((userId) => teamsOf(userId).map((teamId) => ({ userId, teamId }))),
      })
      await prisma.note.createMany({
        data: numbers(USERS).map((ownerId) => ({ body: 'a note', ownerType: 'User', ownerId })),
      })
      const client = counted(prisma)
      operations = client.operations
      const resources = people(prismaAdapter(client.prisma))
      resources.users.maxPageSize(5000)
      api = serve(resources.all)
    })
    afterAll(() => database.close())

    test.each([1, 2, 20, 100, 750, 751, 1200])(
      'with %i parents, the queries depend only on the include paths',
      async (count) => {
        operations.splice(0)
        const { status, body } = await api.get(
          `/users?include=teams,memberships.team,notes.owner&page[size]=${count}`,
        )
        expect(status).toBe(200)
        expect(countsOf(operations)).toEqual({
          'Membership.findMany': pieces(count),
          'Note.findMany': pieces(count, 1),
          'Team.findMany': pieces(count) + 1,
          'User.findMany': 1 + pieces(count, 1),
        })
        const { data } = body as { data: readonly Record[] }
        expect(data.map((user) => idsOf(user, 'teams'))).toEqual(
          numbers(count).map((user) => teamsOf(user).toSorted((a, b) => a - b)),
        )
        expect(data.map((user) => idsOf(user, 'memberships')?.length)).toEqual(
          numbers(count).map((user) => teamsOf(user).length),
        )
      },
    )

    test('a read with 2 parents runs as many statements as a read with 100 parents', async () => {
      const statementsFor = async (count: number): Promise<number> => {
        statements.splice(0)
        await api.get(`/users?include=teams,memberships,notes&page[size]=${count}`)
        return statements.filter((sql) => /^\s*select/i.test(sql)).length
      }
      const two = await statementsFor(2)
      expect(await statementsFor(100)).toBe(two)
      // The users, the memberships, the notes, and two statements for the teams: the rows, and their users.
      expect(two).toBe(5)
    })

    test("a sideload keeps its order if its keys exceed the store's limit", async () => {
      const { status, body } = await api.get(
        `/teams?include=users&page[size]=1000&sort=-users.name&fields[users]=name&fields[teams]=users`,
      )
      const { data } = body as { data: readonly Record[] }
      expect(status === 200 ? status : body).toBe(200)
      const members = (team: number): number[] =>
        numbers(USERS).filter((user) => teamsOf(user).includes(team))
      expect(data.map((team) => idsOf(team, 'users'))).toEqual(
        numbers(TEAMS).map((team) => members(team).toSorted((a, b) => (`${a}` < `${b}` ? 1 : -1))),
      )
      const notes = await api.get(`/users?include=notes&page[size]=5000&sort=id,-notes.id`)
      expect((notes.body as { data: readonly Record[] }).data.map((user) => idsOf(user, 'notes'))).toEqual(
        numbers(USERS).map((user) => [user]),
      )
    })

    test('a page for each parent can have more children than the number of keys that the store allows', async () => {
      const { body } = await api.get('/teams?include=users&page[size]=1000&page[users][size]=2')
      const members = (team: number): number[] =>
        numbers(USERS).filter((user) => teamsOf(user).includes(team))
      expect((body as { data: readonly Record[] }).data.map((team) => idsOf(team, 'users'))).toEqual(
        numbers(TEAMS).map((team) => members(team).slice(0, 2)),
      )
    })

    test('a page for each parent keeps its order, with two queries', async () => {
      operations.splice(0)
      const { body } = await api.get(
        `/users?include=teams&page[size]=5000&page[teams][size]=1&sort=id,-teams.id`,
      )
      expect(countsOf(operations)).toEqual({ 'User.findMany': 1, 'Team.findMany': 2 * pieces(USERS) })
      expect((body as { data: readonly Record[] }).data.map((user) => idsOf(user, 'teams'))).toEqual(
        numbers(USERS).map((user) =>
          teamsOf(user)
            .toSorted((a, b) => b - a)
            .slice(0, 1),
        ),
      )
    })
  },
)
