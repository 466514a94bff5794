import type { ResourceClass } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { counted } from '../support/counting.js'
import { oneIn } from '../support/sample.js'
import { application, type Application } from './support/application.js'
import { Oracle } from './support/oracle.js'
import { contents, reset, type Task, VIEWERS, type World, WORLD } from './support/world.js'

const JSONAPI = 'application/vnd.api+json'
const { tasks, projects, notes, labelled } = WORLD

interface Resource {
  readonly type: string
  readonly id: string
}

interface Document {
  readonly data?: Resource | readonly Resource[] | null
  readonly included?: readonly Resource[]
  readonly meta?: { readonly stats?: object }
}

/** A path to tasks that reads: what it shows of them by what a viewer sees; nothing where it is a 404. */
interface ReadPath {
  readonly what: string
  readonly path: string
  readonly shows: (oracle: Oracle) => readonly Task[] | undefined
}

const READS: readonly ReadPath[] = [
  { what: 'primary', path: '/tasks', shows: ({ seesTask }) => tasks.filter(seesTask) },
  ...tasks.map((task): ReadPath => ({
    what: 'one',
    path: `/tasks/${task.id}`,
    shows: ({ seesTask }) => (seesTask(task) ? [task] : undefined),
  })),
  {
    what: 'an include',
    path: '/projects?include=tasks',
    shows: ({ seesTask, seesProject }) =>
      tasks.filter(
        (task) => seesTask(task) && projects.some((one) => one.id === task.projectId && seesProject(one)),
      ),
  },
  {
    what: 'an include below another',
    path: '/projects?include=tasks.children',
    shows: ({ seesTask, seesProject }) => {
      const above = tasks.filter(
        (task) => seesTask(task) && projects.some((one) => one.id === task.projectId && seesProject(one)),
      )
      const below = tasks.filter((task) => seesTask(task) && above.some(({ id }) => id === task.parentId))
      return tasks.filter((task) => above.includes(task) || below.includes(task))
    },
  },
  {
    what: 'an include of a foreign key',
    path: '/members?include=tasks',
    shows: ({ seesTask }) => tasks.filter(seesTask),
  },
  {
    what: 'an include of a join',
    path: '/labels?include=tasks',
    shows: ({ seesTask }) =>
      tasks.filter((task) => seesTask(task) && labelled.some(([, id]) => id === task.id)),
  },
  {
    what: 'a page of an include',
    path: '/labels?include=tasks&page[tasks][size]=1',
    shows: ({ seesTask }) =>
      tasks.filter((task) =>
        [1, 2].some((label) => {
          const [first] = tasks.filter(
            (one) => seesTask(one) && labelled.some(([of, id]) => of === label && id === one.id),
          )
          return first === task
        }),
      ),
  },
  {
    what: 'a polymorphic include',
    path: '/notes?include=subject',
    shows: ({ seesTask }) =>
      tasks.filter(
        (task) =>
          seesTask(task) && notes.some((note) => note.subjectType === 'Task' && note.subjectId === task.id),
      ),
  },
  ...notes
    .filter(({ subjectType }) => subjectType === 'Task')
    .flatMap((note): ReadPath[] =>
      ['', 'relationships/'].map((relationship) => ({
        what: 'a polymorphic address',
        path: `/notes/${note.id}/${relationship}subject`,
        shows: ({ seesTask }) => tasks.filter((task) => task.id === note.subjectId && seesTask(task)),
      })),
    ),
  ...projects.flatMap((project): ReadPath[] =>
    ['', 'relationships/'].map((relationship) => ({
      what: 'a related address',
      path: `/projects/${project.id}/${relationship}tasks`,
      shows: ({ seesTask, seesProject }) =>
        seesProject(project)
          ? tasks.filter((task) => task.projectId === project.id && seesTask(task))
          : undefined,
    })),
  ),
  ...tasks.flatMap((parent): ReadPath[] =>
    ['', 'relationships/'].map((relationship) => ({
      what: 'the address of a to-one',
      path: `/tasks/${parent.id}/${relationship}parent`,
      shows: ({ seesTask }) =>
        seesTask(parent) ? tasks.filter((task) => task.id === parent.parentId && seesTask(task)) : undefined,
    })),
  ),
  {
    what: 'a filter through',
    path: '/tasks?filter[parent.title][not_eq]=zzz',
    shows: ({ seesTask }) => tasks.filter(seesTask),
  },
  ...['a', 'd', 'b', 'g'].map((title): ReadPath => ({
    what: 'a filter through',
    path: `/tasks?filter[parent.title]=${title}`,
    shows: ({ seesTask }) =>
      tasks.filter(
        (task) =>
          seesTask(task) &&
          tasks.some((one) => one.id === task.parentId && one.title === title && seesTask(one)),
      ),
  })),
  {
    what: 'a filter through another resource',
    path: '/tasks?filter[project.name]=two',
    shows: ({ seesTask, seesProject }) =>
      tasks.filter(
        (task) =>
          seesTask(task) &&
          projects.some((one) => one.id === task.projectId && one.name === 'two' && seesProject(one)),
      ),
  },
  ...[4, 7].map((id): ReadPath => ({
    what: 'a filter by a key',
    path: `/tasks?filter[parentId]=${id}`,
    shows: ({ seesTask }) =>
      tasks.filter(
        (task) =>
          seesTask(task) && task.parentId === id && tasks.some((one) => one.id === id && seesTask(one)),
      ),
  })),
]

/** A write: the status by what a viewer may do, and what is then in the store; where it is refused, what was there. */
interface Write {
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
/** Outside of what is seen 404, inside of it and not to be changed 403. */
const of = (sees: boolean, may: boolean, done: number): number => (sees ? (may ? done : 403) : 404)
const one = { id: 1 }
const noted = (task: Task): boolean =>
  notes.some(({ subjectType, subjectId }) => subjectType === 'Task' && subjectId === task.id)

const WRITES: readonly Write[] = tasks.flatMap((task): readonly Write[] => [
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
    // Whoever gives it away could not have reached it afterwards.
    status: (oracle) =>
      of(
        oracle.seesTask(task),
        oracle.updatesTask(task) && oracle.updatesTask({ ...task, assigneeId: 2 }),
        200,
      ),
    result: (world) => changed(world, task.id, { assigneeId: 2 }),
  },
  {
    what: 'a destroy',
    method: 'DELETE',
    path: `/tasks/${task.id}`,
    status: ({ seesTask, destroysTask }) =>
      // Notes name it by a polymorphic key, whoever sees them.
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
    // Who is no member, as far as one sees, is unlinked already.
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
    // What one does not see stays where it is.
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

const CREATES: readonly (Pick<Write, 'what' | 'method' | 'path' | 'body' | 'status'> & {
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

describe.each(databases)('policies/matrix (14.10, 14.14) on $name', (database) => {
  let store: OpenDatabase<TenantsClient>
  let served: Application
  let operations: string[]

  beforeAll(async () => {
    store = await database.openTenants()
    await reset(store.prisma)
    if (database.name === 'postgresql') {
      await store.prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"Task"', 'id'), 1000)`)
    }
  })
  afterAll(() => store.close())
  beforeEach(() => {
    const client = counted(store.prisma)
    operations = client.operations
    served = application(new PrismaAdapter(client.prisma))
  })

  async function send(
    viewer: (typeof VIEWERS)[number],
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly document: Document }> {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
    const answer = await served.api.fetch(
      new Request(`http://test.example${path}`, { method, ...init }),
      viewer,
    )
    const text = await answer.text()
    expect(served.unexpected).toEqual([])
    return { status: answer.status, document: text === '' ? {} : (JSON.parse(text) as Document) }
  }

  const tasksOf = ({ data, included = [] }: Document): readonly number[] =>
    [
      ...new Set(
        [data ?? [], included].flat().flatMap(({ type, id }) => (type === 'tasks' ? [Number(id)] : [])),
      ),
    ].toSorted((a, b) => a - b)

  describe.each(VIEWERS)('$name', (viewer) => {
    const oracle = new Oracle(viewer)

    test.each(READS)('$what shows what the oracle says: $path', async ({ path, shows }) => {
      const { status, document } = await send(viewer, 'GET', path)
      const expected = shows(oracle)
      expect({ status, tasks: tasksOf(document) }).toEqual({
        status: expected ? 200 : 404,
        tasks: (expected ?? []).map(({ id }) => id),
      })
      // Each policy is asked once, however many paths lead there.
      expect(served.asked).toEqual([...new Set(served.asked)])
    })

    test('linkage names no record that is hidden', async () => {
      const { document } = await send(viewer, 'GET', '/tasks')
      const seen = tasks.filter(oracle.seesTask)
      const linkage = [document.data ?? []].flat().map((record) => {
        const { relationships } = record as unknown as {
          relationships: Record<'parent' | 'project', { data: Resource | null }>
        }
        const idOf = (name: 'parent' | 'project') => Number(relationships[name].data?.id ?? 0)
        return { id: Number(record.id), parent: idOf('parent'), project: idOf('project') }
      })
      expect(linkage).toEqual(
        seen.map(({ id, parentId, projectId }) => ({
          id,
          parent: seen.some((task) => task.id === parentId) ? parentId : 0,
          project: projects.some((project) => project.id === projectId && oracle.seesProject(project))
            ? projectId
            : 0,
        })),
      )
    })

    test('stats count and sum what is seen, and no order tells of the rest', async () => {
      const { document } = await send(
        viewer,
        'GET',
        '/tasks?stats[total]=count&stats[rank]=sum&extra_fields[tasks]=shout',
      )
      const seen = tasks.filter(oracle.seesTask)
      expect(document.meta?.stats).toEqual({
        total: { count: seen.length },
        rank: { sum: seen.reduce((sum, { rank }) => sum + rank, 0) },
      })
      expect((await send(viewer, 'GET', '/tasks?sort=parent.title')).status).toBe(400)
    })

    test('in process the same, by api.as', async () => {
      const resource = served.tasks as unknown as ResourceClass & {
        all(query: object): Promise<{ readonly data: readonly { readonly id: number }[] }>
        find(id: number): Promise<{ readonly data: { readonly id: number } }>
      }
      const { data } = await served.api.as(viewer, async () => resource.all({}))
      expect(data.map(({ id }) => id)).toEqual(tasks.filter(oracle.seesTask).map(({ id }) => id))
      for (const task of tasks) {
        const found = await served.api
          .as(viewer, async () => resource.find(task.id))
          .then(({ data: { id } }) => id)
          .catch((error: unknown) => (error as { readonly status: number }).status)
        expect(found).toBe(oracle.seesTask(task) ? task.id : 404)
      }
    })

    test.each(oneIn(2, WRITES))(
      '$what: $method $path $body',
      async ({ method, path, body, status, result }) => {
        const { status: answered } = await send(viewer, method, path, body)
        const after = await contents(store.prisma)
        if (answered < 300) await reset(store.prisma)
        const expected = status(oracle)
        expect(answered).toBe(expected)
        // What one does not see, an unlink leaves as it is.
        const isDone = expected < 300 && !isUnseen(path, body, method)
        expect(after).toEqual(isDone ? result(WORLD, oracle) : WORLD)
        expect(served.asked).toEqual([...new Set(served.asked)])
      },
    )

    /** Whether a lenient removal is of a record that the viewer does not see. */
    function isUnseen(path: string, body: object | undefined, method: string): boolean {
      if (method !== 'DELETE' || !path.includes('/relationships/')) return false
      const [{ id } = { id: '' }] = (body as { readonly data: readonly Resource[] }).data
      return !tasks.some((task) => task.id === Number(id) && oracle.seesTask(task))
    }

    test.each(CREATES)('$what of rank $rank', async ({ method, path, body, status, rank }) => {
      const { status: answered } = await send(viewer, method, path, body)
      const expected = status(oracle)
      expect(answered).toBe(expected)
      const made = await store.prisma.task.findMany({ where: { title: 'made' } })
      expect(made.map((task) => task.rank)).toEqual(expected < 300 ? [rank] : [])
      if (expected < 300) await reset(store.prisma)
      else expect(await contents(store.prisma)).toEqual(WORLD)
    })
  })

  test('a read runs as many queries as without policies, a write at most one more for each type that is written', async () => {
    const [, member] = VIEWERS
    const asked = new Set<string>()
    const count = async (method: string, path: string, body?: object): Promise<readonly string[]> => {
      operations.length = 0
      served.asked.length = 0
      await send(member, method, path, body)
      // Each policy function once in a request, whichever layer it is of.
      expect(served.asked).toEqual([...new Set(served.asked)])
      for (const name of served.asked) asked.add(name)
      await reset(store.prisma)
      return [...operations]
    }
    // Linkage that is always rendered looks its keys up where records may be hidden (rule 14.5).
    const asks = [
      ['GET', '/projects?include=tasks.children&stats[total]=count&fields[tasks]=title'],
      ['GET', '/labels?include=tasks&fields[tasks]=title'],
      ['GET', '/tasks?filter[parent.title]=a&fields[tasks]=title'],
      ['PATCH', '/tasks/1?fields[tasks]=title', WRITES[0]?.body],
      ['POST', '/tasks?fields[tasks]=title', CREATES[0]?.body],
      [
        'PATCH',
        '/projects/1?fields[tasks]=title',
        WRITES.find(({ what, body }) => what === 'a nested update' && body !== undefined)?.body,
      ],
    ] as const
    const under: (readonly string[])[] = []
    for (const [method, path, body] of asks) under.push(await count(method, path, body))
    expect([...asked].toSorted()).toEqual([
      'projects.tenant',
      'tasks.create',
      'tasks.destroy',
      'tasks.low',
      'tasks.open',
      'tasks.read',
      'tasks.update',
    ])
    for (const resource of served.resources) resource.config.scopes = new Map()
    const without: (readonly string[])[] = []
    for (const [method, path, body] of asks) without.push(await count(method, path, body))
    expect(under.map((all, index) => all.length - (without[index]?.length ?? 0))).toEqual([0, 0, 0, 1, 1, 2])
  })
})
