import type { Oracle } from './oracle.js'
import { type Task, type World, WORLD } from './world.js'

const { tasks, projects, notes } = WORLD

/** A write: its status for a viewer, and the content of the store afterwards, which is unchanged if the write is rejected. */
export interface Write {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly status: (oracle: Oracle) => number
  readonly result: (world: World, oracle: Oracle) => World
}

const identifier = ({ id }: { readonly id: number }, type = 'tasks') => ({ type, id: String(id) })
const changed = (world: World, id: number, change: Partial<Task>): World => ({
  ...world,
  tasks: world.tasks.map((task) => (task.id === id ? { ...task, ...change } : task)),
})
const without = (world: World, { id }: Task): World => ({
  ...world,
  tasks: world.tasks
    .filter((task) => task.id !== id)
    .map((task) => (task.parentId === id ? { ...task, parentId: null } : task)),
  labelled: world.labelled.filter(([, task]) => task !== id),
})
/** The status is 404 for a record that the viewer does not see, and 403 for a record that the viewer may not change. */
const of = (sees: boolean, may: boolean, done: number): number => (sees ? (may ? done : 403) : 404)
const one = { id: 1 }
const noted = (task: Task): boolean =>
  notes.some(({ subjectType, subjectId }) => subjectType === 'Task' && subjectId === task.id)

/** Every kind of write, for each task. */
export const WRITES: readonly Write[] = tasks.flatMap((task): readonly Write[] => [
  {
    what: 'an update',
    method: 'PATCH',
    path: `/tasks/${task.id}`,
    body: { data: { ...identifier(task), attributes: { title: 'new' } } },
    status: ({ seesTask, updatesTask }) => of(seesTask(task), updatesTask(task), 200),
    result: (world) => changed(world, task.id, { title: 'new' }),
  },
  {
    what: 'an update that takes a record out of sight, which is its own scope alone',
    method: 'PATCH',
    path: `/tasks/${task.id}`,
    body: {
      data: {
        ...identifier(task),
        relationships: { assignee: { data: { type: 'members', id: '2' } } },
      },
    },
    // If a viewer gives the record to someone else, the viewer can no longer see it.
    status: (oracle) =>
      of(
        oracle.seesTask(task),
        oracle.updatesTask(task) && oracle.updatesTask({ ...task, assigneeId: 2 }),
        200,
      ),
    result: (world) => changed(world, task.id, { assigneeId: 2 }),
  },
  {
    what: "an action of one's own, with a guard and the scope of update",
    method: 'POST',
    path: `/tasks/${task.id}/-actions/retitle`,
    body: { meta: {} },
    status: ({ isIn, seesTask, updatesTask }) => (isIn ? of(seesTask(task), updatesTask(task), 200) : 403),
    result: (world) => changed(world, task.id, { title: 'new' }),
  },
  {
    what: 'one with a scope of its own',
    method: 'POST',
    path: `/tasks/${task.id}/-actions/lower`,
    body: { meta: {} },
    status: ({ seesTask, isBoss }) => of(seesTask(task), isBoss || task.rank < 5, 200),
    result: (world) => changed(world, task.id, { title: 'new' }),
  },
  {
    what: 'one that takes its record out of sight',
    method: 'POST',
    path: `/tasks/${task.id}/-actions/give`,
    body: { meta: {} },
    status: ({ seesTask, updatesTask, isBoss }) => of(seesTask(task), updatesTask(task) && isBoss, 200),
    result: (world) => changed(world, task.id, { secret: true }),
  },
  {
    what: 'a destroy',
    method: 'DELETE',
    path: `/tasks/${task.id}`,
    status: ({ seesTask, destroysTask }) =>
      // Notes refer to the task by a polymorphic key, regardless of who sees them.
      of(seesTask(task), destroysTask(task), noted(task) ? 409 : 204),
    result: (world) => (noted(task) ? world : without(world, task)),
  },
  {
    what: 'a link by a key of the record',
    method: 'POST',
    path: '/projects/1/relationships/tasks',
    body: { data: [identifier(task)] },
    status: ({ isIn, seesTask, updatesTask }) => (isIn ? of(seesTask(task), updatesTask(task), 204) : 403),
    result: (world) => changed(world, task.id, { projectId: 1 }),
  },
  {
    what: 'an unlink by a key of the record',
    method: 'DELETE',
    path: '/projects/1/relationships/tasks',
    body: { data: [identifier(task)] },
    // If a record is not a visible member, it counts as already unlinked.
    status: ({ isIn, seesTask, updatesTask }) =>
      !isIn ? 403 : task.projectId !== 1 || !seesTask(task) ? 204 : updatesTask(task) ? 204 : 403,
    result: (world) => (task.projectId === 1 ? changed(world, task.id, { projectId: null }) : world),
  },
  {
    what: 'a replaced set, of which one stays',
    method: 'PATCH',
    path: '/projects/1/relationships/tasks',
    body: { data: [identifier(task)] },
    status: ({ isIn, seesTask, updatesTask }) => {
      if (!isIn) return 403
      const dropped = tasks.filter(
        (other) => other.projectId === 1 && other.id !== task.id && seesTask(other),
      )
      const isMember = task.projectId === 1 && seesTask(task)
      const faults = [
        ...(seesTask(task) ? [] : [404]),
        ...(isMember || !seesTask(task) || updatesTask(task) ? [] : [403]),
        ...(dropped.every(updatesTask) ? [] : [403]),
      ]
      const [first] = faults
      return first === undefined ? 204 : new Set(faults).size > 1 ? 400 : first
    },
    // Links that the viewer does not see stay unchanged.
    result: (world, { seesTask }) => ({
      ...world,
      tasks: world.tasks.map((other) =>
        other.id === task.id
          ? { ...other, projectId: 1 }
          : other.projectId === 1 && seesTask(other)
            ? { ...other, projectId: null }
            : other,
      ),
    }),
  },
  {
    what: 'a link by a join',
    method: 'POST',
    path: '/labels/2/relationships/tasks',
    body: { data: [identifier(task)] },
    status: ({ seesTask }) => (seesTask(task) ? 204 : 404),
    result: (world) => ({
      ...world,
      labelled: [
        ...world.labelled.filter(([label, id]) => label !== 2 || id !== task.id),
        [2, task.id] as const,
      ].toSorted(([a, b], [c, d]) => a - c || b - d),
    }),
  },
  {
    what: 'an unlink of a join',
    method: 'DELETE',
    path: '/labels/1/relationships/tasks',
    body: { data: [identifier(task)] },
    status: () => 204,
    result: (world) => ({
      ...world,
      labelled: world.labelled.filter(([label, id]) => label !== 1 || id !== task.id),
    }),
  },
  {
    what: 'a nested update',
    method: 'PATCH',
    path: '/projects/1',
    body: {
      data: {
        ...identifier(one, 'projects'),
        relationships: { tasks: { data: [{ ...identifier(task), method: 'update' }] } },
      },
      included: [{ ...identifier(task), attributes: { title: 'new' } }],
    },
    status: ({ isIn, seesTask, updatesTask }) =>
      isIn ? of(seesTask(task) && task.projectId === 1, updatesTask(task), 200) : 403,
    result: (world) => changed(world, task.id, { title: 'new' }),
  },
  {
    what: 'a nested destroy',
    method: 'PATCH',
    path: '/projects/1',
    body: {
      data: {
        ...identifier(one, 'projects'),
        relationships: { tasks: { data: [{ ...identifier(task), method: 'destroy' }] } },
      },
    },
    status: ({ isIn, seesTask, destroysTask }) =>
      isIn ? of(seesTask(task) && task.projectId === 1, destroysTask(task), noted(task) ? 409 : 200) : 403,
    result: (world) => (noted(task) ? world : without(world, task)),
  },
  {
    what: 'a nested disassociate',
    method: 'PATCH',
    path: '/projects/1',
    body: {
      data: {
        ...identifier(one, 'projects'),
        relationships: { tasks: { data: [{ ...identifier(task), method: 'disassociate' }] } },
      },
    },
    status: ({ isIn, seesTask, updatesTask }) =>
      isIn ? of(seesTask(task) && task.projectId === 1, updatesTask(task), 200) : 403,
    result: (world) => changed(world, task.id, { projectId: null }),
  },
  {
    what: 'a polymorphic link',
    method: 'PATCH',
    path: '/notes/3/relationships/subject',
    body: { data: identifier(task) },
    status: ({ seesTask }) => (seesTask(task) ? 204 : 404),
    result: (world) => ({
      ...world,
      notes: world.notes.map((note) =>
        note.id === 3 ? { ...note, subjectType: 'Task', subjectId: task.id } : note,
      ),
    }),
  },
  {
    what: 'a link of the other side of a key',
    method: 'PATCH',
    path: `/tasks/${task.id}/relationships/project`,
    body: { data: { type: 'projects', id: '2' } },
    status: ({ seesTask, updatesTask, seesProject }) => {
      const [, two] = projects
      const record = of(seesTask(task), updatesTask(task), 204)
      return record === 204 && !(two && seesProject(two)) ? 404 : record
    },
    result: (world) => changed(world, task.id, { projectId: 2 }),
  },
])

/**
 * Every kind of create, once with a rank that everybody may set, and once with a rank that only some viewers may set.
 */
export const CREATES: readonly (Pick<Write, 'what' | 'method' | 'path' | 'body' | 'status'> & {
  readonly rank: number
})[] = [1, 9].flatMap((rank) => {
  const attributes = { title: 'made', rank }
  return [
    {
      rank,
      what: 'a create',
      method: 'POST',
      path: '/tasks',
      body: { data: { type: 'tasks', attributes } },
      status: ({ createsTask }: Oracle) => (createsTask({ rank }) ? 201 : 403),
    },
    {
      rank,
      what: 'a nested create',
      method: 'PATCH',
      path: '/projects/1',
      body: {
        data: {
          ...identifier(one, 'projects'),
          relationships: { tasks: { data: [{ type: 'tasks', 'temp-id': 'a', method: 'create' }] } },
        },
        included: [{ type: 'tasks', 'temp-id': 'a', attributes }],
      },
      status: ({ isIn, createsTask }: Oracle) => (isIn && createsTask({ rank }) ? 200 : 403),
    },
    {
      rank,
      what: 'a create below a join',
      method: 'PATCH',
      path: '/labels/1',
      body: {
        data: {
          type: 'labels',
          id: '1',
          relationships: { tasks: { data: [{ type: 'tasks', 'temp-id': 'a', method: 'create' }] } },
        },
        included: [{ type: 'tasks', 'temp-id': 'a', attributes }],
      },
      status: ({ createsTask }: Oracle) => (createsTask({ rank }) ? 200 : 403),
    },
  ]
})
