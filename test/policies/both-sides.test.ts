import { type Api, type ResourceClass } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { apiOf } from '../support/api-of.js'
import { narrowed } from '../support/scopes.js'

const JSONAPI = 'application/vnd.api+json'

interface Locals {
  readonly role: 'member' | 'admin'
}

class ApplicationController extends ActionsController<Locals> {
  isAdmin(): boolean {
    return this.locals.role === 'admin'
  }
  isAnybody(): boolean {
    return true
  }
}

interface Answer {
  readonly status: number
  readonly document: {
    readonly data?: unknown
    readonly included?: readonly { readonly type: string; readonly id: string }[]
    readonly errors?: readonly { readonly detail: string; readonly source?: object }[]
  }
}

describe.each(databases)(
  'policies/both-sides (14.16): the two sides of a relationship on $name',
  (database) => {
    const people = seededPeople(database)
    let served: Api<Locals> | undefined

    beforeEach(() => {
      served = undefined
      const { users, teams } = people.resources
      users.allowFilter('memberships.role', { type: 'string' })
      users.allowFilter('teams.name')
      teams.allowFilter('users.name')
    })

    /** The first request creates the API, so that a test can first make its declarations. */
    const api = (): Api<Locals> => {
      const { all } = people.resources
      served ??= apiOf(ApplicationController, all)
      return served
    }
    const send = async (
      role: Locals['role'],
      method: string,
      path: string,
      body?: object,
    ): Promise<Answer> => {
      const init = body && { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
      const answer = await api().fetch(new Request(`http://test.example${path}`, { method, ...init }), {
        role,
      })
      const text = await answer.text()
      return { status: answer.status, document: text === '' ? {} : (JSON.parse(text) as Answer['document']) }
    }
    const status = async (
      role: Locals['role'],
      method: string,
      path: string,
      body?: object,
    ): Promise<number> => (await send(role, method, path, body)).status
    const linkage = (type: string, ...ids: number[]) => ({
      data: ids.map((id) => ({ type, id: String(id) })),
    })
    const nestedIn = (type: string, name: string, data: unknown) => ({
      data: { type, id: '1', relationships: { [name]: { data } } },
    })
    /** The stored memberships, each as the id of a user and the id of a team. */
    const memberships = async (): Promise<readonly string[]> => {
      const rows = await people.prisma.membership.findMany({ orderBy: { id: 'asc' } })
      return rows.map(({ userId, teamId }) => `${userId} ${teamId}`)
    }
    const SEEDED = ['1 1', '1 2', '2 2']
    const restore = async (): Promise<void> => {
      await people.prisma.membership.deleteMany({})
      await people.prisma.membership.createMany({
        data: [
          { id: 1, userId: 1, teamId: 1, role: 'owner' },
          { id: 2, userId: 1, teamId: 2 },
          { id: 3, userId: 2, teamId: 2 },
        ],
      })
    }

    const PAST_A_KEY: readonly (readonly [string, string, object, number])[] = [
      ['POST', '/users/2/relationships/memberships', linkage('memberships', 1), 403],
      ['PATCH', '/users/2/relationships/memberships', linkage('memberships', 1), 403],
      ['DELETE', '/users/1/relationships/memberships', linkage('memberships', 1), 403],
      ['PATCH', '/users/1/relationships/membership', { data: { type: 'memberships', id: '3' } }, 403],
      ['PATCH', '/users/1', nestedIn('users', 'memberships', linkage('memberships', 3).data), 403],
      ['POST', '/users/2/relationships/teams', linkage('teams', 1), 403],
      ['POST', '/teams/1/relationships/users', linkage('users', 2), 403],
      ['DELETE', '/teams/1/relationships/users', linkage('users', 1), 403],
      ['PATCH', '/teams/1', nestedIn('teams', 'users', []), 403],
    ]

    describe('a guard for writing a foreign key', () => {
      test.each(PAST_A_KEY)(
        'a guard for writing a foreign key cannot be bypassed by using a different name for the key: %s %s',
        async (method, path, body, refused) => {
          people.resources.memberships.belongsTo('user', {
            resource: 'users',
            foreignKey: 'userId',
            writable: 'isAdmin',
          })
          expect(await status('member', method, path, body)).toBe(refused)
          expect(people.operations).toEqual([])
          expect(await memberships()).toEqual(SEEDED)
          // Anybody may still read the relationship.
          expect(await status('member', 'GET', '/users?include=memberships,membership,teams')).toBe(200)
          const answered = await status('admin', method, path, body)
          await restore()
          // A membership without a user is invalid.
          expect([200, 204, 422]).toContain(answered)
        },
      )

      test.each(PAST_A_KEY)(
        'a guard that always rejects cannot be bypassed by using a different name for the key: %s %s',
        async (method, path, body, refused) => {
          people.resources.memberships.belongsTo('user', {
            resource: 'users',
            foreignKey: 'userId',
            writable: false,
          })
          expect(await status('admin', method, path, body)).toBe(
            path.includes('relationships') ? 405 : refused,
          )
          expect(await memberships()).toEqual(SEEDED)
        },
      )

      test("a relationship's guard applies to its key when the key is written from the other side, and `false` closes only its own side", async () => {
        const { users, teams } = people.resources
        users.hasMany('memberships', { resource: 'memberships', foreignKey: 'userId', writable: 'isAdmin' })
        teams.hasMany('memberships', { resource: 'memberships', foreignKey: 'teamId', writable: false })
        const user = { data: { type: 'users', id: '2' } }
        expect(await status('member', 'PATCH', '/memberships/1/relationships/user', user)).toBe(403)
        expect(
          await status('admin', 'POST', '/teams/1/relationships/memberships', linkage('memberships', 2)),
        ).toBe(405)
        const team = { data: { type: 'teams', id: '3' } }
        expect(await status('member', 'PATCH', '/memberships/1/relationships/team', team)).toBe(204)
        await restore()
      })
    })

    describe('a guard for reading a foreign key', () => {
      const HIDDEN: readonly (readonly [string, string])[] = [
        ['/users?include=memberships', '/users?include=nosuchthing'],
        ['/users?include=membership', '/users?include=nosuchthing'],
        ['/users?include=teams', '/users?include=nosuchthing'],
        ['/teams?include=users', '/teams?include=nosuchthing'],
        ['/teams?include=memberships.user', '/teams?include=memberships.nosuchthing'],
        ['/users?filter[memberships.role]=owner', '/users?filter[nosuchthing]=owner'],
        ['/users?filter[teams.name]=x', '/users?filter[nosuchthing]=x'],
        ['/teams?filter[users.name]=x', '/teams?filter[nosuchthing]=x'],
        ['/users?fields[users]=memberships', '/users?fields[users]=nosuchthing'],
        ['/users/1/memberships', '/users/1/nosuchthing'],
        ['/users/1/relationships/memberships', '/users/1/relationships/nosuchthing'],
        ['/users/1/membership', '/users/1/nosuchthing'],
        ['/users/1/teams', '/users/1/nosuchthing'],
        ['/teams/1/users', '/teams/1/nosuchthing'],
        ['/teams/1/relationships/users', '/teams/1/relationships/nosuchthing'],
      ]

      test.each(HIDDEN)(
        'a guard for reading a foreign key cannot be bypassed by using a different name for the key: %s',
        async (path, unknown) => {
          people.resources.memberships.belongsTo('user', {
            resource: 'users',
            foreignKey: 'userId',
            readable: 'isAdmin',
          })
          const hidden = await send('member', 'GET', path)
          const name = /(?:include|filter)=?\[?([\w.]+)|fields\[users\]=(\w+)|\/(\w+)$/.exec(path)
          const called = name?.slice(1).find((one) => one !== undefined) ?? ''
          const given = /memberships\.user|[\w.]+$/.exec(called)?.[0] ?? called
          const text = JSON.stringify(hidden)
            .replaceAll(given, 'nosuchthing')
            .replaceAll('memberships.nosuchthing', 'nosuchthing')
          const other = JSON.stringify(await send('member', 'GET', unknown)).replaceAll(
            'memberships.nosuchthing',
            'nosuchthing',
          )
          expect(text).toBe(other)
          expect(people.operations).toEqual([])
          expect(await status('admin', 'GET', path)).toBe(200)
        },
      )

      test('a guard hides a foreign key under every name, and shows each name to users who may see it', async () => {
        people.resources.memberships.belongsTo('user', {
          resource: 'users',
          foreignKey: 'userId',
          readable: 'isAdmin',
        })
        const names = async (role: Locals['role'], path: string): Promise<readonly string[]> => {
          const { document } = await send(role, 'GET', path)
          return Object.keys((document.data as { relationships?: object }).relationships ?? {})
        }
        expect(await names('member', '/users/1')).toEqual(['notes'])
        expect(await names('member', '/teams/1')).toEqual(['memberships', 'notes'])
        expect(await names('admin', '/users/1')).toEqual(['memberships', 'teams', 'notes', 'membership'])
        expect(await names('admin', '/teams/1')).toEqual(['memberships', 'users', 'notes'])
      })

      test("a relationship's guard applies to the attribute that shows its key, and the attribute's guard applies to the relationship", async () => {
        const { memberships, teams } = people.resources
        memberships.attribute('userId', 'integer')
        memberships.attribute('teamId', { type: 'integer', readable: 'isAdmin' })
        memberships.allowFilter('userId')
        memberships.allowStat({ userId: ['sum'] })
        memberships.belongsTo('user', { resource: 'users', foreignKey: 'userId', readable: 'isAdmin' })
        for (const path of [
          '/memberships?filter[userId]=1',
          '/memberships?sort=userId',
          '/memberships?stats[userId]=sum',
          '/memberships?fields[memberships]=userId',
          '/memberships?include=team',
          '/teams?include=memberships',
          '/teams?include=users',
        ]) {
          expect([path, await status('member', 'GET', path)]).toEqual([path, 400])
          expect([path, await status('admin', 'GET', path)]).toEqual([path, 200])
        }
        const { document } = await send('member', 'GET', '/memberships/1')
        expect(document.data).toMatchObject({ attributes: { role: 'owner' } })
        expect(document.data).not.toHaveProperty('attributes.userId')
        expect(teams.config.sideloads.get('memberships')?.readable).toBe(true)
      })

      test('a guard applies on both sides of a polymorphic key', async () => {
        const { notes, teams } = people.resources
        teams.polymorphicHasMany('notes', {
          resource: 'notes',
          foreignKey: 'ownerId',
          as: 'owner',
          readable: 'isAdmin',
        })
        expect(await status('member', 'GET', '/notes?include=owner')).toBe(400)
        expect(await status('member', 'GET', '/users?include=notes')).toBe(200)
        expect(await status('admin', 'GET', '/notes?include=owner')).toBe(200)
        expect(notes.config.sideloads.get('owner')?.readable).toBe(true)
      })
    })

    describe('a many-to-many relationship', () => {
      const join = { resource: 'users', foreignKey: { memberships: 'teamId' } } as const

      test('the guards of both names of a many-to-many relationship are enforced', async () => {
        people.resources.teams.hasAndBelongsToMany('users', {
          ...join,
          readable: 'isAdmin',
          writable: 'isAdmin',
        })
        expect(await status('member', 'GET', '/users?include=teams')).toBe(400)
        expect(await status('member', 'POST', '/users/2/relationships/teams', linkage('teams', 1))).toBe(404)
        expect(await status('admin', 'GET', '/users?include=teams')).toBe(200)
        // The guards on a record of the join itself are those that the join's own resource declares.
        expect(await status('member', 'GET', '/users?include=memberships')).toBe(200)
      })

      test('a many-to-many relationship that nobody may write under one name can be written under its other name only if that name has a guard', async () => {
        const { users, teams } = people.resources
        teams.hasAndBelongsToMany('users', { ...join, writable: false })
        expect(await status('admin', 'POST', '/users/2/relationships/teams', linkage('teams', 1))).toBe(405)
        expect(await status('admin', 'POST', '/teams/1/relationships/users', linkage('users', 2))).toBe(405)
        users.hasAndBelongsToMany('teams', {
          resource: 'teams',
          foreignKey: { memberships: 'userId' },
          writable: 'isAnybody',
        })
        served = undefined
        expect(await status('member', 'POST', '/users/2/relationships/teams', linkage('teams', 1))).toBe(204)
        expect(await status('admin', 'POST', '/teams/1/relationships/users', linkage('users', 3))).toBe(405)
        await restore()
      })

      test.each([
        ['POST', '/users/2/relationships/teams', linkage('teams', 1), 'create'],
        ['PATCH', '/users/2/relationships/teams', linkage('teams', 1), 'create'],
        ['POST', '/teams/1/relationships/users', linkage('users', 2), 'create'],
        ['DELETE', '/users/1/relationships/teams', linkage('teams', 1), 'destroy'],
        ['PATCH', '/users/1/relationships/teams', { data: [] }, 'destroy'],
        ['PATCH', '/users/1', nestedIn('users', 'teams', [{ type: 'teams', id: '3' }]), 'create'],
        [
          'PATCH',
          '/users/1',
          nestedIn('users', 'teams', [{ type: 'teams', id: '1', method: 'disassociate' }]),
          'destroy',
        ],
      ] as const)(
        'a many-to-many relationship calls the guards of the resource over its join model: %s %s',
        async (method, path, body, action) => {
          people.resources.memberships.actions({ index: true, show: true, update: true, [action]: 'isAdmin' })
          const { status: refused, document } = await send('member', method, path, body)
          expect([refused, document.errors?.[0]?.detail]).toEqual([
            403,
            `This request is not allowed to ${action} records of type "memberships".`,
          ])
          expect(people.operations).toEqual([])
          expect([200, 204]).toContain(await status('admin', method, path, body))
          await restore()
        },
      )

      /** Sets the scopes of memberships. The conditions restrict only members, not admins. */
      const scoped = (scopes: Readonly<Record<string, object>>): void => {
        const functions = Object.entries(scopes).map(([policy, condition]) => [
          policy,
          (scope: unknown, context: unknown): unknown =>
            context instanceof ApplicationController && context.isAdmin()
              ? scope
              : narrowed(scope, condition),
        ])
        ;(people.resources.memberships as ResourceClass).scopes(Object.fromEntries(functions))
      }
      const included = async (role: Locals['role'], path: string): Promise<readonly string[]> =>
        ((await send(role, 'GET', path)).document.included ?? []).map(({ type, id }) => `${type} ${id}`)
      const primary = async (role: Locals['role'], path: string): Promise<readonly string[]> => {
        const { data } = (await send(role, 'GET', path)).document
        return [data ?? []].flat().map((one) => (one as { readonly id: string }).id)
      }

      test("a many-to-many relationship shows only records that the join model's read scope permits", async () => {
        scoped({ read: { role: { not: 'owner' } } })
        expect(await included('member', '/users/1?include=teams')).toEqual(['teams 2'])
        expect(await included('member', '/users?include=teams&page[teams][size]=1')).toEqual(['teams 2'])
        expect(await included('member', '/teams?include=users&sort=id')).toEqual(['users 1', 'users 2'])
        expect(await included('member', '/teams/1?include=users')).toEqual([])
        expect(await primary('member', '/users/1/teams')).toEqual(['2'])
        expect(await primary('member', '/users/1/relationships/teams')).toEqual(['2'])
        expect(await primary('member', '/teams/1/users')).toEqual([])
        expect(await primary('member', '/users?filter[teams.name]=Team 1')).toEqual([])
        expect(await primary('member', '/users?filter[not][teams.name]=Team 1')).toEqual(['1', '2', '3'])
        expect(await primary('member', '/users?filter[teams.name]=Team 2')).toEqual(['1', '2'])
        expect(await primary('admin', '/users?filter[teams.name]=Team 1')).toEqual(['1'])
        expect(await included('admin', '/users/1?include=teams')).toEqual(['teams 1', 'teams 2'])
        expect(await primary('admin', '/teams/1/users')).toEqual(['1'])
      })

      test("a link outside the join model's create scope is rejected, and no data is written", async () => {
        scoped({ create: { teamId: { not: 3 } } })
        for (const [method, path, body] of [
          ['POST', '/users/2/relationships/teams', linkage('teams', 3)],
          ['POST', '/users/2/relationships/teams', linkage('teams', 1, 3)],
          ['PATCH', '/users/2/relationships/teams', linkage('teams', 3)],
          ['PATCH', '/users/1', nestedIn('users', 'teams', linkage('teams', 3).data)],
          ['POST', '/teams/3/relationships/users', linkage('users', 1)],
        ] as const) {
          expect([path, await status('member', method, path, body)]).toEqual([path, 403])
          expect(await memberships()).toEqual(SEEDED)
        }
        expect(await status('member', 'POST', '/users/2/relationships/teams', linkage('teams', 1))).toBe(204)
        expect(await status('admin', 'POST', '/users/2/relationships/teams', linkage('teams', 3))).toBe(204)
        expect((await memberships()).slice(3)).toEqual(['2 1', '2 3'])
        await restore()
      })

      test("a link can be removed only within the join model's destroy scope", async () => {
        scoped({ destroy: { role: 'member' } })
        await people.prisma.membership.update({ where: { id: 2 }, data: { role: 'member' } })
        for (const [method, path, body] of [
          ['DELETE', '/users/1/relationships/teams', linkage('teams', 1)],
          ['DELETE', '/users/1/relationships/teams', linkage('teams', 1, 2)],
          ['PATCH', '/users/1/relationships/teams', linkage('teams', 2)],
          [
            'PATCH',
            '/users/1',
            nestedIn('users', 'teams', [{ type: 'teams', id: '1', method: 'disassociate' }]),
          ],
          ['DELETE', '/teams/1/relationships/users', linkage('users', 1)],
        ] as const) {
          expect([path, await status('member', method, path, body)]).toEqual([path, 403])
          expect(await memberships()).toEqual(SEEDED)
        }
        expect(await status('member', 'DELETE', '/users/1/relationships/teams', linkage('teams', 2))).toBe(
          204,
        )
        expect(await memberships()).toEqual(['1 1', '2 2'])
        expect(await status('admin', 'DELETE', '/users/1/relationships/teams', linkage('teams', 1))).toBe(204)
        await restore()
      })

      test('a scope on the join model adds no query to a read, and one to a write', async () => {
        const asks = [
          ['GET', '/users?include=teams', undefined],
          ['GET', '/users/1/teams', undefined],
          ['GET', '/users?filter[teams.name]=Team 1', undefined],
          ['POST', '/users/3/relationships/teams', linkage('teams', 1, 2)],
          ['DELETE', '/users/3/relationships/teams', linkage('teams', 1, 2)],
        ] as const
        const counts = async (): Promise<readonly number[]> => {
          const all: number[] = []
          for (const [method, path, body] of asks) {
            const before = people.operations.length
            expect(await status('member', method, path, body)).toBeLessThan(300)
            all.push(people.operations.length - before)
          }
          return all
        }
        const without = await counts()
        scoped({ read: { role: { not: 'nobody' } }, create: { userId: 3 }, destroy: { userId: 3 } })
        served = undefined
        const within = await counts()
        expect(within.map((count, index) => count - (without[index] ?? 0))).toEqual([0, 0, 0, 1, 1])
        expect(await memberships()).toEqual(SEEDED)
      })
    })
  },
)
