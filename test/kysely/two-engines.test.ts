import { type Api, Resource } from '@jsonapi-gen/runtime'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { factsOf, prismaAdapter } from '../support/facts.js'
import { reset } from '../policies/support/world.js'
import { kyselyOf, poolOf } from './support/kysely-of.js'

const JSONAPI = 'application/vnd.api+json'
const ATOMIC = `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`

describe.each(databases)(
  'kysely/two-engines (11.5): projects on Prisma, tasks on Kysely, on $name',
  (database) => {
    let store: OpenDatabase<TenantsClient>
    let db: Kysely<object>
    let api: Api<undefined>
    beforeAll(async () => {
      store = await database.openTenants()
      db = kyselyOf({ name: database.name, url: store.url })
      const prisma = prismaAdapter(store.prisma)
      const kysely = new KyselyAdapter(db, poolOf(db))
      class Projects extends Resource {
        static {
          this.type('projects')
          this.model('Project')
          this.id('integer')
          this.useAdapter(prisma)
          this.attribute('name', 'string')
          this.attribute('budget', 'integer')
          this.attribute('tenantId', 'integer')
          this.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId' })
        }
      }
      class Tasks extends Resource {
        static {
          this.type('tasks')
          this.model('Task')
          this.facts(factsOf(store.prisma))
          this.id('integer')
          this.useAdapter(kysely)
          this.attribute('title', 'string')
          this.attribute('rank', 'integer?')
          this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
        }
      }
      api = apiOf(class extends ActionsController {}, [Projects, Tasks], { operations: true })
    })
    afterAll(async () => {
      await db.destroy()
      await store.close()
    })
    beforeEach(async () => {
      await reset(store.prisma)
      if (database.name === 'postgresql') {
        await store.prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"Task"', 'id'), 1000)`)
      }
    })

    async function ask(method: string, path: string, body?: object, type: string = JSONAPI) {
      const init = {
        method,
        headers: { 'content-type': type, accept: type },
        ...(body && { body: JSON.stringify(body) }),
      }
      const response = await api.fetch(new Request(`http://test.example${path}`, init), undefined)
      const text = await response.text()
      return {
        status: response.status,
        document: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }
    }
    const rows = async () => ({
      projects: await store.prisma.project.count(),
      tasks: await store.prisma.task.count(),
    })
    const project = { type: 'projects', id: '1' }

    test('includes work across two engines, in both directions', async () => {
      const up = await ask(
        'GET',
        '/tasks/1?include=project&fields[tasks]=title,project&fields[projects]=name',
      )
      expect([up.status, up.document]).toMatchObject([
        200,
        { data: { id: '1' }, included: [{ ...project, attributes: { name: 'one' } }] },
      ])
      const down = await ask('GET', '/projects/1?include=tasks&fields[tasks]=title&fields[projects]=tasks')
      expect([down.status, (down.document['included'] as object[]).length]).toEqual([200, 5])
    })

    test('a record of one engine may be linked to a record of the other if only one table changes', async () => {
      const data = {
        type: 'tasks',
        attributes: { title: 'new' },
        relationships: { project: { data: project } },
      }
      expect((await ask('POST', '/tasks', { data })).status).toBe(201)
      const task = await store.prisma.task.findFirstOrThrow({ where: { title: 'new' } })
      expect(task.projectId).toBe(1)
    })

    const nested = {
      data: {
        type: 'tasks',
        attributes: { title: 'new' },
        relationships: { project: { data: { ...project, method: 'update' } } },
      },
      included: [{ ...project, attributes: { name: 'changed' } }],
    }
    const members = { data: [{ type: 'tasks', id: '5' }] }
    test.each([
      ['POST', '/tasks', nested, JSONAPI, '/included/0'],
      ['POST', '/projects/1/relationships/tasks', members, JSONAPI, '/data/0'],
      [
        'PATCH',
        '/projects/1',
        {
          data: {
            ...project,
            attributes: { name: 'changed' },
            relationships: { tasks: { data: [{ type: 'tasks', 'temp-id': 'a', method: 'create' }] } },
          },
          included: [{ type: 'tasks', 'temp-id': 'a', attributes: { title: 'new' } }],
        },
        JSONAPI,
        '/included/0',
      ],
      [
        'POST',
        '/operations',
        {
          'atomic:operations': [
            { op: 'update', data: { ...project, attributes: { name: 'changed' } } },
            { op: 'add', data: { type: 'tasks', attributes: { title: 'new' } } },
          ],
        },
        ATOMIC,
        '/atomic:operations/1/data',
      ],
    ])(
      'a write that spans both engines returns 400, and no data is written: %s %s',
      async (method, path, body, type, pointer) => {
        const before = await rows()
        const { status, document } = await ask(method, path, body, type)
        const [error] = document['errors'] as { source?: { pointer?: string } }[]
        expect([status, error?.source?.pointer]).toEqual([400, pointer])
        expect(await rows()).toEqual(before)
        expect(await store.prisma.project.findUniqueOrThrow({ where: { id: 1 } })).toMatchObject({
          name: 'one',
        })
      },
    )
  },
)
