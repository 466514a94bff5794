import { type Api, type ResourceClass } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { apiOf } from '../support/api-of.js'
import { narrowed } from '../support/scopes.js'

const JSONAPI = 'application/vnd.api+json'

interface Entry {
  readonly type: 'users' | 'teams'
  readonly id: string
  readonly method?: string
}

/** The effect of a write on each record that it names. */
type Way = 'update' | 'associate' | 'disassociate'

const entry = (type: Entry['type'], way: Way, id: number): Entry => ({
  type,
  id: String(id),
  ...(way !== 'associate' && { method: way }),
})
const users = (way: Way, ...ids: number[]) => ids.map((id) => entry('users', way, id))
const teams = (way: Way, ...ids: number[]) => ids.map((id) => entry('teams', way, id))

/** A write to a user's teams that also writes to the users of these teams. */
const nested = (data: readonly Entry[], below: Readonly<Record<number, readonly Entry[]>>) => ({
  data: { type: 'users', id: '3', relationships: { teams: { data } } },
  included: Object.entries(below).map(([id, members]) => ({
    type: 'teams',
    id,
    relationships: { users: { data: members } },
  })),
})

describe.each(databases)(
  'policies/join-queries (14.10, 14.16): queries for join policies, on $name',
  (database) => {
    const people = seededPeople(database)
    let api: Api

    const serve = (): void => {
      const { all } = people.resources
      api = apiOf(ActionsController, all)
    }
    /** Sets the scopes of memberships, given their conditions. */
    const scoped = (scopes: Readonly<Record<string, object>>): void => {
      const functions = Object.entries(scopes).map(([policy, condition]) => [
        policy,
        (scope: unknown): unknown => narrowed(scope, condition),
      ])
      ;(people.resources.memberships as ResourceClass).scopes(Object.fromEntries(functions))
      serve()
    }
    beforeEach(async () => {
      serve()
      await people.prisma.membership.deleteMany({})
      await people.prisma.membership.createMany({
        data: [
          { id: 101, userId: 1, teamId: 1, role: 'owner' },
          { id: 102, userId: 1, teamId: 2 },
          { id: 103, userId: 2, teamId: 2 },
        ],
      })
    })

    const patch = async (path: string, body: object): Promise<number> => {
      const init = { method: 'PATCH', body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
      return (await api.fetch(new Request(`http://test.example${path}`, init))).status
    }
    const memberships = async (): Promise<readonly string[]> => {
      const rows = await people.prisma.membership.findMany({
        orderBy: [{ userId: 'asc' }, { teamId: 'asc' }],
      })
      return rows.map(({ userId, teamId }) => `${userId} ${teamId}`)
    }
    /**
     * The number of additional queries that scopes cause in a write. The effects of the writes without scopes are
     * undone.
     */
    const moreBy = async (scopes: Readonly<Record<string, object>>, body: object): Promise<number> => {
      const rows = await people.prisma.membership.findMany()
      // A client's first transaction asks MariaDB for its timeouts, and the first lock asks for the table's name.
      expect(await patch('/users/3', body)).toBe(200)
      await people.prisma.membership.deleteMany({})
      await people.prisma.membership.createMany({ data: rows })
      const begun = people.operations.length
      expect(await patch('/users/3', body)).toBe(200)
      const without = people.operations.length - begun
      await people.prisma.membership.deleteMany({})
      await people.prisma.membership.createMany({ data: rows })
      scoped(scopes)
      expect(await patch('/users/3', body)).toBe(200)
      return people.operations.length - begun - 2 * without
    }

    test('the response to a write hides a link if the viewer may not read its row in the join', async () => {
      const linked = async (): Promise<unknown> => {
        const data = { type: 'users', id: '3', relationships: { teams: { data: teams('associate', 1) } } }
        const init = { method: 'PATCH', body: JSON.stringify({ data }), headers: { 'content-type': JSONAPI } }
        const response = await api.fetch(new Request('http://api.test/users/3', init))
        const { data: written } = (await response.json()) as {
          data: { relationships: { teams: { data: unknown } } }
        }
        return written.relationships.teams.data
      }
      scoped({ read: { role: 'owner' }, create: { id: { gt: 0 } } })
      expect(await linked()).toEqual([])
      await people.prisma.membership.updateMany({ where: { userId: 3 }, data: { role: 'owner' } })
      expect(await linked()).toEqual([{ type: 'teams', id: '1' }])
    })

    test('a write that links through several relationships checks all links of a join together', async () => {
      const body = nested(teams('associate', 1, 3), { 1: users('associate', 1, 2, 3) })
      expect(await moreBy({ create: { userId: { gt: 0 } } }, body)).toBe(1)
      expect(await memberships()).toEqual(['1 1', '1 2', '2 1', '2 2', '3 1', '3 3'])
    })

    test('a write that unlinks through several relationships checks all links of a join together', async () => {
      await people.prisma.membership.create({ data: { id: 104, userId: 3, teamId: 1 } })
      await people.prisma.membership.create({ data: { id: 105, userId: 3, teamId: 2 } })
      const body = nested(teams('update', 1, 2), {
        1: users('disassociate', 1),
        2: users('disassociate', 1, 2),
      })
      expect(await moreBy({ destroy: { userId: { gt: 0 } } }, body)).toBe(1)
      expect(await memberships()).toEqual(['3 1', '3 2'])
    })

    test('a write that links and unlinks pairs of a join is checked before and after it writes, because no pair exists at both times', async () => {
      const body = nested(teams('associate', 2, 3), { 2: users('associate', 2, 3) })
      expect(await moreBy({ create: { userId: { gt: 0 } }, destroy: { userId: { gt: 0 } } }, body)).toBe(2)
      expect(await memberships()).toEqual(['1 1', '2 2', '3 2', '3 3'])
    })

    test('a pair of a join is checked in the same way, whichever side writes it', async () => {
      // User 3 may be linked to team 2, and team 3 to user 2. The two pairs must not be confused.
      scoped({ create: { NOT: { userId: 2, teamId: 3 } } })
      const body = nested(teams('associate', 2, 3), { 3: users('associate', 2, 3) })
      expect(await patch('/users/3', body)).toBe(403)
      expect(await memberships()).toEqual(['1 1', '1 2', '2 2'])
      const other = nested(teams('associate', 2, 3), { 3: users('associate', 1, 3) })
      expect(await patch('/users/3', other)).toBe(200)
      expect(await memberships()).toEqual(['1 1', '1 2', '1 3', '2 2', '3 2', '3 3'])
    })

    test('join rows that the same write updates are checked by their own policies', async () => {
      scoped({ create: { teamId: { not: 1 } }, updated: { role: 'owner' } })
      const body = (role: string, team: number) => ({
        data: {
          type: 'memberships',
          id: '103',
          attributes: { role },
          relationships: { user: { data: { type: 'users', id: '2' } } },
        },
        included: [
          { type: 'users', id: '2', relationships: { teams: { data: teams('associate', 2, team) } } },
        ],
      })
      expect(await patch('/memberships/103', body('member', 3))).toBe(403)
      expect(await patch('/memberships/103', body('owner', 1))).toBe(403)
      expect(await memberships()).toEqual(['1 1', '1 2', '2 2'])
      expect(await patch('/memberships/103', body('owner', 3))).toBe(200)
      expect(await memberships()).toEqual(['1 1', '1 2', '2 2', '2 3'])
    })
  },
)
