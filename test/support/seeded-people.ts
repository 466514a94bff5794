import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { counted } from './counting.js'
import type { OpenDatabase, TestDatabase, TypesClient } from './databases.js'
import { people, type People } from './people.js'
import { serve, type Served } from './serve.js'
import { prismaAdapter } from './facts.js'

/** The seeded and served people on one database. */
export interface SeededPeople {
  /** A client whose operations are not recorded in `operations`. */
  readonly prisma: TypesClient
  /** A client that records its operations. */
  readonly adapter: PrismaAdapter
  /** The adapter's operations in this test, in order: `User.findMany`. */
  readonly operations: readonly string[]
  /** The classes, which are created for each test, so that a test can change their declarations. */
  readonly resources: People
  /** An API of all resources, which includes later declarations of a test. */
  readonly api: Served
}

/**
 * Opens the tables of types.prisma for the tests of a `describe`, seeds people, and serves them with new classes for
 * each test.
 */
export function seededPeople({ openTypes }: TestDatabase): SeededPeople {
  let database: OpenDatabase<TypesClient> | undefined
  let store: { readonly adapter: PrismaAdapter; readonly operations: string[] } | undefined
  let served: { readonly resources: People; readonly api: Served } | undefined
  beforeAll(async () => {
    database = await openTypes()
    await seedPeople(database.prisma)
    const { prisma, operations } = counted(database.prisma)
    store = { adapter: prismaAdapter(prisma), operations }
  })
  beforeEach(() => {
    const { adapter, operations } = seeded(store)
    operations.splice(0)
    const resources = people(adapter)
    served = { resources, api: serve(resources.all) }
  })
  afterAll(() => database?.close())
  return {
    get prisma() {
      return seeded(database).prisma
    },
    get adapter() {
      return seeded(store).adapter
    },
    get operations() {
      return seeded(store).operations
    },
    get resources() {
      return seeded(served).resources
    },
    get api() {
      return seeded(served).api
    },
  }
}

function seeded<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The people are there from the first test on, not before.')
  return value
}

/** Three users, three teams, their memberships, notes about users, about teams and about nothing, and two trees. */
async function seedPeople(prisma: TypesClient): Promise<void> {
  await prisma.user.createMany({
    data: [1, 2, 3].map((id) => ({ id, name: `User ${id}`, email: `u${id}@example.org` })),
  })
  await prisma.team.createMany({ data: [1, 2, 3].map((id) => ({ id, name: `Team ${id}` })) })
  await prisma.membership.createMany({
    data: [
      { id: 1, userId: 1, teamId: 1, role: 'owner' },
      { id: 2, userId: 1, teamId: 2 },
      { id: 3, userId: 2, teamId: 2 },
    ],
  })
  await prisma.note.createMany({
    data: [
      { id: 1, body: 'on user 1', ownerType: 'User', ownerId: 1 },
      { id: 2, body: 'on team 1', ownerType: 'Team', ownerId: 1 },
      { id: 3, body: 'on user 1 again', ownerType: 'User', ownerId: 1 },
      { id: 4, body: 'on nobody', ownerType: 'User', ownerId: 99 },
      { id: 5, body: 'on a planet', ownerType: 'Planet', ownerId: 1 },
    ],
  })
  const nodes = [
    [1, null],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, null],
    [6, 5],
  ] as const
  for (const [id, parentId] of nodes) {
    await prisma.node.create({ data: { id, name: `Node ${id}`, position: 10 - id, parentId } })
  }
}
