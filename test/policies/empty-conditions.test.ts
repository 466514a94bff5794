import { PrismaAdapter, type PrismaScope } from '@jsonapi-gen/runtime/prisma'
import * as Prisma from '@prisma/client/runtime/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { application } from './support/application.js'
import { reset, VIEWERS } from './support/world.js'

const [, member] = VIEWERS
const ID = { id: { gt: 0 } }

/** The given empty condition, in every place of a larger condition where it can occur. */
const placesOf = (empty: object): readonly object[] => [
  empty,
  { AND: empty },
  { AND: [ID, empty] },
  { OR: [empty] },
  { OR: [ID, empty] },
  { NOT: empty },
  { NOT: [empty] },
  { AND: [ID, { OR: [{ NOT: empty }] }] },
  { project: empty },
  { project: { is: empty } },
  { project: { isNot: empty } },
  { children: { every: empty } },
  { project: { tasks: { some: { ...ID, AND: [empty] } } } },
]

const EMPTY: readonly object[] = [
  ...placesOf({}),
  { AND: [] },
  { NOT: [] },
  { title: {} },
  { title: { not: {} } },
  { title: { not: { not: {} } } },
  { ...ID, assigneeId: {} },
  { AND: [ID, { OR: [] }] },
  { project: { lead: { is: {} } } },
  { assignee: { tasks: { every: {} } } },
  { children: {} },
  { title: { mode: 'insensitive' } },
  { title: { not: { mode: 'insensitive' } } },
  { id: Prisma.skip },
  { project: { leadId: Prisma.skip } },
  { id: new Number(1) },
  { id: new Map([['equals', 1]]) },
  JSON.parse('{"__proto__":{"id":1}}') as object,
  { ...ID, project: JSON.parse('{"__proto__":{"id":1}}') as object },
]

/** Conditions with content, which Prisma does not drop. */
const SAYING: readonly object[] = [
  ID,
  { id: { in: [] } },
  { id: { notIn: [] } },
  { OR: [] },
  { internal: null },
  { internal: { not: null } },
  { project: null },
  { project: { isNot: null } },
  { children: { some: {} } },
  { children: { none: {} } },
  { children: { every: ID } },
  { project: { lead: { is: { tasks: { some: {} } } } } },
  { NOT: { title: { not: { contains: 'a' } } } },
  { title: '' },
]

describe.each(databases)(
  'policies/empty-conditions (14.10): empty conditions on $name',
  ({ openTenants }) => {
    let store: OpenDatabase<TenantsClient>
    beforeAll(async () => {
      store = await openTenants()
      await reset(store.prisma)
    })
    afterAll(() => store.close())

    /** The ids of the tasks that a user sees under a condition, and the errors that `onError` receives. */
    const seen = async (narrowed: (scope: PrismaScope) => PrismaScope) => {
      const served = application(informed(new PrismaAdapter(store.prisma, ofStore(store.prisma))))
      served.tasks.scopes({ read: (scope) => narrowed(scope as PrismaScope) })
      const response = await served.api.fetch(new Request('http://test.example/tasks?page[size]=100'), member)
      const { data = [] } = (await response.json()) as { readonly data?: readonly { readonly id: string }[] }
      return { ids: data.map(({ id }) => Number(id)), told: served.unexpected.map(String) }
    }

    test('a policy whose condition has an empty part permits no records, and is reported to onError', async () => {
      const told = [
        'Error: The scope "read" of "tasks" permits nothing: its condition, or a part of it, is empty: Prisma would drop it. To show every record, return the given scope unchanged.',
      ]
      for (const where of EMPTY) {
        expect({ where, ...(await seen((scope) => scope.where(where))) }).toEqual({ where, ids: [], told })
      }
      expect(await seen((scope) => scope.where(ID).where({}))).toEqual({ ids: [], told })
    })

    test('a policy with a non-empty condition shows the records that Prisma finds, and the unchanged scope shows all records', async () => {
      // The API also has its own scope for every resource.
      const { ids: visible, told: silent } = await seen((scope) => scope)
      expect([visible.length > 3, silent]).toEqual([true, []])
      for (const where of SAYING) {
        const found = await store.prisma.task.findMany({
          where,
          select: { id: true },
          orderBy: { id: 'asc' },
        })
        const { ids, told } = await seen((scope) => scope.where(where))
        expect({ where, ids: ids.toSorted((a, b) => a - b), told }).toEqual({
          where,
          ids: found.map(({ id }) => id).filter((id) => visible.includes(id)),
          told: [],
        })
      }
    })
  },
)
