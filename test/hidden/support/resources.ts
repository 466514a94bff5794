import { Resource, type ResourceClass, type TransactionNeeds, ValidationError } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { ActionsController } from '../../support/actions-controller.js'
import { adapterResource } from '../../support/people.js'
import { narrowed } from '../../support/scopes.js'

/** The tenant whose records the viewer may see. */
export const OWN = 1

/** A viewer who belongs to one tenant and is not a boss. Invoices are hidden only by the controller's recordScope. */
export class Viewer extends ActionsController {
  isBoss(): boolean {
    return false
  }

  override recordScope(): unknown {
    const base = super.recordScope()
    const { type } = (this.jsonapiResource.constructor as ResourceClass).config
    return type === 'invoices' ? narrowed(base, { tenantId: OWN }) : base
  }
}

/** The conditions for the records that the viewer may see, by resource. */
const SHOWN = {
  members: { tenantId: OWN },
  profiles: { tenantId: OWN },
  projects: { tenantId: OWN, NOT: { state: 'deleted' }, archivedAt: null },
  tasks: { NOT: { secret: true } },
  labels: { hidden: false },
  notes: { hidden: false },
}

const ENDS = { member: { is: SHOWN.members }, project: { is: SHOWN.projects } }

/** Without URLs, seats are reached only by custom actions. A seat with a hidden end is hidden from these. */
export const viewerOf = (seating: Seating): typeof Viewer =>
  seating === 'scopes'
    ? Viewer
    : class extends Viewer {
        override recordScope(): unknown {
          const base = super.recordScope()
          const { type } = (this.jsonapiResource.constructor as ResourceClass).config
          return type === 'seats' ? narrowed(base, ENDS) : base
        }
      }

/** How records are hidden: base scopes and default filters, or only policies. */
export type Hiding = 'declarations' | 'policies'

export interface TenantOptions {
  readonly hiding: Hiding
  readonly seating: Seating
  /** Whether writes are kept; otherwise, they are rolled back. */
  readonly keeps?: boolean
}

/** How links through seats are restricted: only by the scopes of seats, or also by guards. */
export type Seating = 'scopes' | 'actions' | 'keys'

/**
 * The resources for tenants.prisma, each of which hides its records in a different way. Writes are rolled
 * back or kept.
 */
export function tenantResources(
  adapter: PrismaAdapter,
  { hiding, seating, keeps = false }: TenantOptions,
): readonly ResourceClass[] {
  abstract class Refusing extends Resource {
    override transaction<Result>(
      block: () => Promise<Result>,
      needs?: TransactionNeeds,
    ): Promise<Result | undefined> {
      if (keeps) return super.transaction(block, needs)
      return super.transaction(async () => {
        await block()
        throw new ValidationError([{ message: 'cannot be written now' }])
      }, needs)
    }
  }
  const own = (type: string, model: string, resource: ResourceClass): void => {
    resource.type(type)
    resource.model(model)
    resource.id('integer')
    resource.useAdapter(adapter)
    resource.allowFilter('id')
    resource.allowStat({ total: ['count'] })
  }

  /** Records are hidden by their own base scope, on a nullable column. One attribute has a guard. */
  class Members extends Refusing {
    static {
      own('members', 'Member', this)
      this.attribute('name', 'string')
      this.attribute('grade', 'integer?')
      this.attribute('salary', { type: 'integer', readable: 'isBoss', writable: 'isBoss', default: 0 })
      for (const name of ['name', 'grade', 'salary', 'profile.motto']) this.allowFilter(name)
      for (const name of ['tasks.title', 'led.tasks.title', 'tasks.labels.name']) this.allowFilter(name)
      for (const name of ['projects.name', 'projects.budget', 'projects.members.name']) this.allowFilter(name)
      this.allowFilter('tasks.projectId', { type: 'integer?' })
      this.allowFilter('rich', { type: 'boolean', if: 'isBoss' }, (of) => of)
      this.allowStat({ grade: ['count', 'sum', 'maximum'], salary: ['sum', 'maximum'] })
      this.extraField('initial', {
        type: 'string',
        value: (record: unknown) => String((record as { name: string }).name[0]),
      })
      this.hasMany('tasks', { resource: 'tasks', foreignKey: 'assigneeId' })
      this.hasMany('led', { resource: 'projects', foreignKey: 'leadId' })
      if (seating === 'scopes') {
        this.hasMany('seats', { resource: 'seats', foreignKey: 'memberId', writable: false })
      }
      this.hasAndBelongsToMany('projects', { resource: 'projects', foreignKey: { seats: 'memberId' } })
      this.hasOne('profile', { resource: 'profiles', foreignKey: 'memberId', writable: false })
    }
    override baseScope(): unknown {
      return narrowed(super.baseScope(), { tenantId: OWN })
    }
  }

  /** Records are hidden by a default filter that is a function. */
  class Profiles extends Refusing {
    static {
      own('profiles', 'Profile', this)
      this.attribute('motto', 'string')
      for (const name of ['motto', 'member.name', 'memberId']) this.allowFilter(name)
      this.defaultFilter('own', (of) => narrowed(of, { tenantId: OWN }))
      this.belongsTo('member', { resource: 'members', foreignKey: 'memberId', writable: false })
    }
  }

  /** Records are hidden by a base scope, a default filter and a default filter that is a function. */
  class Projects extends Refusing {
    static {
      own('projects', 'Project', this)
      this.attribute('name', 'string')
      this.attribute('budget', 'integer')
      this.attribute('state', { type: 'string', default: 'open' })
      for (const name of ['name', 'budget', 'lead.name', 'lead.grade', 'lead.profile.motto']) {
        this.allowFilter(name)
      }
      for (const name of ['tasks.title', 'notes.body', 'tasks.notes.body', 'tasks.assignee.salary']) {
        this.allowFilter(name)
      }
      for (const name of ['members.name', 'members.grade', 'members.salary', 'lead.projects.name']) {
        this.allowFilter(name)
      }
      for (const name of ['leadId', 'tasks.assigneeId']) this.allowFilter(name, { type: 'integer?' })
      this.allowStat({ budget: ['count', 'sum', 'average', 'maximum', 'minimum'] })
      this.defaultFilter('state', { not_eq: 'deleted' })
      this.defaultFilter('live', (of) => narrowed(of, { archivedAt: null }))
      this.belongsTo('lead', { resource: 'members', foreignKey: 'leadId', linkage: 'always' })
      this.hasMany('tasks', { resource: 'tasks', foreignKey: 'projectId' })
      if (seating === 'scopes') {
        this.hasMany('seats', { resource: 'seats', foreignKey: 'projectId', writable: false })
      }
      this.hasAndBelongsToMany('members', { resource: 'members', foreignKey: { seats: 'projectId' } })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'subjectId', as: 'subject' })
    }
    override baseScope(): unknown {
      return narrowed(super.baseScope(), { tenantId: OWN })
    }
  }

  /** Records are hidden by a condition that is unknown if its column is null. */
  class Tasks extends Refusing {
    static {
      own('tasks', 'Task', this)
      this.attribute('title', 'string')
      this.attribute('rank', 'integer?')
      const through = ['project.name', 'project.budget', 'project.lead.name', 'assignee.grade']
      const further = ['assignee.salary', 'parent.title', 'parent.project.name', 'assignee.profile.motto']
      const many = ['children.title', 'labels.name', 'labels.tasks.title', 'notes.body', 'project.notes.body']
      const mixed = ['parent.children.rank', 'project.tasks.assignee.grade', 'project.members.name']
      const plain = ['title', 'rank', 'project.id']
      for (const name of [...plain, ...through, ...further, ...many, ...mixed]) this.allowFilter(name)
      for (const name of ['projectId', 'assigneeId', 'parentId', 'parent.projectId', 'children.assigneeId']) {
        this.allowFilter(name, { type: 'integer?' })
      }
      this.allowFilter('urgent', { type: 'boolean' }, (of, value) =>
        narrowed(of, value === true ? { rank: { gte: 5 } } : { rank: { lt: 5 } }),
      )
      this.allowStat({ rank: ['count', 'sum', 'average', 'maximum', 'minimum'] })
      this.defaultFilter('open', (of) => narrowed(of, { NOT: { secret: true } }))
      this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId', linkage: 'always' })
      this.belongsTo('assignee', { resource: 'members', foreignKey: 'assigneeId', linkage: 'always' })
      this.belongsTo('parent', { resource: 'tasks', foreignKey: 'parentId' })
      this.hasMany('children', { resource: 'tasks', foreignKey: 'parentId' })
      this.hasAndBelongsToMany('labels', { resource: 'labels', foreignKey: { tasks: 'id' } })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'subjectId', as: 'subject' })
    }
  }

  /** Records are hidden by a condition on an attribute that the viewer may not see. */
  class Labels extends Refusing {
    static {
      own('labels', 'Label', this)
      this.attribute('name', 'string')
      this.attribute('hidden', { type: 'boolean', readable: 'isBoss', writable: 'isBoss', default: false })
      for (const name of ['name', 'tasks.title', 'tasks.labels.name', 'tasks.project.budget']) {
        this.allowFilter(name)
      }
      this.allowFilter('tasks.parentId', { type: 'integer?' })
      this.defaultFilter('hidden', { eq: false })
      this.hasAndBelongsToMany('tasks', { resource: 'tasks', foreignKey: { labels: 'id' } })
    }
  }

  class Notes extends Refusing {
    static {
      own('notes', 'Note', this)
      this.attribute('body', 'string')
      this.allowFilter('body')
      this.defaultFilter('shown', (of) => narrowed(of, { hidden: false }))
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

  /**
   * The resource for the join model of members and projects. Each link is one of its rows, so its scopes
   * apply to links (rule 14.16), but default filters would not.
   */
  class Seats extends Refusing {
    static {
      this.type('seats')
      this.model('Seat')
      this.id({ memberId: 'integer', projectId: 'integer' })
      this.useAdapter(adapter)
      this.attribute('hidden', { type: 'boolean', readable: 'isBoss', writable: 'isBoss', default: false })
      for (const name of ['id', 'member.name', 'member.grade', 'project.name', 'project.budget']) {
        this.allowFilter(name)
      }
      this.allowStat({ total: ['count'] })
      this.belongsTo('member', {
        resource: 'members',
        foreignKey: 'memberId',
        ...(seating === 'keys' && { writable: 'isBoss' }),
      })
      this.belongsTo('project', { resource: 'projects', foreignKey: 'projectId', linkage: 'always' })
      // The id of a seat shows both of its keys, so a seat with a hidden end must be hidden if seats are shown.
      const shown = { hidden: false, ...(seating === 'scopes' && ENDS) }
      this.actions(
        seating === 'scopes'
          ? { index: true, show: true, destroy: true }
          : { update: false, destroy: seating === 'actions' ? 'isBoss' : false },
      )
      this.scopes({
        read: (of) => narrowed(of, shown),
        create: (of) => narrowed(of, { hidden: false, member: { is: { tenantId: OWN } } }),
        destroy: (of) => narrowed(of, { memberId: { lte: 5 } }),
      })
    }
  }

  /** Records are hidden by the controller's recordScope. */
  class Invoices extends Refusing {
    static {
      own('invoices', 'Invoice', this)
      this.attribute('amount', 'integer')
      this.allowFilter('amount')
      this.allowStat({ amount: ['sum', 'count'] })
    }
  }
  const resources: readonly ResourceClass[] = [
    Members,
    Profiles,
    Projects,
    Tasks,
    Labels,
    Notes,
    Invoices,
    Seats,
  ]
  for (const resource of resources) actOn(resource, adapter)
  if (hiding === 'policies') for (const resource of resources) hideByPolicy(resource)
  return resources
}

/** Adds actions that return records that the viewer may not see, so only the response hides them. */
function actOn(resource: ResourceClass, adapter: PrismaAdapter): void {
  const { type, model } = resource.config
  const rows = (): Promise<readonly object[]> =>
    adapter.read(adapter.all(adapterResource(type, String(model))))
  resource.action('all', { on: 'collection', output: `${type}[]` }, rows)
  resource.action('own', { on: 'record', input: { count: 'integer?' } }, (record) => record)
}

/** Moves the conditions that hide a resource's records to the resource's policy. */
function hideByPolicy(resource: ResourceClass): void {
  const shown: Readonly<Record<string, object>> = SHOWN
  const condition = shown[resource.config.type]
  if (!condition) return
  Reflect.deleteProperty(resource.prototype, 'baseScope')
  resource.config.defaultFilters.clear()
  resource.scopes({ read: async (of) => narrowed(of, condition) })
}
