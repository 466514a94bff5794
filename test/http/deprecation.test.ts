import {
  type Api,
  type DeprecatedRequest,
  type Deprecation,
  Resource,
  type ResourceClass,
  Unauthorized,
} from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { explorer } from '@jsonapi-gen/explorer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openapi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { castTo } from '../../runtime/src/base/cast.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { reset } from '../policies/support/world.js'

const JSONAPI = 'application/vnd.api+json'
const ATOMIC = `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`
type Viewer = 'guest' | 'staff'

class ApplicationController extends ActionsController<Viewer> {
  isStaff(): boolean {
    return this.locals === 'staff'
  }
  override describe(): string {
    return this.locals
  }
}

const JANUARY = { since: '2026-01-31', sunset: '2027-01-31' }
const MAY = { since: '2026-05-31' }
const JULY = { since: '2026-07-31', sunset: '2026-12-31' }

describe.each(databases)('http/deprecation (31.3) on $name', (database) => {
  let store: OpenDatabase<TenantsClient>
  let used: DeprecatedRequest[]
  let api: Api<Viewer>

  beforeAll(async () => {
    store = await database.openTenants()
    if (database.name === 'postgresql') {
      await store.prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"Task"', 'id'), 1000)`)
    }
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await reset(store.prisma)
    used = []
    api = served({ onDeprecated: (one) => void used.push(one) })
  })

  function served(
    options: Omit<NonNullable<Parameters<typeof apiOf<Viewer>>[2]>, 'operations'>,
  ): Api<Viewer> {
    const adapter = prismaAdapter(store.prisma)
    const common = (resource: ResourceClass, type: string, model: string): void => {
      resource.type(type)
      resource.model(model)
      resource.id('integer')
      resource.useAdapter(adapter)
    }
    class Projects extends Resource {
      static {
        common(this, 'projects', 'Project')
        this.attribute('name', { type: 'string', deprecated: { ...JANUARY, use: 'state' } })
        this.attribute('budget', {
          type: 'integer',
          default: 0,
          readable: 'isStaff',
          writable: 'isStaff',
          deprecated: MAY,
        })
        this.attribute('state', { type: 'string', default: 'open' })
        this.attribute('tenantId', { type: 'integer', readable: false, default: 1 })
        this.allowFilter('name')
        this.allowFilter('state', { aliases: ['status'], deprecated: MAY })
        this.allowFilter('tasks.title')
        this.allowStat({ total: 'count', budget: ['sum'] })
        this.allowStat({ state: { calculations: ['count'], deprecated: JULY } })
        this.allowSort('state', { deprecated: JULY })
        this.extraField('letters', { type: 'integer', value: () => 1, deprecated: MAY })
        this.hasMany('jobs', { resource: 'jobs', foreignKey: 'projectId', writable: true })
        this.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId', deprecated: JULY })
        this.hasMany('issues', { resource: 'issues', foreignKey: 'projectId' })
        this.action('wave', { on: 'record', output: 'meta', deprecated: MAY }, () => Promise.resolve({}))
        this.action('greet', { on: 'record', output: 'meta' }, () => Promise.resolve({}))
      }
    }
    class Tasks extends Resource {
      static {
        common(this, 'tasks', 'Task')
        this.attribute('title', 'string')
        this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
      }
    }
    class Issues extends Resource {
      static {
        common(this, 'issues', 'Task')
        this.attribute('title', 'string')
        this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
        this.actions({
          index: { deprecated: MAY },
          show: { deprecated: MAY },
          create: { guard: 'isStaff', deprecated: JULY },
          update: true,
          destroy: { deprecated: { ...JANUARY, use: 'update' } },
        })
      }
    }
    class Seats extends Resource {
      static {
        common(this, 'jobs', 'Task')
        this.deprecated({ ...JANUARY, use: 'tasks' })
        this.attribute('title', 'string')
      }
    }
    class Plans extends Resource {
      static {
        common(this, 'plans', 'Project')
        this.attribute('state', { type: 'string', column: 'name', deprecated: MAY })
        this.attribute('label', { type: 'string', column: 'state' })
        this.allowStat({ states: { column: 'state', calculations: ['count'] } })
        this.allowStat({ names: { column: 'name', calculations: ['count'] } })
      }
    }
    return apiOf(ApplicationController, [Projects, Tasks, Issues, Seats, Plans], {
      operations: true,
      ...options,
    })
  }

  const send = async (
    path: string,
    {
      viewer = 'staff' as Viewer,
      method = 'GET',
      body,
      headers = {},
    }: {
      viewer?: Viewer
      method?: string
      body?: object
      headers?: Readonly<Record<string, string>>
    } = {},
  ): Promise<Response> => {
    const type = path === '/operations' ? ATOMIC : JSONAPI
    const init = body && {
      body: JSON.stringify(body),
      headers: { 'content-type': type, accept: type, ...headers },
    }
    const response = await api.fetch(new Request(`http://test.example${path}`, { method, ...init }), viewer)
    await response.clone().text()
    return response
  }
  const parts = (): readonly string[] =>
    used.map(({ kind, type, name }) => [kind, type, name].join(' ').trim())
  const task = { type: 'tasks', attributes: { title: 'new' } }

  test.each([
    ['/projects', []],
    ['/projects/1', []],
    ['/projects?fields[projects]=state', []],
    ['/projects?fields[projects]=name', ['attribute projects name']],
    ['/projects?fields[projects]=tasks', ['relationship projects tasks']],
    // The attribute of the column, not the attribute with its name.
    ['/plans?stats[states]=count', []],
    ['/plans?stats[names]=count', ['stat plans names']],
    ['/projects?extra_fields[projects]=letters', ['extra field projects letters']],
    ['/projects?filter[status]=open', ['filter projects state']],
    ['/projects?filter[name]=a', ['filter projects name']],
    ['/projects?filter[tasks.title]=a', ['filter projects tasks.title']],
    [
      '/projects?filter[or][0][name]=a&filter[or][1][not][state]=b',
      ['filter projects name', 'filter projects state'],
    ],
    ['/projects?sort=-state', ['sort projects state']],
    ['/projects?sort=name', ['sort projects name']],
    ['/projects?stats[total]=count', []],
    ['/projects?stats[state]=count', ['stat projects state']],
    ['/projects?stats[budget]=sum', ['stat projects budget']],
    ['/projects?include=tasks', ['relationship projects tasks']],
    ['/projects/1/tasks', ['relationship projects tasks']],
    ['/projects/1/relationships/tasks', ['relationship projects tasks']],
    ['/tasks?include=project.tasks', ['relationship projects tasks']],
    ['/tasks?include=project&fields[projects]=name', ['attribute projects name']],
    ['/jobs', ['resource jobs']],
    ['/jobs/1', ['resource jobs']],
    ['/issues', ['action issues index']],
    ['/issues/1', ['action issues show']],
    ['/issues/1/project', ['action issues show']],
    ['/issues/1/relationships/project', ['action issues show']],
    ['/projects/1/issues', ['action issues index']],
    ['/projects?include=issues', []],
  ])('a GET of %s uses %j', async (path, expected) => {
    for (const _ of ['planned', 'with a known plan']) {
      used = []
      const response = await send(path)
      expect([response.status, parts(), response.headers.has('deprecation')]).toEqual([
        200,
        expected,
        expected.length > 0,
      ])
    }
  })

  test.each([
    [
      'POST',
      '/projects',
      { type: 'projects', attributes: { state: 'open', name: 'new' } },
      201,
      ['attribute projects name'],
    ],
    ['PATCH', '/projects/1', { type: 'projects', id: '1', attributes: { state: 'open' } }, 200, []],
    [
      'PATCH',
      '/projects/1',
      { type: 'projects', id: '1', attributes: { budget: 2 } },
      200,
      ['attribute projects budget'],
    ],
    ['PATCH', '/projects/1/relationships/tasks', [], 204, ['relationship projects tasks']],
    ['DELETE', '/jobs/1', undefined, 204, ['resource jobs']],
    ['PATCH', '/projects/1/relationships/jobs', [{ type: 'jobs', id: '1' }], 204, ['resource jobs']],
    [
      'PATCH',
      '/projects/1',
      { type: 'projects', id: '1', relationships: { jobs: { data: [{ type: 'jobs', id: '1' }] } } },
      200,
      ['resource jobs'],
    ],
    ['POST', '/issues', { type: 'issues', attributes: { title: 'x' } }, 201, ['action issues create']],
    ['PATCH', '/issues/1', { type: 'issues', id: '1', attributes: { title: 'x' } }, 200, []],
    ['DELETE', '/issues/1', undefined, 204, ['action issues destroy']],
    ['POST', '/projects/1/-actions/wave', {}, 200, ['action projects wave']],
    ['POST', '/projects/1/-actions/greet', {}, 200, []],
  ])('a %s to %s with %j returns %i and uses %j', async (method, path, data, status, expected) => {
    const response = await send(path, {
      method,
      ...(data && { body: path.includes('-actions') ? { meta: data } : { data } }),
    })
    expect([response.status, parts(), response.headers.has('deprecation')]).toEqual([
      status,
      expected,
      expected.length > 0,
    ])
  })

  test('nested writes and operations use what they name', async () => {
    const linkage = { data: [{ type: 'tasks', 'temp-id': 'a', method: 'create' }] }
    const nested = { type: 'projects', id: '1', relationships: { tasks: linkage } }
    const included = [{ ...task, 'temp-id': 'a' }]
    expect((await send('/projects/1', { method: 'PATCH', body: { data: nested, included } })).status).toBe(
      200,
    )
    expect(parts()).toEqual(['relationship projects tasks'])
    used = []
    const update = { op: 'update', data: { type: 'projects', id: '1', attributes: { name: 'x' } } }
    const body = {
      'atomic:operations': [update, { op: 'add', data: { type: 'jobs', attributes: { title: 'x' } } }],
    }
    const response = await send('/operations', { method: 'POST', body })
    expect([response.headers.has('deprecation'), parts()]).toEqual([
      true,
      ['attribute projects name', 'resource jobs'],
    ])
  })

  test('nested writes and operations use the actions whose guards they pass', async () => {
    const issue = { type: 'issues', 'temp-id': 'a' }
    const written = async (...data: readonly object[]): Promise<readonly unknown[]> => {
      used = []
      const nested = { type: 'projects', id: '1', relationships: { issues: { data } } }
      const included = [{ ...issue, attributes: { title: 'x' } }]
      const isCreate = data.some((each) => 'temp-id' in each)
      const body = { data: nested, ...(isCreate && { included }) }
      const { status, headers } = await send('/projects/1', { method: 'PATCH', body })
      return [status, headers.get('deprecation'), parts()]
    }
    const at = (day: string): string => `@${Date.parse(day) / 1000}`
    expect(await written({ ...issue, method: 'create' })).toEqual([
      200,
      at('2026-07-31'),
      ['action issues create'],
    ])
    expect(await written({ type: 'issues', id: '1', method: 'destroy' })).toEqual([
      200,
      at('2026-01-31'),
      ['action issues destroy'],
    ])
    used = []
    const body = {
      'atomic:operations': [
        { op: 'add', data: { type: 'issues', attributes: { title: 'x' } } },
        { op: 'update', data: { type: 'issues', id: '2', attributes: { title: 'x' } } },
        { op: 'remove', ref: { type: 'issues', id: '2' } },
      ],
    }
    const { status, headers } = await send('/operations', { method: 'POST', body })
    expect([status, headers.get('deprecation'), headers.get('sunset'), used]).toEqual([
      200,
      at('2026-01-31'),
      'Thu, 31 Dec 2026 00:00:00 GMT',
      [
        { kind: 'action', type: 'issues', name: 'create', ...JULY, context: 'staff' },
        { kind: 'action', type: 'issues', name: 'destroy', ...JANUARY, use: 'update', context: 'staff' },
      ],
    ])
  })

  test('a write under a condition does not use `show`, and a denied action is not used', async () => {
    const etag = (await send('/issues/1')).headers.get('etag') ?? ''
    used = []
    const update = { data: { type: 'issues', id: '1', attributes: { title: 'x' } } }
    const { status } = await send('/issues/1', {
      method: 'PATCH',
      body: update,
      headers: { 'if-match': etag },
    })
    expect([status, used]).toEqual([200, []])
    const body = { data: { type: 'issues', attributes: { title: 'x' } } }
    const refused = await send('/issues', { viewer: 'guest', method: 'POST', body })
    expect([refused.status, refused.headers.has('deprecation'), used]).toEqual([403, false, []])
  })

  test('the headers contain the earliest dates, and links to the successor and the documentation', async () => {
    const headersOf = async (path: string): Promise<readonly (string | null)[]> => {
      const { headers } = await send(path)
      return ['deprecation', 'sunset', 'link'].map((name) => headers.get(name))
    }
    const january = `@${Date.UTC(2026, 0, 31) / 1000}`
    expect(await headersOf('/projects?filter[name]=a&sort=state')).toEqual([
      january,
      'Thu, 31 Dec 2026 00:00:00 GMT',
      null,
    ])
    expect(await headersOf('/projects?filter[state]=a')).toEqual([
      `@${Date.UTC(2026, 4, 31) / 1000}`,
      null,
      null,
    ])
    expect(await headersOf('/jobs')).toEqual([
      january,
      'Sun, 31 Jan 2027 00:00:00 GMT',
      '<http://test.example/tasks>; rel="successor-version"',
    ])
    expect(await headersOf('/projects')).toEqual([null, null, null])
    api = served({ deprecationUrl: 'https://example.com/changes' })
    expect((await headersOf('/jobs'))[2]).toBe(
      '<https://example.com/changes>; rel="deprecation"; type="text/html", <http://test.example/tasks>; rel="successor-version"',
    )
    api = served({ deprecationUrl: 'https://example.com/變更?a=>; rel="x\r\n' })
    expect((await headersOf('/jobs'))[2]).toBe(
      '<https://example.com/%E8%AE%8A%E6%9B%B4?a=%3E;%20rel=%22x>; rel="deprecation"; type="text/html", <http://test.example/tasks>; rel="successor-version"',
    )
  })

  test.each(['', '/changes', 'example.com'])(
    'the option "deprecationUrl" must be an address: %j is not',
    (deprecationUrl) => {
      expect(() => served({ deprecationUrl })).toThrow(
        new TypeError(
          `The option "deprecationUrl" must be an address such as https://example.org/changes, not ${JSON.stringify(deprecationUrl)}.`,
        ),
      )
    },
  )

  test('with an explorer, the documentation is its page of the type, for requests that may see the page', async () => {
    const permitted = explorer({ if: ({ headers }) => headers.get('x-who') === 'me' })
    api = served({ openapi, explorer: permitted })
    const linksFor = async (who: string) => {
      const request = new Request('http://test.example/jobs/999', { headers: { 'x-who': who } })
      return (await api.fetch(request, 'staff')).headers.get('link')
    }
    const successor = '<http://test.example/tasks>; rel="successor-version"'
    expect(await linksFor('nobody')).toBe(successor)
    expect(await linksFor('me')).toBe(
      `<http://test.example/explorer#/jobs>; rel="deprecation"; type="text/html", ${successor}`,
    )
    for (const refuses of [
      () => {
        throw new Unauthorized({ detail: 'Log in.' })
      },
      () => Promise.reject(new Error('The session store is down.')),
      () => new Promise<boolean>(() => {}),
    ]) {
      api = served({ openapi, explorer: explorer({ if: refuses }), limits: { time: 300 } })
      const created = await send('/jobs/999')
      expect([created.status, created.headers.get('link')?.includes('rel="deprecation"') ?? false]).toEqual([
        404,
        false,
      ])
    }
  })

  test('errors after the guards have the headers; a hidden name gets the response of an unknown one', async () => {
    const missing = await send('/jobs/999')
    expect([missing.status, missing.headers.has('deprecation')]).toEqual([404, true])
    used = []
    const texts = await Promise.all(
      ['budget', 'nothing'].map(async (name) => {
        const response = await send(`/projects?fields[projects]=${name}`, { viewer: 'guest' })
        const headers = ['deprecation', 'sunset', 'link'].map((each) => response.headers.get(each))
        return [response.status, headers, (await response.text()).replaceAll(name, 'x')]
      }),
    )
    expect(texts[0]).toEqual(texts[1])
    const write = { data: { type: 'projects', id: '1', attributes: { budget: 1 } } }
    const refused = await send('/projects/1', { viewer: 'guest', method: 'PATCH', body: write })
    expect([refused.headers.has('deprecation'), used]).toEqual([false, []])
  })

  test('`onDeprecated` says who used what, once per request, and may fail', async () => {
    await send('/projects?filter[name]=a&include=tasks,tasks.project&fields[projects]=name,tasks', {
      viewer: 'guest',
    })
    expect(used).toEqual([
      { kind: 'filter', type: 'projects', name: 'name', ...JANUARY, context: 'guest' },
      { kind: 'relationship', type: 'projects', name: 'tasks', ...JULY, context: 'guest' },
      { kind: 'attribute', type: 'projects', name: 'name', ...JANUARY, use: 'state', context: 'guest' },
    ])
    for (const onDeprecated of [
      () => {
        throw new Error('The log is full.')
      },
      () => Promise.reject(new Error('The log is full.')),
    ]) {
      const errors: unknown[] = []
      api = served({ onDeprecated, onError: (error) => void errors.push(error) })
      expect([(await send('/jobs')).status, errors]).toEqual([200, [new Error('The log is full.')]])
    }
  })

  test('code of the application that runs in process uses nothing for the client', async () => {
    class Projects extends Resource {
      static {
        this.type('projects')
        this.model('Project')
        this.id('integer')
        this.useAdapter(prismaAdapter(store.prisma))
        this.attribute('name', { type: 'string', deprecated: JANUARY })
        this.action('find', { on: 'collection', output: 'meta' }, async () => {
          const { data } = await Projects.all({ filter: { name: 'a' } })
          return { count: data.length }
        })
        this.allowFilter('name')
      }
    }
    api = apiOf(ApplicationController, [Projects])
    const response = await send('/projects/-actions/find', { method: 'POST', body: { meta: {} } })
    expect([response.status, response.headers.has('deprecation')]).toEqual([200, false])
  })
})

test('a class declares its deprecations with days of the calendar, in their order (31.1)', () => {
  const declare = (deprecation: unknown) => () =>
    class extends Resource {
      static {
        this.deprecated(castTo<Deprecation>(deprecation))
      }
    }
  const days = (given: string) =>
    new TypeError(`"deprecated" must have dates such as '2026-01-31', not ${given}.`)
  expect(declare({ since: '2026-02-30' })).toThrow(days('"2026-02-30"'))
  expect(declare({ since: '2026-01-31', sunset: '2027' })).toThrow(days('"2027"'))
  for (const wrong of [{}, true, 'text', { since: undefined }]) {
    expect(declare(wrong)).toThrow(days('undefined'))
  }
  expect(declare({ since: '2026-01-31', sunset: '2026-01-31' })).toThrow(
    new TypeError('The sunset 2026-01-31 in "deprecated" must be after since, which is 2026-01-31.'),
  )
})

test('`use` of a part names another part of its kind, or the API is not created (31.1)', () => {
  class Notes extends Resource {
    static {
      const to = (use: string) => ({ since: '2026-01-31', use })
      this.type('notes')
      this.useAdapter(new NullAdapter())
      this.attribute('title', { type: 'string', deprecated: to('text') })
      this.attribute('text', { type: 'string', deprecated: to('text') })
      this.attribute('old', { type: 'string', deprecated: to('titel') })
      this.allowFilter('title', { deprecated: to('text') }, () => {})
      this.allowSort('title', { deprecated: to('text') })
    }
  }
  expect(() => apiOf(ApplicationController, [Notes])).toThrow(
    new Error(
      [
        'The API cannot be created. These declarations are invalid:',
        '- notes: the attribute "text" is deprecated in favor of "text", which is not another attribute.',
        '- notes: the attribute "old" is deprecated in favor of "titel", which is not another attribute. Did you mean "title"?',
        '- notes: the filter "title" is deprecated in favor of "text", which is not another filter.',
      ].join('\n'),
    ),
  )
})
