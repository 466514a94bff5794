import type { TenantsClient } from '../../support/databases.js'

/** The user of a request. */
export type ViewerName = 'nobody' | 'member' | 'boss'

/** A viewer with a tenant and a member. A boss may do everything. */
export interface ViewerOf {
  readonly name: ViewerName
  readonly tenant: number | undefined
  readonly member: number | undefined
}

export const VIEWERS: readonly [nobody: ViewerOf, member: ViewerOf, boss: ViewerOf] = [
  { name: 'nobody', tenant: undefined, member: undefined },
  { name: 'member', tenant: 1, member: 1 },
  { name: 'boss', tenant: undefined, member: undefined },
]

export interface Project {
  readonly id: number
  readonly tenantId: number
  readonly name: string
  readonly budget: number
}

export interface Task {
  readonly id: number
  readonly title: string
  readonly rank: number
  readonly secret: boolean
  /** The group to which the task is internal, if any. A scope of the whole API hides such tasks. */
  readonly internal: string | null
  readonly projectId: number | null
  readonly assigneeId: number | null
  readonly parentId: number | null
}

export interface Note {
  readonly id: number
  readonly body: string
  readonly subjectType: string
  readonly subjectId: number
}

/** The members of each project. */
export interface Seat {
  readonly memberId: number
  readonly projectId: number
  readonly hidden: boolean
}

/** The content of the store before each request. */
export interface World {
  readonly projects: readonly Project[]
  readonly tasks: readonly Task[]
  readonly notes: readonly Note[]
  readonly seats: readonly Seat[]
  /** The linked pairs of a label and a task. */
  readonly labelled: readonly (readonly [label: number, task: number])[]
}

export const WORLD: World = {
  projects: [
    { id: 1, tenantId: 1, name: 'one', budget: 10 },
    { id: 2, tenantId: 2, name: 'two', budget: 20 },
  ],
  // For each project: the viewer's own tasks and other tasks, which are open, secret or internal, and have a
  // low or a high rank.
  tasks: [
    {
      id: 1,
      title: 'a',
      rank: 1,
      secret: false,
      internal: null,
      projectId: 1,
      assigneeId: 1,
      parentId: null,
    },
    { id: 2, title: 'b', rank: 9, secret: false, internal: null, projectId: 1, assigneeId: 1, parentId: 1 },
    { id: 3, title: 'c', rank: 1, secret: false, internal: null, projectId: 1, assigneeId: 2, parentId: 7 },
    { id: 4, title: 'd', rank: 1, secret: true, internal: null, projectId: 1, assigneeId: 1, parentId: 1 },
    { id: 5, title: 'e', rank: 1, secret: false, internal: null, projectId: 2, assigneeId: 1, parentId: 4 },
    { id: 6, title: 'f', rank: 9, secret: true, internal: null, projectId: 2, assigneeId: 2, parentId: 2 },
    {
      id: 7,
      title: 'g',
      rank: 1,
      secret: false,
      internal: 'board',
      projectId: 1,
      assigneeId: 1,
      parentId: 1,
    },
  ],
  notes: [
    { id: 1, body: 'on task 1', subjectType: 'Task', subjectId: 1 },
    { id: 2, body: 'on task 4', subjectType: 'Task', subjectId: 4 },
    { id: 3, body: 'on project 2', subjectType: 'Project', subjectId: 2 },
    { id: 4, body: 'on task 3', subjectType: 'Task', subjectId: 3 },
    { id: 5, body: 'on task 7', subjectType: 'Task', subjectId: 7 },
  ],
  seats: [
    { memberId: 1, projectId: 1, hidden: false },
    { memberId: 1, projectId: 2, hidden: false },
    { memberId: 2, projectId: 1, hidden: true },
  ],
  labelled: [
    [1, 1],
    [1, 4],
    [1, 6],
    [1, 7],
    [2, 3],
  ],
}

export async function reset(prisma: TenantsClient): Promise<void> {
  const wipe = { where: {} }
  await prisma.note.deleteMany(wipe)
  await prisma.seat.deleteMany(wipe)
  await prisma.task.updateMany({ data: { parentId: null } })
  await prisma.task.deleteMany(wipe)
  await prisma.project.deleteMany(wipe)
  await prisma.label.deleteMany(wipe)
  await prisma.member.deleteMany(wipe)
  await prisma.member.createMany({
    data: [1, 2, 3].map((id) => ({ id, name: `member ${id}`, tenantId: id })),
  })
  await prisma.project.createMany({ data: [...WORLD.projects] })
  await prisma.seat.createMany({ data: [...WORLD.seats] })
  await prisma.task.createMany({ data: [...TOP_DOWN] })
  await prisma.note.createMany({ data: [...WORLD.notes] })
  for (const id of [1, 2]) {
    const connect = WORLD.labelled.flatMap(([label, task]) => (label === id ? [{ id: task }] : []))
    await prisma.label.create({ data: { id, name: `label ${id}`, tasks: { connect } } })
  }
}

/** A store may check each row when it is inserted, so parents come before their children. */
const TOP_DOWN: readonly Task[] = [1, 2, 4, 7, 3, 5, 6].flatMap((id) =>
  WORLD.tasks.filter((task) => task.id === id),
)

/** The content of a store, to detect the changes of a request. */
export async function contents(prisma: TenantsClient): Promise<World> {
  const orderBy = { id: 'asc' } as const
  const labels = await prisma.label.findMany({ orderBy, include: { tasks: { orderBy } } })
  const tasks = await prisma.task.findMany({ orderBy })
  const notes = await prisma.note.findMany({ orderBy })
  const projects = await prisma.project.findMany({ orderBy })
  const seats = await prisma.seat.findMany({ orderBy: [{ memberId: 'asc' }, { projectId: 'asc' }] })
  return {
    seats,
    projects: projects.map(({ id, tenantId, name, budget }) => ({ id, tenantId, name, budget })),
    tasks: tasks.map(({ id, title, rank, secret, internal, projectId, assigneeId, parentId }) => ({
      id,
      title,
      rank: rank ?? 0,
      secret: secret ?? false,
      internal,
      projectId,
      assigneeId,
      parentId,
    })),
    notes: notes.map(({ id, body, subjectType, subjectId }) => ({
      id,
      body,
      subjectType: subjectType ?? '',
      subjectId: subjectId ?? 0,
    })),
    labelled: labels.flatMap(({ id, tasks: of }) => of.map((task) => [id, task.id] as const)),
  }
}
