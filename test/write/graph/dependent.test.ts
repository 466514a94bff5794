import { Resource, type ResourceClass, withoutPolicies } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ActionsController } from '../../support/actions-controller.js'
import { apiOf } from '../../support/api-of.js'
import { databases, type OpenDatabase, type TenantsClient } from '../../support/databases.js'
import { isSoak } from '../../support/sample.js'
import { operate } from '../../operations/support/operate.js'
import { contents, reset, type World } from '../../policies/support/world.js'
import { prismaAdapter } from '../../support/facts.js'
import { narrowed } from '../../support/scopes.js'

const ROUNDS = isSoak ? 200 : 8
const JSONAPI = 'application/vnd.api+json'

describe.each(databases)('write/dependent (11.15): `dependent: restrict` on $name', (database) => {
  let store: OpenDatabase<TenantsClient>
  let before: World

  beforeAll(async () => {
    store = await database.openTenants()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await reset(store.prisma)
    before = await contents(store.prisma)
  })

  /** An API in which the named relationships have `dependent: restrict`. A scope hides some records from all users. */
  function served(...restricted: readonly string[]) {
    const adapter = prismaAdapter(store.prisma)
    const dependent = (name: string): object => (restricted.includes(name) ? { dependent: 'restrict' } : {})
    const common = (resource: ResourceClass, type: string, model: string): void => {
      resource.type(type)
      resource.model(model)
      resource.id('integer')
      resource.useAdapter(adapter)
      resource.actions({ index: true, show: true, create: true, update: true, destroy: true })
    }
    class Members extends Resource {
      static {
        common(this, 'members', 'Member')
        this.attribute('name', 'string')
        this.hasMany('tasks', { resource: 'tasks', foreignKey: 'assigneeId', ...dependent('members.tasks') })
        this.hasMany('led', { resource: 'projects', foreignKey: 'leadId', ...dependent('members.led') })
        this.hasOne('profile', {
          resource: 'profiles',
          foreignKey: 'memberId',
          ...dependent('members.profile'),
        })
        this.hasAndBelongsToMany('projects', {
          resource: 'projects',
          foreignKey: { seats: 'memberId' },
          ...dependent('members.projects'),
        })
      }
    }
    class Projects extends Resource {
      static {
        common(this, 'projects', 'Project')
        this.attribute('name', 'string')
        this.attribute('tenantId', 'integer')
        this.attribute('budget', 'integer')
        this.belongsTo('lead', { resource: 'members', foreignKey: 'leadId' })
        this.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId', ...dependent('projects.tasks') })
        this.polymorphicHasMany('notes', {
          resource: 'notes',
          foreignKey: 'subjectId',
          as: 'subject',
          ...dependent('projects.notes'),
        })
      }
    }
    class Profiles extends Resource {
      static {
        common(this, 'profiles', 'Profile')
        this.attribute('motto', 'string')
        this.belongsTo('member', { resource: 'members', foreignKey: 'memberId' })
      }
    }
    class Tasks extends Resource {
      static {
        common(this, 'tasks', 'Task')
        this.attribute('title', 'string')
        this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
        this.belongsTo('assignee', { resource: 'members', foreignKey: 'assigneeId' })
        this.belongsTo('parent', { resource: 'tasks', foreignKey: 'parentId' })
        this.hasMany('children', {
          resource: 'tasks',
          foreignKey: 'parentId',
          ...dependent('tasks.children'),
        })
        this.hasAndBelongsToMany('labels', {
          resource: 'labels',
          foreignKey: { tasks: 'id' },
          ...dependent('tasks.labels'),
        })
        this.defaultFilter('secret', (scope) => narrowed(scope, { secret: false }))
        this.scopes({ read: (scope) => narrowed(scope, { internal: null }) })
      }
    }
    class Labels extends Resource {
      static {
        common(this, 'labels', 'Label')
        this.attribute('name', 'string')
        this.hasAndBelongsToMany('tasks', {
          resource: 'tasks',
          foreignKey: { labels: 'id' },
          ...dependent('labels.tasks'),
        })
      }
    }
    class Notes extends Resource {
      static {
        common(this, 'notes', 'Note')
        this.attribute('body', 'string')
        this.polymorphicBelongsTo('subject', {
          groupBy: 'subjectType',
          groups: { Project: { resource: 'projects', foreignKey: 'subjectId' } },
        })
        this.defaultFilter('hidden', (scope) => narrowed(scope, { hidden: false }))
      }
    }
    const unexpected: unknown[] = []
    const api = apiOf(ActionsController, [Members, Projects, Profiles, Tasks, Labels, Notes], {
      operations: true,
      onError: (error) => unexpected.push(error),
    })
    const send = async (method: string, path: string, body?: object): Promise<Answer> => {
      const init = body && { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
      const response = await api.fetch(new Request(`http://test.example${path}`, { method, ...init }))
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    }
    return { api, send, unexpected, projects: Projects }
  }
  interface Answer {
    readonly status: number
    readonly body: unknown
  }

  /** The response to a rejected destroy, with a single error. */
  const refused = (type: string, more: object = {}): object => ({
    jsonapi: { version: '1.1' },
    errors: [
      {
        code: 'conflict',
        status: '409',
        title: 'Conflict',
        detail: `This record of type "${type}" cannot be destroyed, because other records depend on it.`,
        ...more,
      },
    ],
  })

  test.each([
    ['members.tasks', '/members/2', 'members'],
    ['members.projects', '/members/3', 'members'],
    ['members.led', '/members/3', 'members'],
    ['members.profile', '/members/3', 'members'],
    ['tasks.children', '/tasks/2', 'tasks'],
    ['tasks.labels', '/tasks/1', 'tasks'],
    ['labels.tasks', '/labels/2', 'labels'],
    ['projects.notes', '/projects/2', 'projects'],
  ])(
    '%s rejects DELETE %s while the record has members, and no data is written',
    async (name, path, type) => {
      if (name === 'members.projects') {
        await store.prisma.seat.create({ data: { memberId: 3, projectId: 2, hidden: true } })
      }
      if (name === 'members.led') await store.prisma.project.update({ where: { id: 1 }, data: { leadId: 3 } })
      if (name === 'members.profile') {
        await store.prisma.profile.deleteMany({})
        await store.prisma.profile.create({ data: { memberId: 3, motto: 'Here' } })
      }
      before = await contents(store.prisma)
      const { send, unexpected } = served(name)
      expect(await send('DELETE', path)).toEqual({ status: 409, body: refused(type) })
      expect(await contents(store.prisma)).toEqual(before)
      expect(unexpected).toEqual([])
    },
  )

  test('without "restrict", the store follows the datamodel: it sets keys to null and deletes join rows', async () => {
    const { send } = served()
    expect((await send('DELETE', '/members/2')).status).toBe(204)
    const after = await contents(store.prisma)
    expect(after.tasks.filter(({ assigneeId }) => assigneeId === 2)).toEqual([])
    expect(after.seats.filter(({ memberId }) => memberId === 2)).toEqual([])
    expect(after.tasks.length).toBe(before.tasks.length)
  })

  test('the response to a restricted DELETE is the same whether the members are visible, hidden by a scope or hidden by a default filter', async () => {
    const { send } = served('members.tasks')
    const answers: Answer[] = []
    for (const change of [{}, { secret: true }, { internal: 'board' }]) {
      await store.prisma.task.updateMany({ data: { assigneeId: null } })
      await store.prisma.task.update({ where: { id: 3 }, data: { assigneeId: 3, ...change } })
      answers.push(await send('DELETE', '/members/3'))
    }
    expect(answers).toEqual(answers.map(() => ({ status: 409, body: refused('members') })))
  })

  test('a record without members can be destroyed, and so can a record that is its own only member', async () => {
    const { send } = served('members.tasks', 'tasks.children')
    await store.prisma.task.create({ data: { id: 50, title: 'itself', secret: false } })
    await store.prisma.task.update({ where: { id: 50 }, data: { parentId: 50 } })
    expect((await send('DELETE', '/members/3')).status).toBe(204)
    expect((await send('DELETE', '/tasks/50')).status).toBe(204)
  })

  test('several relationships with "restrict" cause a single error', async () => {
    const { send } = served('members.tasks', 'members.projects', 'members.led')
    await store.prisma.project.update({ where: { id: 1 }, data: { leadId: 1 } })
    expect(await send('DELETE', '/members/1')).toEqual({ status: 409, body: refused('members') })
  })

  test('a nested destroy is rejected with a pointer, unless the request removes the members first', async () => {
    const { send } = served('tasks.labels')
    const nested = (relationships?: object) => ({
      data: {
        type: 'projects',
        id: '1',
        attributes: { name: 'renamed' },
        relationships: { tasks: { data: [{ type: 'tasks', id: '3', method: 'destroy' }] } },
      },
      ...(relationships && { included: [{ type: 'tasks', id: '3', relationships }] }),
    })
    expect(await send('PATCH', '/projects/1', nested())).toEqual({
      status: 409,
      body: refused('tasks', {
        source: { pointer: '/data/relationships/tasks/data/0' },
        meta: {
          relationship: {
            name: 'tasks',
            type: 'tasks',
            id: '3',
            attribute: 'base',
            message: 'This record of type "tasks" cannot be destroyed, because other records depend on it.',
          },
        },
      }),
    })
    expect(await contents(store.prisma)).toEqual(before)
    const labels = { data: [{ type: 'labels', id: '2', method: 'disassociate' }] }
    expect((await send('PATCH', '/projects/1', nested({ labels }))).status).toBe(200)
    expect(await store.prisma.task.count({ where: { id: 3 } })).toBe(0)
  })

  test('a rejected operation undoes earlier operations, unless one of them removes the members', async () => {
    const { api } = served('labels.tasks')
    const remove = { op: 'remove', ref: { type: 'labels', id: '2' } }
    const first = { op: 'update', data: { type: 'labels', id: '1', attributes: { name: 'renamed' } } }
    const answer = await operate(api, [first, remove])
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject(refused('labels', { source: { pointer: '/atomic:operations/1/ref' } }))
    expect(await contents(store.prisma)).toEqual(before)
    const unlink = {
      op: 'remove',
      ref: { type: 'labels', id: '2', relationship: 'tasks' },
      data: [{ type: 'tasks', id: '3' }],
    }
    expect((await operate(api, [unlink, remove])).status).toBe(200)
    expect(await store.prisma.label.count({ where: { id: 2 } })).toBe(0)
  })

  test('`dependent: restrict` applies in process and without policies', async () => {
    const { projects } = served('tasks.labels')
    const destroying = (): Promise<object | undefined> =>
      new projects().persistWithRelationships(
        { type: 'projects', tempId: undefined, method: 'update' },
        { id: 1 },
        {
          tasks: [
            {
              meta: { type: 'tasks', tempId: undefined, method: 'destroy' },
              attributes: { id: '3' },
              relationships: {},
            },
          ],
        },
      )
    await expect(destroying()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    await expect(withoutPolicies(destroying)).rejects.toMatchObject({ status: 409, code: 'conflict' })
    expect(await contents(store.prisma)).toEqual(before)
  })

  test('a member that is linked at the same time never loses its key, because one of the writes is rejected', async () => {
    const { send, unexpected } = served('members.tasks', 'labels.tasks')
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = 1000 + round
      const title = `round ${round}`
      await store.prisma.member.create({ data: { id, name: title } })
      await store.prisma.label.create({ data: { id, name: title } })
      const relationships = { assignee: { data: { type: 'members', id: String(id) } } }
      const [memberGone, created, labelGone, linked] = await Promise.all([
        send('DELETE', `/members/${id}`),
        send('POST', '/tasks', { data: { type: 'tasks', attributes: { title }, relationships } }),
        send('DELETE', `/labels/${id}`),
        send('POST', `/labels/${id}/relationships/tasks`, { data: [{ type: 'tasks', id: '1' }] }),
      ])
      const statuses = [memberGone, created, labelGone, linked].map(({ status }) => status)
      const made = await store.prisma.task.findMany({ where: { title }, select: { assigneeId: true } })
      const members = await store.prisma.member.count({ where: { id } })
      const labels = await store.prisma.label.findMany({ where: { id }, include: { tasks: true } })
      const links = labels.map(({ tasks }) => tasks.length)
      // If a writer encountered conflicts in four attempts, its response says so, and the other writer
      // succeeded.
      expect([
        [204, 404, 0, []],
        [204, 409, 0, []],
        [409, 201, 1, [{ assigneeId: id }]],
      ]).toContainEqual([statuses[0], statuses[1], members, made])
      expect([
        [204, 404, []],
        [204, 409, []],
        [409, 204, [1]],
        // MariaDB silently drops a link to a deleted record.
        ...(database.name === 'mariadb' ? [[204, 204, []]] : []),
      ]).toContainEqual([statuses[2], statuses[3], links])
    }
    expect(unexpected).toEqual([])
  })
})
