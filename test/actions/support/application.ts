import {
  type Api,
  type DeniedRequest,
  Resource,
  type ResourceClass,
  ValidationError,
} from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { apiOf } from '../../support/api-of.js'
import { ActionsController } from '../../support/actions-controller.js'
import { narrowed } from '../../support/scopes.js'
import { rowsIn } from '../../support/rows.js'

/** The user making a request: the tenant they may see, and whether they may edit. */
export interface Viewer {
  readonly tenant: number
  readonly isEditor: boolean
}

export const EDITOR: Viewer = { tenant: 1, isEditor: true }
export const READER: Viewer = { tenant: 1, isEditor: false }
export const STRANGER: Viewer = { tenant: 2, isEditor: true }

class ApplicationController extends ActionsController<Viewer> {
  isEditor(): boolean {
    return this.locals.isEditor
  }
  override describe(): string {
    return `tenant ${this.locals.tenant}`
  }
}

type Project = {
  readonly id: number
  readonly name: string
  readonly budget: number
  readonly tenantId: number
}

/** An application whose projects and tasks have custom actions. */
export interface Application {
  readonly api: Api<Viewer>
  readonly denied: DeniedRequest[]
  readonly unexpected: unknown[]
  /** The calls that methods and hooks have received, in order. */
  readonly told: string[]
  /** The next call of the method `hook`. By default, it writes nothing. */
  next: (record: Project, resource: Resource) => unknown
  /** Writes a project as a request does. */
  readonly write: (method: 'create' | 'update', project: Partial<Project>) => Promise<unknown>
  /** Changes a project in the current transaction. */
  readonly change: (record: Project, values: Partial<Project>) => Promise<unknown>
}

export function application(adapter: PrismaAdapter): Application {
  const told: string[] = []
  const denied: DeniedRequest[] = []
  const unexpected: unknown[] = []
  const rows = () => rowsIn(adapter)
  const tenantOf = (context: unknown): number =>
    context instanceof ApplicationController ? context.locals.tenant : -1

  class Projects extends Resource {
    static {
      common(this, 'projects', 'Project', adapter)
      this.attribute('name', { type: 'string', maxLength: 20 })
      this.attribute('budget', 'integer')
      this.attribute('state', { type: 'string', default: 'open' })
      this.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId' })
      this.scopes({
        read: (scope, context) => narrowed(scope, { tenantId: tenantOf(context) }),
        update: (scope) => narrowed(scope, { budget: { lt: 15 } }),
        updated: (scope) => scope,
      })
      this.action(
        'rename',
        {
          on: 'record',
          guard: 'isEditor',
          input: {
            name: { type: 'string', minLength: 1, maxLength: 20 },
            at: 'datetime?',
            tags: 'string[]?',
            kind: { enum: ['plain', 'loud'], default: 'plain' },
          },
        },
        'rename',
      )
      this.action('count', { on: 'record', output: 'meta', guard: 'isEditor', scope: 'scopeAny' }, 'count')
      this.action(
        'split',
        { on: 'record', output: 'tasks[]', input: { into: 'integer' }, guard: 'isEditor' },
        'split',
      )
      this.action('first-task', { on: 'record', output: 'tasks?', scope: 'scopeAny' }, 'firstTask')
      this.action('move', { on: 'record', input: { to: 'integer' }, guard: 'isEditor' }, 'move')
      this.action('hook', { on: 'record', guard: 'isEditor' }, (record) =>
        result.next(record as Project, new Projects()),
      )
      for (const [name, output] of [
        ['hooks', 'projects[]'],
        ['told', 'meta'],
      ] as const) {
        this.action(name, { on: 'record', output, guard: 'isEditor' }, (record) =>
          result.next(record as Project, new Projects()),
        )
      }
      this.action('apart', { on: 'record', guard: 'isEditor', transaction: false }, (record) =>
        result.next(record as Project, new Projects()),
      )
      this.action('call', { on: 'record', guard: 'isEditor', transaction: false }, 'rename')
      this.action('raise', { on: 'record', guard: 'isEditor' }, ({ id }) =>
        new Projects().update({ id, budget: 20 }),
      )
      this.action('tidy', { on: 'collection', guard: 'isEditor', input: { below: 'decimal' } }, 'tidy')
      this.action('seat', { on: 'record', input: { member: 'integer' }, output: 'meta' }, 'seat')
      this.action(
        'plan',
        { on: 'record', input: { fails: 'boolean?' }, output: 'tasks', guard: 'isEditor' },
        async ({ id }, { fails }) => {
          const task = await new Tasks().create({ title: 'planned', projectId: id })
          if (fails === true) throw new ValidationError({ attribute: 'fails', message: 'is asked for' })
          return task
        },
      )
      this.action('closed', { on: 'record', guard: false }, 'count')
    }
    scopeAny(scope: unknown): unknown {
      return scope
    }
    async rename(record: Project, input: object): Promise<object> {
      told.push(`rename ${record.id} ${JSON.stringify(input)}`)
      const { name = 'called' } = input as { readonly name?: string }
      return this.update({ id: record.id, name }) as Promise<object>
    }
    count(record: Project): object {
      return { budget: record.budget, at: new Date(0) }
    }
    async split({ id }: Project, { into }: { readonly into: number }): Promise<object[]> {
      const made: object[] = []
      for (let rank = into; rank > 0; rank--) {
        made.push(await rows().create('Task', { title: `part ${rank}`, rank, projectId: id }))
      }
      return made
    }
    async firstTask({ id }: Project): Promise<object | null> {
      const [first] = await rows().find('Task', { projectId: id })
      return first ?? null
    }
    move({ id }: Project, { to }: { readonly to: number }): unknown {
      return this.update({ id, tenantId: to })
    }
    async seat({ id }: Project, { member }: { readonly member: number }): Promise<object> {
      await rows().update('Project', id, { name: 'seated' })
      return rows().create('Seat', { memberId: member, projectId: id })
    }
    async tidy({ below }: { readonly below: string }): Promise<object> {
      const found = await rows().find('Project', { budget: { lt: Number(below) } })
      await rows().destroy(
        'Project',
        found.map((project) => (project as Project).id),
      )
      return { count: found.length, below }
    }
  }
  class Tasks extends Resource {
    static {
      common(this, 'tasks', 'Task', adapter)
      this.attribute('title', 'string')
      this.attribute('rank', 'integer?')
      this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId' })
      this.belongsTo('assignee', { resource: 'members', foreignKey: 'assigneeId' })
      this.scopes({
        read: (scope) => narrowed(scope, { OR: [{ secret: null }, { secret: false }] }),
      })
      this.defaultFilter('rank', { lt: 5 })
    }
  }
  class Members extends Resource {
    static {
      common(this, 'members', 'Member', adapter)
      this.attribute('name', 'string')
    }
  }
  const resources: readonly ResourceClass[] = [Projects, Tasks, Members]
  const hooked = resources[0] as unknown as typeof Resource
  for (const moment of ['beforeCommit', 'afterCommit'] as const) {
    hooked[moment](['rename', 'hook'] as never, (record) => {
      told.push(`${moment} ${JSON.stringify((record as Project).name)}`)
    })
  }
  const api = apiOf(ApplicationController, resources, {
    operations: true,
    queryLog: (request) => request.headers.has('x-log'),
    onDenied: (one) => denied.push(one),
    onError: (error) => unexpected.push(error),
  })
  const result: Application = {
    api,
    denied,
    unexpected,
    told,
    write: (method, { id, ...attributes }) =>
      new Projects().persistWithRelationships({ type: 'projects', method }, { id, ...attributes }, {}),
    change: ({ id }, values) => new Projects().update({ id, ...values }) as Promise<unknown>,
    next: () => {
      throw new ValidationError('nothing to do')
    },
  }
  return result
}

function common(resource: ResourceClass, type: string, model: string, adapter: PrismaAdapter): void {
  resource.type(type)
  resource.model(model)
  resource.id('integer')
  resource.useAdapter(adapter)
}
