import { ValidationError } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted } from '../support/counting.js'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { reset } from '../policies/support/world.js'
import {
  type Application,
  application,
  EDITOR,
  READER,
  STRANGER,
  type Viewer,
} from './support/application.js'

const JSONAPI = 'application/vnd.api+json'

interface Asked {
  readonly viewer?: Viewer
  readonly body?: unknown
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

describe.each(databases)('actions/own (14.19) on $name', (database) => {
  let store: OpenDatabase<TenantsClient>
  let served: Application
  let operations: string[]
  const hasLocks = database.name !== 'sqlite'

  beforeAll(async () => {
    store = await database.openTenants()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await reset(store.prisma)
    if (database.name === 'postgresql') {
      await store.prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"Task"', 'id'), 1000)`)
    }
    const client = counted(store.prisma)
    operations = client.operations
    served = application(prismaAdapter(client.prisma))
  })

  async function ask(
    path: string,
    { viewer = EDITOR, body = { meta: {} }, method = 'POST', headers }: Asked = {},
  ) {
    const init = method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const response = await served.api.fetch(
      new Request(`http://test.example${path}`, {
        method,
        headers: { 'content-type': JSONAPI, ...headers },
        ...init,
      }),
      viewer,
    )
    const text = await response.text()
    const document = text === '' ? {} : (JSON.parse(text) as Record<string, never>)
    const { meta: { queries: _queries, ...meta } = {}, ...rest } = document as {
      meta?: { queries?: unknown }
    }
    const shown = Object.keys(meta).length === 0 ? rest : { ...rest, meta }
    return { status: response.status, document: shown as Record<string, unknown>, headers: response.headers }
  }
  const errorsOf = ({ document }: { document: Record<string, unknown> }) =>
    (document['errors'] as { status: string; code: string; detail: string; source?: object }[]).map(
      ({ status, code, detail, source }) => ({ status, code, detail, ...(source && { source }) }),
    )
  const project = (id: number) => store.prisma.project.findUniqueOrThrow({ where: { id } })
  const rename = '/projects/1/-actions/rename'

  test('an action that catches the error of a rejected nested transaction returns 422, and nothing is written', async () => {
    served.next = async (record, projects) => {
      await served.change(record, { budget: 7 })
      await projects.transaction(() => Promise.reject(new ValidationError('is refused')))
      return record
    }
    const before = await project(1)
    const answer = await ask('/projects/1/-actions/hook')
    expect([errorsOf(answer), await project(1)]).toEqual([
      [
        {
          status: '422',
          code: 'validation_error',
          detail: 'This operation was not executed because an operation that it depends on failed.',
        },
      ],
      before,
    ])
  })

  test("an action can create another resource's record, which is removed if the action fails", async () => {
    const before = await store.prisma.task.count()
    const made = await ask('/projects/1/-actions/plan?include=project')
    expect([made.status, made.document]).toMatchObject([
      200,
      {
        data: { type: 'tasks', attributes: { title: 'planned' } },
        included: [{ type: 'projects', id: '1' }],
      },
    ])
    expect(await store.prisma.task.count()).toBe(before + 1)
    const failed = await ask('/projects/1/-actions/plan', { body: { meta: { fails: true } } })
    expect([failed.status, errorsOf(failed).map(({ source }) => source)]).toEqual([
      422,
      [{ pointer: '/meta/fails' }],
    ])
    expect(await store.prisma.task.count()).toBe(before + 1)
  })

  test('an action on a record receives the record and its typed input, and returns the updated record', async () => {
    // The first lock also looks up the schema of a table.
    await ask('/projects/1/-actions/count')
    operations.length = 0
    const body = { meta: { name: 'new', at: '2030-01-01T00:00:00+01:00', tags: ['a', 'b'] } }
    const answer = await ask(`${rename}?include=tasks&fields[projects]=name,tasks&fields[tasks]=title`, {
      body,
    })
    expect(answer.status).toBe(200)
    expect(answer.document).toMatchObject({
      data: {
        type: 'projects',
        id: '1',
        attributes: { name: 'new' },
        relationships: { tasks: { data: [{ id: '1' }, { id: '3' }, { id: '7' }] } },
      },
      included: [
        { type: 'tasks', id: '1', attributes: { title: 'a' } },
        { type: 'tasks', id: '3', attributes: { title: 'c' } },
        { type: 'tasks', id: '7', attributes: { title: 'g' } },
      ],
    })
    expect(served.told).toEqual([
      'rename 1 {"name":"new","at":"2029-12-31T23:00:00.000Z","tags":["a","b"],"kind":"plain"}',
      'beforeCommit "new"',
      'afterCommit "new"',
    ])
    expect(await project(1)).toMatchObject({ name: 'new' })
    // The record is read (and read again if it was locked), the method updates it, and the response is read.
    const reads = operations.filter((each) => each.endsWith('.findMany'))
    const found = hasLocks ? ['Project.findMany', 'Project.findMany'] : ['Project.findMany']
    expect(reads).toEqual([...found, 'Project.findMany', 'Task.findMany'])
  })

  test('the query log contains the queries of an action', async () => {
    const headers = { 'content-type': JSONAPI, 'x-log': '1' }
    const body = JSON.stringify({ meta: { name: 'new' } })
    const request = new Request(`http://test.example${rename}?include=tasks`, {
      method: 'POST',
      headers,
      body,
    })
    const answer = await served.api.fetch(request, EDITOR)
    const { meta } = (await answer.json()) as { meta: { queries: { queries: { operation: string }[] } } }
    expect(meta.queries).toMatchObject({
      queries: Array.from({ length: hasLocks ? 3 : 2 }, () => ({
        resource: 'projects',
        operation: 'resolve',
        rows: 1,
      })),
      includes: [{ path: 'tasks', queries: [{ resource: 'tasks', operation: 'resolve', rows: 3 }] }],
    })
  })

  test('the response to an action contains the links of the record', async () => {
    const { document } = await ask(rename, { body: { meta: { name: 'new' } } })
    expect(document['links']).toEqual({ self: 'http://test.example/projects/1' })
  })

  test('an action may return only meta, a list of a different type in the given order, or no record', async () => {
    const meta = await ask('/projects/1/-actions/count')
    expect(meta.document).toEqual({
      jsonapi: { version: '1.1' },
      meta: { budget: 10, at: '1970-01-01T00:00:00.000Z' },
    })
    const list = await ask('/projects/1/-actions/split?include=project&fields[tasks]=title', {
      body: { meta: { into: 3 } },
    })
    expect(list.document['data']).toMatchObject(
      ['part 3', 'part 2', 'part 1'].map((title) => ({ type: 'tasks', attributes: { title } })),
    )
    expect(list.document['included']).toMatchObject([{ type: 'projects', id: '1' }])
    await store.prisma.task.deleteMany({ where: { projectId: 1 } })
    const nothing = await ask('/projects/1/-actions/first-task')
    expect(nothing).toMatchObject({ status: 200, document: { data: null } })
  })

  test('an action on a collection receives only an input, and a decimal in the input is a string', async () => {
    const answer = await ask('/projects/-actions/tidy', { body: { meta: { below: '5.50' } } })
    expect(answer.document['meta']).toEqual({ count: 0, below: '5.50' })
  })

  test("an action's list omits records that the request may not read, and a nullable output becomes null", async () => {
    await store.prisma.task.updateMany({ where: { projectId: 1 }, data: { secret: true } })
    expect((await ask('/projects/1/-actions/first-task')).document['data']).toBeNull()
  })

  test('an action that moves its record out of the scope is rejected and changes nothing', async () => {
    const answer = await ask('/projects/1/-actions/move', { body: { meta: { to: 2 } } })
    expect(errorsOf(answer)).toEqual([
      {
        status: '403',
        code: 'forbidden',
        detail: 'This request is not allowed to see the record that "move" returns. No changes were saved.',
      },
    ])
    expect(await project(1)).toMatchObject({ tenantId: 1 })
  })

  describe('permissions', () => {
    test('an action that its guard rejects returns 403 before any lookup, and onDenied is called', async () => {
      const answer = await ask(rename, { viewer: READER, body: { meta: { name: 'new' } } })
      expect(errorsOf(answer)).toEqual([
        {
          status: '403',
          code: 'forbidden',
          detail: 'This request is not allowed to run the action "rename" of "projects".',
        },
      ])
      expect(operations).toEqual([])
      expect(served.denied).toMatchObject([
        { rule: 'actions.rename: isEditor', resource: 'projects', context: 'tenant 1' },
      ])
    })

    test('a request for a hidden record returns the same 404 as for a missing record', async () => {
      const body = { meta: { name: 'new' } }
      const hidden = await ask('/projects/2/-actions/rename', { body })
      const missing = await ask('/projects/9/-actions/rename', { body })
      const malformed = await ask('/projects/x/-actions/rename', { body })
      expect(errorsOf(hidden)).toEqual([
        {
          status: '404',
          code: 'record_not_found',
          detail: 'There is no record of type "projects" with the id "2".',
        },
      ])
      for (const [answer, id] of [
        [missing, '9'],
        [malformed, 'x'],
      ] as const) {
        expect(JSON.stringify(answer.document)).toBe(
          JSON.stringify(hidden.document).replace('id \\"2\\"', `id \\"${id}\\"`),
        )
      }
      expect(served.told).toEqual([])
    })

    test('an action without a scope uses the update scope, and returns 403 for a visible record outside it', async () => {
      const answer = await ask('/projects/2/-actions/rename', {
        viewer: STRANGER,
        body: { meta: { name: 'n' } },
      })
      expect(errorsOf(answer)).toEqual([
        {
          status: '403',
          code: 'forbidden',
          detail: 'This request is not allowed to run the action "rename" on this record of type "projects".',
        },
      ])
      expect(served.denied).toMatchObject([{ rule: 'scopes.update', resource: 'projects', id: '2' }])
      expect((await ask('/projects/2/-actions/count', { viewer: STRANGER })).status).toBe(200)
    })

    test('if concurrent actions move a record out of the scope, one succeeds and the others are rejected', async () => {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => ask('/projects/1/-actions/raise?fields[projects]=budget')),
      )
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 403)])
      expect(await project(1)).toMatchObject({ budget: 20 })
    })

    test('a closed or unknown action returns 404, like any unknown path', async () => {
      for (const path of [
        '/projects/1/-actions/closed',
        '/projects/1/-actions/publish',
        '/projects/-actions/rename',
        '/projects/1/-actions/tidy',
        '/tasks/1/-actions/rename',
        '/projects/1/-actions/constructor',
        '/projects/1/-actions',
        '/projects/1/-actions/rename/more',
      ]) {
        expect(await ask(path), path).toMatchObject({ status: 404 })
      }
    })
  })

  describe('requests', () => {
    test.each([
      ['GET', 405],
      ['PATCH', 405],
      ['DELETE', 405],
      ['PUT', 405],
    ])("a %s request to an action's URL returns 405 with an Allow header", async (method, status) => {
      const answer = await ask(rename, { method })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
    })

    test("the response to OPTIONS at an action's URL allows POST", async () => {
      const response = await served.api.fetch(
        new Request(`http://test.example${rename}`, { method: 'OPTIONS' }),
        EDITOR,
      )
      expect([response.status, response.headers.get('allow')]).toEqual([204, 'POST, OPTIONS'])
    })

    test('a form on another site cannot start an action, because an action requires the media type and a document', async () => {
      const types = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']
      for (const type of types) {
        const answer = await ask('/projects/-actions/tidy', {
          headers: { 'content-type': type },
          body: '{"meta":{"below":"99"}}',
        })
        expect(answer.status, type).toBe(415)
      }
      const response = await served.api.fetch(
        new Request('http://test.example/projects/-actions/tidy', { method: 'POST' }),
        EDITOR,
      )
      expect(response.status).toBe(400)
      expect(await store.prisma.project.count()).toBe(2)
    })

    test.each<readonly [string, unknown, object]>([
      ['a body that is not an object', [], { code: 'invalid_document', source: { pointer: '' } }],
      ['a body without meta', {}, { code: 'invalid_document', source: { pointer: '' } }],
      ['meta that is a list', { meta: [] }, { code: 'invalid_document', source: { pointer: '/meta' } }],
      ['data', { meta: {}, data: null }, { code: 'invalid_document', source: { pointer: '/data' } }],
      [
        'an unknown member',
        { meta: { name: 'n', nmae: 1 } },
        { code: 'unknown_field', source: { pointer: '/meta/nmae' } },
      ],
      [
        'a hidden member',
        { meta: JSON.parse('{"name":"n","__proto__":1}') },
        { code: 'unknown_field', source: { pointer: '/meta/__proto__' } },
      ],
      ['a missing member', { meta: {} }, { status: '422', source: { pointer: '/meta/name' } }],
      ['a wrong type', { meta: { name: 1 } }, { status: '422', source: { pointer: '/meta/name' } }],
      ['a broken constraint', { meta: { name: '' } }, { status: '422', source: { pointer: '/meta/name' } }],
      [
        'a list with an invalid value',
        { meta: { name: 'n', tags: ['a', 1] } },
        { status: '422', source: { pointer: '/meta/tags/1' } },
      ],
      [
        'a value outside an enum',
        { meta: { name: 'n', kind: 'x' } },
        { status: '422', source: { pointer: '/meta/kind' } },
      ],
    ])(
      'an action request with %s is rejected with a pointer, before the record is looked up',
      async (_what, body, error) => {
        const answer = await ask(rename, { body })
        expect(errorsOf(answer)).toEqual([expect.objectContaining(error)])
        expect(operations).toEqual([])
      },
    )

    test('an action accepts the query parameters for a single record, but no parameters if it returns only meta', async () => {
      for (const [path = '', parameter] of [
        [`${rename}?sort=name`, 'sort'],
        [`${rename}?include=nothing`, 'include'],
        ['/projects/1/-actions/count?include=tasks', 'include'],
        ['/projects/1/-actions/count?fields[projects]=name', 'fields[projects]'],
        ['/projects/1/-actions/split?page[size]=1', 'page[size]'],
      ]) {
        const answer = await ask(path, { body: { meta: { name: 'n' } } })
        expect(answer.status, path).toBe(400)
        expect(answer.document['errors']).toMatchObject([{ source: { parameter } }])
      }
      expect(served.told).toEqual([])
    })

    test.each([
      { op: 'update', href: rename, data: { type: 'projects', id: '1' } },
      { op: 'remove', href: rename },
      { op: 'add', href: rename, data: { type: 'projects', attributes: {} } },
      { op: 'add', href: rename, data: [] },
      { op: 'add', href: rename, data: null },
      { op: 'add', href: '/projects/99/-actions/rename', data: { type: 'projects' } },
    ])('an operation cannot run an action: %j', async (operation) => {
      const answer = await ask('/operations', {
        body: { 'atomic:operations': [operation] },
        headers: {
          'content-type': `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`,
          accept: `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`,
        },
      })
      expect(answer.status).toBe(400)
      expect(errorsOf(answer)).toMatchObject([
        {
          detail: 'An operation cannot run an action: send a request to the URL of the action.',
          source: { pointer: '/atomic:operations/0/href' },
        },
      ])
    })
  })

  describe('custom actions and their transactions', () => {
    test("an error in an action's method undoes its writes, returns 500 and is reported to onError", async () => {
      served.next = async (record) => {
        await served.change(record, { name: 'half' })
        throw new Error(`broken ${record.id}`)
      }
      expect((await ask('/projects/1/-actions/hook')).status).toBe(500)
      expect(served.unexpected.map(String)).toEqual(['Error: broken 1'])
      expect(await project(1)).toMatchObject({ name: 'one' })
    })

    test('a ValidationError in an action returns 422 and undoes its writes', async () => {
      served.next = async (record) => {
        await served.change(record, { name: 'half' })
        throw new ValidationError([{ attribute: 'name', message: 'is taken' }, { message: 'is not so' }])
      }
      const answer = await ask('/projects/1/-actions/hook')
      expect(errorsOf(answer)).toEqual([
        { status: '422', code: 'validation_error', detail: 'name is taken.' },
        { status: '422', code: 'validation_error', detail: 'is not so.' },
      ])
      expect(await project(1)).toMatchObject({ name: 'one' })
    })

    test('a store error in an action undoes its writes and is reported like an error in a write', async () => {
      const seat = (member: number) => ask('/projects/1/-actions/seat', { body: { meta: { member } } })
      expect(errorsOf(await seat(1))).toEqual([
        { status: '422', code: 'validation_error', detail: 'Such a record already exists.' },
      ])
      expect(errorsOf(await seat(99))).toMatchObject([{ status: '409', code: 'conflict' }])
      expect(await project(1)).toMatchObject({ name: 'one' })
      expect(served.unexpected).toEqual([])
      expect((await seat(3)).document['meta']).toMatchObject({ memberId: 3, projectId: 1 })
    })

    test("if an action's method returns an unsupported value, the response is 500", async () => {
      for (const returned of [undefined, null, 1, 'x']) {
        served.next = () => returned
        expect((await ask('/projects/1/-actions/hook')).status).toBe(500)
      }
      expect(served.unexpected).toHaveLength(4)
      served.next = () => [null]
      expect((await ask('/projects/1/-actions/hooks')).status).toBe(500)
      served.next = () => ({ toJSON: () => [1] })
      expect((await ask('/projects/1/-actions/told')).status).toBe(500)
      expect(served.unexpected.slice(4).map(String)).toEqual([
        'Error: The action "hooks" must return a list of "projects".',
        'Error: The action "told" must return an object, which becomes "meta".',
      ])
    })

    test('persistWithRelationships in an action validates and applies scopes like a request (14.10)', async () => {
      served.next = (record) => served.write('update', { id: record.id, name: 'written' })
      expect((await ask('/projects/1/-actions/hook')).status).toBe(200)
      expect(await project(1)).toMatchObject({ name: 'written' })
      served.next = (record) => served.write('update', { id: record.id, name: 'x'.repeat(21) })
      expect(errorsOf(await ask('/projects/1/-actions/hook'))).toMatchObject([{ status: '422' }])
      await store.prisma.project.create({ data: { id: 3, name: 'three', budget: 20, tenantId: 1 } })
      const before = await project(3)
      served.next = () => served.write('update', { id: 3, name: 'refused' })
      expect(errorsOf(await ask('/projects/1/-actions/hook'))).toMatchObject([{ status: '403' }])
      expect(await project(3)).toEqual(before)
    })

    test('an action without a transaction can write data, and hooks do not wait for a commit', async () => {
      expect((await ask('/projects/1/-actions/call')).status).toBe(200)
      expect(await project(1)).toMatchObject({ name: 'called' })
    })

    test('if an action without a transaction fails after a write, the error says that data was written (14.6)', async () => {
      const apart = '/projects/1/-actions/apart'
      const written = async () => {
        const answer = await ask(apart)
        const [error] = answer.document['errors'] as { status: string; detail: string; meta?: object }[]
        return { status: error?.status, meta: error?.meta, detail: error?.detail }
      }
      served.next = () => {
        throw new Error('before')
      }
      expect(await written()).toMatchObject({ status: '500', meta: undefined })
      served.next = async (record) => {
        await served.change(record, { name: 'done' })
        throw new Error('after')
      }
      expect(await written()).toMatchObject({ status: '500', meta: { written: true } })
      expect(await project(1)).toMatchObject({ name: 'done' })
      served.next = async (record) => {
        await served.change(record, { name: 'refused' })
        throw new ValidationError('the other server refuses it')
      }
      expect(await written()).toMatchObject({ status: '422' })
      served.next = (record) => served.change(record, { tenantId: 2 })
      expect(await written()).toEqual({
        status: '403',
        meta: { written: true },
        detail:
          'This request is not allowed to see the record that "apart" returns. The action was completed.',
      })
      expect(await project(1)).toMatchObject({ name: 'refused', tenantId: 2 })
    })

    test("If-Match on an action is compared with the record's tag", async () => {
      const { headers } = await ask('/projects/1', { method: 'GET' })
      const tag = headers.get('etag') ?? ''
      const body = { meta: { name: 'new' } }
      const stale = await ask(rename, { body, headers: { 'if-match': '"stale"' } })
      expect(errorsOf(stale)).toMatchObject([{ status: '412', source: { header: 'If-Match' } }])
      expect(await project(1)).toMatchObject({ name: 'one' })
      expect(await ask(`${rename}?include=tasks`, { body, headers: { 'if-match': tag } })).toMatchObject({
        status: 200,
      })
      expect((await ask(rename, { body, headers: { 'if-match': tag } })).status).toBe(412)
      expect((await ask('/projects/-actions/tidy', { headers: { 'if-match': tag } })).status).toBe(400)
    })
  })
})
