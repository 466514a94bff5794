import { type Api, type DeniedRequest, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { ActionsController } from '../../support/actions-controller.js'
import type { ViewerOf } from './world.js'
import { apiOf } from '../../support/api-of.js'
import { narrowed } from '../../support/scopes.js'

/** The application that the matrix tests. It expresses the oracle's policies with the runtime's declarations. */
export interface Application {
  readonly api: Api<ViewerOf>
  readonly resources: readonly ResourceClass[]
  readonly tasks: ResourceClass
  /** Each policy that was called, in order, such as `tasks.read`. */
  readonly asked: string[]
  readonly denied: DeniedRequest[]
  readonly unexpected: unknown[]
}

class ApplicationController extends ActionsController<ViewerOf> {
  isIn(): boolean {
    return this.locals.name !== 'nobody'
  }
  override describe(): string {
    return this.locals.name
  }
}

/** Creates a new application over a store. */
export function application(adapter: PrismaAdapter): Application {
  const asked: string[] = []
  const viewerOf = (context: unknown): ViewerOf => {
    if (context instanceof ApplicationController) return context.locals
    return { name: 'nobody', tenant: undefined, member: undefined }
  }
  /** A policy that records its calls. A boss passes, and other users must meet the condition. */
  const policy =
    (name: string, condition: (viewer: ViewerOf) => object) =>
    async (scope: unknown, context: unknown): Promise<unknown> => {
      asked.push(name)
      const viewer = viewerOf(context)
      return viewer.name === 'boss' ? scope : narrowed(scope, condition(viewer))
    }
  const common = (resource: ResourceClass, type: string, model: string): void => {
    resource.type(type)
    resource.model(model)
    resource.id('integer')
    resource.useAdapter(adapter)
    resource.allowFilter('id')
    resource.allowStat({ total: 'count' })
  }
  const NEVER = { id: { in: [] } }

  const tenant = policy('projects.tenant', ({ tenant }) => ({ tenantId: tenant ?? -1 }))
  const open = policy('tasks.open', () => ({ internal: null }))
  const low = policy('tasks.low', () => ({ rank: { lt: 5 } }))

  /** The scopes of the whole API (rule 14.14). */
  class ApplicationResource extends Resource {
    scopeTenant(scope: unknown, context: unknown): Promise<unknown> {
      return tenant(scope, context)
    }
    scopeOpen(scope: unknown, context: unknown): Promise<unknown> {
      return open(scope, context)
    }
    scopeLow(scope: unknown, context: unknown): Promise<unknown> {
      return low(scope, context)
    }
  }
  class Projects extends ApplicationResource {
    static {
      common(this, 'projects', 'Project')
      this.attribute('name', 'string')
      this.attribute('budget', 'integer')
      this.allowFilter('name')
      this.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId' })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'subjectId', as: 'subject' })
      this.hasAndBelongsToMany('members', { resource: 'members', foreignKey: { seats: 'projectId' } })
      this.allowFilter('members.name')
      this.actions({ index: true, show: true, update: 'isIn' })
      this.defaultScopes({ read: 'scopeTenant' })
    }
  }
  class Tasks extends ApplicationResource {
    static {
      common(this, 'tasks', 'Task')
      this.attribute('title', 'string')
      this.attribute('rank', 'integer')
      this.attribute('secret', { type: 'boolean', default: false })
      for (const name of ['title', 'rank', 'parent.title', 'project.name']) this.allowFilter(name)
      this.allowFilter('parentId', { type: 'integer?' })
      this.allowStat({ rank: ['sum', 'maximum'] })
      this.extraField('shout', {
        value: (record) => (record as { title: string }).title.toUpperCase(),
      })
      this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId', linkage: 'always' })
      this.belongsTo('parent', { resource: 'tasks', foreignKey: 'parentId', linkage: 'always' })
      this.belongsTo('assignee', { resource: 'members', foreignKey: 'assigneeId' })
      this.hasMany('children', { resource: 'tasks', foreignKey: 'parentId' })
      this.hasAndBelongsToMany('labels', { resource: 'labels', foreignKey: { tasks: 'id' } })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'subjectId', as: 'subject' })
      const retitle = (record: unknown): Promise<unknown> =>
        new Tasks().update({ id: (record as { id: number }).id, title: 'new' }) as Promise<unknown>
      this.action('retitle', { on: 'record', guard: 'isIn' }, retitle)
      this.action('lower', { on: 'record', scope: 'scopeLow', output: 'meta' }, async (record) => ({
        title: ((await retitle(record)) as { title: string }).title,
      }))
      this.action('give', { on: 'record' }, (record) =>
        new Tasks().update({ id: (record as { id: number }).id, secret: true }),
      )
      // Both scopes apply. Records that one of them hides stay hidden, regardless of the other.
      this.defaultScopes({ read: 'scopeOpen', destroy: 'scopeLow' })
      const own = ({ member }: ViewerOf): object => ({ assigneeId: member ?? -1 })
      this.scopes({
        read: policy('tasks.read', () => ({ secret: false })),
        create: policy('tasks.create', ({ name }) => (name === 'member' ? { rank: { lt: 5 } } : NEVER)),
        update: policy('tasks.update', own),
        destroy: policy('tasks.destroy', own),
      })
    }
  }
  class Members extends Resource {
    static {
      common(this, 'members', 'Member')
      this.attribute('name', 'string')
      this.hasMany('tasks', { resource: 'tasks', foreignKey: 'assigneeId' })
      this.hasMany('seats', { resource: 'seats', foreignKey: 'memberId' })
      this.hasAndBelongsToMany('projects', { resource: 'projects', foreignKey: { seats: 'memberId' } })
      this.allowFilter('projects.name')
    }
  }
  /** The resource over the join model of members and projects. Its policies apply to the links (rule 14.16). */
  class Seats extends Resource {
    static {
      this.type('seats')
      this.model('Seat')
      this.id({ memberId: 'integer', projectId: 'integer' })
      this.useAdapter(adapter)
      this.belongsTo('member', { resource: 'members', foreignKey: 'memberId', writable: 'isIn' })
      this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
      this.actions({ index: true, show: true, create: 'isIn', destroy: 'isIn' })
      this.scopes({
        read: policy('seats.read', () => ({ hidden: false })),
        create: policy('seats.create', ({ name }) => ({
          memberId: name === 'member' ? { lt: 3 } : { in: [] },
        })),
        destroy: policy('seats.destroy', ({ member }) => ({ memberId: member ?? -1 })),
      })
    }
  }
  class Labels extends Resource {
    static {
      common(this, 'labels', 'Label')
      this.attribute('name', 'string')
      this.hasAndBelongsToMany('tasks', { resource: 'tasks', foreignKey: { labels: 'id' } })
    }
  }
  class Notes extends Resource {
    static {
      common(this, 'notes', 'Note')
      this.attribute('body', 'string')
      this.polymorphicBelongsTo('subject', {
        groupBy: 'subjectType',
        linkage: 'always',
        groups: {
          Project: { resource: 'projects', foreignKey: 'subjectId' },
          Task: { resource: 'tasks', foreignKey: 'subjectId' },
        },
      })
    }
  }
  const resources = [Projects, Tasks, Members, Labels, Seats, Notes] as const
  const denied: DeniedRequest[] = []
  const unexpected: unknown[] = []
  const api = apiOf(ApplicationController, resources, {
    onDenied: (one) => denied.push(one),
    onError: (error) => unexpected.push(error),
  })
  return { api, resources, tasks: Tasks, asked, denied, unexpected }
}
