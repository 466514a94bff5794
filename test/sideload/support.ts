import type { TypesClient } from '../support/databases.js'

/** Three users, three teams, who is in which, notes on both and on neither, and two trees. */
export async function seedPeople(prisma: TypesClient): Promise<void> {
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

interface Identifier {
  readonly type: string
  readonly id: string
}

interface Resource extends Identifier {
  readonly relationships?: Readonly<
    Record<string, { readonly data?: Identifier | readonly Identifier[] | null }>
  >
}

interface Document {
  readonly data: Resource | readonly Resource[]
  readonly included?: readonly Resource[]
}

const resourcesOf = (body: unknown): { primary: readonly Resource[]; included: readonly Resource[] } => {
  const { data, included = [] } = body as Document
  return { primary: [data].flat(), included }
}

/**
 * The ids that each record links to, by its id; undefined where there is no linkage. Of the primary data, or of the
 * records of a type in the whole document.
 */
export function linkage(body: unknown, relationship: string, type?: string): Record<string, unknown> {
  const { primary, included } = resourcesOf(body)
  const records = type === undefined ? primary : [...primary, ...included].filter((one) => one.type === type)
  return Object.fromEntries(
    records.flatMap(({ id, relationships }) => {
      const data = relationships?.[relationship]?.data
      if (data === undefined) return []
      return [[id, data === null ? null : 'id' in data ? Number(data.id) : data.map((one) => Number(one.id))]]
    }),
  )
}

/** What is in `included`, sorted: `teams 1`. */
export function included(body: unknown): readonly string[] {
  return resourcesOf(body)
    .included.map(({ type, id }) => `${type} ${id}`)
    .toSorted()
}

/** The ids of the primary data, in their order. */
export function ids(body: unknown): readonly number[] {
  return resourcesOf(body).primary.map(({ id }) => Number(id))
}
