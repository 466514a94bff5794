import type { Resource, ResourceClass } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  databases,
  type OpenDatabase,
  type TenantsClient,
  type TypesClient,
} from '../../support/databases.js'
import { castTo } from '../../../runtime/src/base/cast.js'
import { prismaAdapter } from '../../support/facts.js'
import { BatchingAdapter, SteppingAdapter } from '../oracle/modes.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { setsOn } from '../support/sets.js'
import { typesResources } from '../support/types.js'

/** Cases that the random requests in test/write/oracle once found. */
describe.each(databases)(
  'write/batches (11.14): batches have the same effect as single steps, on $name',
  ({ openTypes, openTenants }) => {
    let types: OpenDatabase<TypesClient>
    let tenants: OpenDatabase<TenantsClient>
    beforeAll(async () => {
      types = await openTypes()
      tenants = await openTenants()
      await types.prisma.user.createMany({ data: [1, 2, 3].map((id) => ({ name: `${id}`, email: `${id}` })) })
      await types.prisma.team.createMany({ data: [1, 2, 3].map((id) => ({ name: `${id}` })) })
      await types.prisma.membership.createMany({ data: [1, 2, 3].map((id) => ({ userId: id, teamId: id })) })
    })
    afterAll(() => Promise.all([types.close(), tenants.close()]))

    /** The outcomes of a request in batches and in single steps. */
    const inBothModes = async (
      client: PrismaClientLike,
      resources: (adapter: Adapter) => Readonly<Record<string, ResourceClass>>,
      ...request: readonly [method: string, path: string, body: object]
    ) => {
      const answers = []
      for (const adapter of [
        new BatchingAdapter(prismaAdapter(client)),
        new SteppingAdapter(prismaAdapter(client)),
      ]) {
        const answer = await serveWrites(resources(adapter)).send(...request)
        answers.push([answer.status, ...shortErrors(answer)])
      }
      return { batches: answers[0], steps: answers[1] }
    }
    const same = (answer: unknown) => ({ batches: answer, steps: answer })
    const link = (type: string, id: string, method?: string) => ({
      type,
      id,
      ...(method !== undefined && { method }),
    })

    test('a pair is linked once if a record of the join model links the same two records', async () => {
      for (const Mode of [BatchingAdapter, SteppingAdapter]) {
        const relationships = {
          teams: { data: [link('teams', '1'), link('teams', '2')] },
          membership: { data: link('memberships', '1') },
        }
        const data = { type: 'users', attributes: { name: 'new', email: 'new' }, relationships }
        const { send } = serveWrites(typesResources(new Mode(prismaAdapter(types.prisma))))
        const id = Number(written(await send('POST', '/users', { data })).data.id)
        const rows = await types.prisma.membership.findMany({
          where: { userId: id },
          orderBy: { teamId: 'asc' },
        })
        expect(rows.map((row) => [row.id === 1, row.teamId])).toEqual([
          [true, 1],
          [false, 2],
        ])
        await types.prisma.membership.update({ where: { id: 1 }, data: { userId: 1 } })
        await types.prisma.user.delete({ where: { id } })
      }
    })

    test('hooks receive a destroyed member of a set without the columns of its join rows', async () => {
      const seen: (readonly string[])[] = []
      for (const Mode of [BatchingAdapter, SteppingAdapter]) {
        const user = await types.prisma.user.create({ data: { name: Mode.name, email: Mode.name } })
        const teams = [
          await types.prisma.team.create({ data: { name: `${Mode.name} 1` } }),
          await types.prisma.team.create({ data: { name: `${Mode.name} 2` } }),
        ]
        await types.prisma.membership.createMany({
          data: teams.map(({ id }) => ({ userId: user.id, teamId: id })),
        })
        const resources = typesResources(new Mode(prismaAdapter(types.prisma)))
        class Hooked extends castTo<typeof Resource>(resources['teams']) {
          static {
            this.beforeCommit('destroy', (team: object) => void seen.push(Object.keys(team).toSorted()))
          }
        }
        const data = {
          type: 'users',
          id: `${user.id}`,
          relationships: { teams: { data: teams.map(({ id }) => link('teams', `${id}`, 'destroy')) } },
        }
        const answer = await serveWrites({ ...resources, teams: Hooked }).send('PATCH', `/users/${user.id}`, {
          data,
        })
        expect([answer.status, ...shortErrors(answer)]).toEqual([200])
      }
      expect(seen).toEqual(Array.from({ length: 4 }, () => ['id', 'name']))
    })

    test('if records are rejected out of order, an error does not name a record that the request does not contain', async () => {
      const memberships = {
        data: [
          link('memberships', '1', 'update'),
          { type: 'memberships', 'temp-id': 'm', method: 'create' },
          link('memberships', '2', 'update'),
        ],
      }
      const body = {
        data: { type: 'users', attributes: { name: 'new', email: 'new' }, relationships: { memberships } },
        included: [
          { type: 'memberships', 'temp-id': 'm', relationships: { team: { data: link('teams', '2') } } },
        ],
      }
      const taken = [
        ['user', 'team'],
        ['team', 'user'],
      ].map(
        ([name, other]) =>
          `422 /data/relationships/memberships/data/2 ${name} is already taken together with "${other}".`,
      )
      expect(await inBothModes(types.prisma, typesResources, 'POST', '/users', body)).toEqual(
        same([422, ...taken]),
      )
    })

    test('if a set omits records that the same request destroys, no record is unlinked', async () => {
      const { prisma } = tenants
      const reset = async () => {
        await prisma.task.deleteMany()
        await prisma.label.deleteMany()
        await prisma.label.createMany({ data: [1, 2].map((id) => ({ id, name: `${id}` })) })
        await prisma.task.create({
          data: { id: 1, title: 'one', labels: { connect: [{ id: 1 }, { id: 2 }] } },
        })
      }
      const body = {
        data: {
          type: 'tasks',
          lid: 'two',
          attributes: { title: 'two' },
          relationships: { labels: { data: [link('labels', '1'), link('labels', '2')] } },
        },
        included: [
          { ...link('labels', '1'), relationships: { tasks: { data: [link('tasks', '1', 'destroy')] } } },
          { ...link('labels', '2'), relationships: { tasks: { data: [{ type: 'tasks', lid: 'two' }] } } },
        ],
      }
      for (const adapter of [
        new BatchingAdapter(prismaAdapter(prisma)),
        new SteppingAdapter(prismaAdapter(prisma)),
      ]) {
        await reset()
        expect(shortErrors(await serveWrites(setsOn(adapter)).send('POST', '/tasks', body))).toEqual([])
        const tasks = await prisma.task.findMany({ include: { labels: true } })
        expect(tasks.map(({ title, labels }) => [title, labels.map(({ id }) => id)])).toEqual([
          ['two', [1, 2]],
        ])
      }
    })
  },
)
