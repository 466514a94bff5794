import {
  type Api,
  type DeniedRequest,
  Resource,
  type ResourceClass,
  Unauthorized,
} from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { operate } from '../operations/support/operate.js'
import { reset } from './support/world.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed } from '../support/scopes.js'
import { isOtherEngine } from '../support/engine.js'

const JSONAPI = 'application/vnd.api+json'
type Viewer = 'guest' | 'staff'

class ApplicationController extends ActionsController<Viewer> {
  isStaff(): boolean {
    if (this.locals === 'guest') throw new Unauthorized({ detail: 'Log in first.' })
    return true
  }
  isGuest(): boolean {
    return true
  }
  override describe(): string {
    return this.locals
  }
}

/** The line of `explain` for a scope: it shows the condition on Prisma, and the statement on Kysely. */
const shows = (rule: string, where: Readonly<Record<string, unknown>>): unknown => {
  if (!isOtherEngine()) return `${rule} ${JSON.stringify({ where })}`
  const columns = Object.keys(where).map((column) => `.*${column}`)
  const values = Object.values(where).filter((value) => value !== null)
  // An integer may be sent as a bigint, which this line shows as a string.
  const parameters = values.map((value) => `"?${String(value)}"?`).join()
  return expect.stringMatching(
    new RegExp(`^${rule} \\{"sql":"select ${columns.join('')}.*","parameters":\\[${parameters}\\]\\}$`),
  )
}

describe.each(databases)('policies/told (14.13) on $name: denials are reported', (database) => {
  let store: OpenDatabase<TenantsClient>
  let denied: DeniedRequest[]
  let lines: string[]
  let unexpected: unknown[]
  let api: Api<Viewer>

  beforeAll(async () => {
    store = await database.openTenants()
    await reset(store.prisma)
    await store.prisma.project.update({ where: { id: 2 }, data: { state: 'closed' } })
  })
  afterAll(() => store.close())
  beforeEach(() => {
    denied = []
    lines = []
    unexpected = []
    api = served({ onDenied: (one) => void denied.push(one), explain: (line) => void lines.push(line) })
  })

  function served(options: Pick<Parameters<typeof apiOf<Viewer>>[2] & object, 'onDenied' | 'explain'>) {
    const adapter = prismaAdapter(store.prisma)
    const common = (resource: ResourceClass, type: string, model: string): void => {
      resource.type(type)
      resource.model(model)
      resource.id('integer')
      resource.useAdapter(adapter)
    }
    const ofTenant = (scope: unknown, context: unknown): unknown =>
      context instanceof ApplicationController && context.locals === 'staff'
        ? scope
        : narrowed(scope, { tenantId: 1 })
    class ApplicationResource extends Resource {
      scopeTenant(scope: unknown, context: unknown): unknown {
        return ofTenant(scope, context)
      }
      scopeOpen(scope: unknown): unknown {
        return narrowed(scope, { state: 'open' })
      }
    }
    class Projects extends ApplicationResource {
      static {
        common(this, 'projects', 'Project')
        this.attribute('name', 'string')
        this.attribute('budget', { type: 'integer', readable: 'isStaff', writable: 'isStaff' })
        this.attribute('state', { type: 'string', default: 'open', sortable: 'isStaff', writable: 'isStaff' })
        this.allowFilter('budget')
        this.allowFilter('word', { type: 'string', if: 'isStaff' }, (scope) => scope)
        this.allowFilter('tasks.title')
        this.allowStat({ budget: ['sum'] })
        this.actions({ index: 'isGuest', show: true, create: 'isStaff', update: true, destroy: true })
        this.defaultFilter('archivedAt', { eq: null })
        this.defaultScopes({ read: 'scopeTenant' })
        this.scopes({ update: 'scopeOpen' })
        this.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId', readable: 'isStaff' })
        this.hasMany('seats', { resource: 'tasks', foreignKey: 'parentId', writable: 'isStaff' })
      }
    }
    class Tasks extends ApplicationResource {
      static {
        common(this, 'tasks', 'Task')
        this.attribute('title', 'string')
        this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
      }
    }
    return apiOf(ApplicationController, [Projects, Tasks], {
      operations: true,
      onError: (error) => unexpected.push(error),
      ...options,
    })
  }

  const ask = async (viewer: Viewer, method: string, path: string, body?: object): Promise<number> => {
    const init = body && { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
    const answer = await api.fetch(new Request(`http://test.example${path}`, { method, ...init }), viewer)
    await answer.text()
    return answer.status
  }
  const told = (): readonly string[] =>
    denied.map(({ resource, rule, id, context }) =>
      [`${resource}.${rule}`, ...(id === undefined ? [] : [id]), context].join(' '),
    )
  const project = { type: 'projects', id: '1' }
  const task = { type: 'tasks', id: '1' }

  test.each<readonly [string, string, string, object | undefined, number, readonly string[]]>([
    [
      'an attribute in fields',
      'GET',
      '/projects?fields[projects]=budget',
      undefined,
      400,
      ['projects.attributes.budget.readable: isStaff guest'],
    ],
    [
      'an attribute in a sort',
      'GET',
      '/projects?sort=budget',
      undefined,
      400,
      ['projects.attributes.budget.readable: isStaff guest'],
    ],
    [
      'a sort on its own',
      'GET',
      '/projects?sort=state',
      undefined,
      400,
      ['projects.attributes.state.sortable: isStaff guest'],
    ],
    [
      'an attribute in a stat',
      'GET',
      '/projects?stats[budget]=sum',
      undefined,
      400,
      ['projects.attributes.budget.readable: isStaff guest'],
    ],
    [
      'an attribute in a filter',
      'GET',
      '/projects?filter[budget]=1',
      undefined,
      400,
      ['projects.attributes.budget.readable: isStaff guest'],
    ],
    [
      'a filter',
      'GET',
      '/projects?filter[word]=x',
      undefined,
      400,
      ['projects.filters.word.if: isStaff guest'],
    ],
    [
      'a filter through a relationship',
      'GET',
      '/projects?filter[tasks.title]=x',
      undefined,
      400,
      ['projects.sideloads.tasks.readable: isStaff guest'],
    ],
    [
      'an include',
      'GET',
      '/projects?include=tasks',
      undefined,
      400,
      ['projects.sideloads.tasks.readable: isStaff guest'],
    ],
    [
      'an include from the other side',
      'GET',
      '/tasks?include=project',
      undefined,
      400,
      ['projects.sideloads.tasks.readable: isStaff guest'],
    ],
    [
      'a relationship URL',
      'GET',
      '/projects/1/tasks',
      undefined,
      404,
      ['projects.sideloads.tasks.readable: isStaff guest'],
    ],
    [
      'an attribute in a body',
      'PATCH',
      '/projects/1',
      { data: { ...project, attributes: { budget: 1 } } },
      400,
      [
        'projects.attributes.budget.readable: isStaff guest',
        'projects.attributes.budget.writable: isStaff guest',
      ],
    ],
    [
      'an attribute that is read-only',
      'PATCH',
      '/projects/1',
      { data: { ...project, attributes: { state: 'x' } } },
      400,
      ['projects.attributes.state.writable: isStaff guest'],
    ],
    [
      'a relationship in a body',
      'PATCH',
      '/tasks/1',
      { data: { ...task, relationships: { project: { data: project } } } },
      400,
      ['projects.sideloads.tasks.readable: isStaff guest'],
    ],
    [
      'a relationship that is read-only',
      'PATCH',
      '/projects/1',
      { data: { ...project, relationships: { seats: { data: [] } } } },
      403,
      ['projects.sideloads.seats.writable: isStaff guest'],
    ],
    [
      'the URL of an action',
      'PATCH',
      '/projects/1/relationships/seats',
      { data: [] },
      403,
      ['projects.sideloads.seats.writable: isStaff guest'],
    ],
    [
      'a record outside the read scope',
      'GET',
      '/projects/2',
      undefined,
      404,
      ['projects.scopes.read 2 guest'],
    ],
    [
      'a write to a record outside the read scope',
      'PATCH',
      '/projects/2',
      { data: { type: 'projects', id: '2', attributes: { name: 'x' } } },
      404,
      ['projects.scopes.read 2 guest'],
    ],
    [
      'a relationship of such a record',
      'GET',
      '/projects/2/seats',
      undefined,
      404,
      ['projects.scopes.read 2 guest'],
    ],
    ['a record that does not exist', 'GET', '/projects/9', undefined, 404, []],
    ['a name that does not exist', 'GET', '/projects?filter[nosuch]=1&sort=nosuch', undefined, 400, []],
    ['what the viewer sees unchanged', 'GET', '/projects', undefined, 200, []],
  ])('onDenied is called for %s: %s %s', async (_what, method, path, body, status, rules) => {
    expect(await ask('guest', method, path, body)).toBe(status)
    expect(told()).toEqual(rules)
    expect(unexpected).toEqual([])
  })

  test('onDenied is called for records in an operation', async () => {
    const update = { op: 'update', data: { ...project, attributes: { budget: 1 } } }
    const answer = await operate({ fetch: (request) => api.fetch(request as Request, 'guest') } as Api, [
      update,
    ])
    expect(answer.status).toBe(400)
    expect(told()).toEqual([
      'projects.attributes.budget.readable: isStaff guest',
      'projects.attributes.budget.writable: isStaff guest',
    ])
  })

  test('a request for a hidden record returns the same bytes as for a missing record, and the record is looked up only for the log', async () => {
    const bytes = async (of: Api<Viewer>, id: number): Promise<string> => {
      const answer = await of.fetch(new Request(`http://test.example/projects/${id}`), 'guest')
      return (await answer.text()).replaceAll(String(id), 'N')
    }
    expect(await bytes(api, 2)).toBe(await bytes(api, 9))
    expect(await bytes(served({}), 2)).toBe(await bytes(api, 9))
    expect(denied).toEqual([{ rule: 'scopes.read', resource: 'projects', id: '2', context: 'guest' }])
  })

  test('`explain` receives each rule of a read in order, with its place and condition', async () => {
    expect(await ask('guest', 'GET', '/projects?filter[tasks.title]=x')).toBe(400)
    expect(lines.splice(0)).toEqual([
      'projects.actions.index: isGuest passes',
      'projects.attributes.budget.readable: isStaff refuses',
      'projects.sideloads.tasks.readable: isStaff refuses',
      'projects.filters.word.if: isStaff refuses',
    ])
    expect(await ask('guest', 'GET', '/projects')).toBe(200)
    const list = [
      'projects.actions.index: isGuest passes',
      'projects.attributes.budget.readable: isStaff refuses',
      'projects.sideloads.tasks.readable: isStaff refuses',
      shows('defaults.scopes.read: scopeTenant of projects passes', { tenantId: 1 }),
      shows('projects.defaultFilters.archivedAt passes', { archivedAt: null }),
    ]
    expect(lines.splice(0)).toEqual(list)
    // If a plan is reused, guards are called and explained again.
    expect(await ask('guest', 'GET', '/projects')).toBe(200)
    expect(lines.splice(0)).toEqual(list)
    expect(await ask('staff', 'GET', '/projects?include=tasks')).toBe(200)
    expect(lines).toEqual([
      'projects.actions.index: isGuest passes',
      'projects.sideloads.tasks.readable: isStaff passes',
      'projects.attributes.budget.readable: isStaff passes',
      shows('defaults.scopes.read: scopeTenant of projects passes', {}),
      shows('projects.defaultFilters.archivedAt passes', { archivedAt: null }),
    ])
  })

  test('`explain` receives the rules of a write', async () => {
    const body = { data: { ...project, attributes: { name: 'one' } } }
    for (const _ of [1, 2]) {
      expect(await ask('guest', 'PATCH', '/projects/1', body)).toBe(200)
      expect(lines.splice(0)).toEqual([
        'projects.attributes.budget.readable: isStaff refuses',
        'projects.sideloads.tasks.readable: isStaff refuses',
        'projects.attributes.state.writable: isStaff refuses',
        shows('defaults.scopes.read: scopeTenant of projects passes', { tenantId: 1 }),
        shows('projects.defaultFilters.archivedAt passes', { archivedAt: null }),
        shows('projects.scopes.update: scopeOpen passes', { state: 'open' }),
      ])
    }
    // Linking a task to a project does not update the project, so its scope `update` is not applied.
    const linked = { data: { ...task, relationships: { project: { data: project } } } }
    expect(await ask('staff', 'PATCH', '/tasks/1', linked)).toBe(200)
    expect(lines.splice(0).filter((line) => line.includes('scopes'))).toEqual([
      shows('defaults.scopes.read: scopeTenant of projects passes', {}),
    ])
    expect(await ask('guest', 'POST', '/projects', { data: { type: 'projects' } })).toBe(401)
    expect(lines).toEqual(['projects.actions.create: isStaff refuses'])
    expect(denied).toEqual([{ rule: 'actions.create: isStaff', resource: 'projects', context: 'guest' }])
  })

  test('an error thrown by `explain` does not prevent the response', async () => {
    api = served({
      explain: () => {
        throw new Error('The disk of the log is full.')
      },
    })
    expect(await ask('guest', 'GET', '/projects')).toBe(200)
    expect(unexpected).toEqual([])
  })
})
