import type { Adapter, AdapterResource } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { keepsPairs } from './pairs/numbered-client.js'
import { inPairs } from './pairs/resources.js'

/** Resources over types.prisma with every kind of sideload, on any adapter. */
export interface People {
  readonly users: ResourceClass
  readonly teams: ResourceClass
  readonly memberships: ResourceClass
  readonly nodes: ResourceClass
  readonly notes: ResourceClass
  /** All resources of the API. */
  readonly all: readonly ResourceClass[]
}

/** Creates new classes, so that a test can change their declarations. */
export function people(adapter: Adapter): People {
  class UserResource extends Resource {
    static {
      this.type('users')
      this.model('User')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      this.attribute('email', 'string')
      this.allowFilter('id')
      this.allowFilter('name')
      this.allowFilter('email')
      this.allowStat({ total: ['count'] })
      this.hasMany('memberships', { resource: 'memberships', foreignKey: 'userId' })
      this.hasAndBelongsToMany('teams', { resource: 'teams', foreignKey: { memberships: 'userId' } })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'ownerId', as: 'owner' })
      this.hasOne('membership', { resource: 'memberships', foreignKey: 'userId' })
    }
  }
  class TeamResource extends Resource {
    static {
      this.type('teams')
      this.model('Team')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      this.allowFilter('id')
      this.allowFilter('name')
      this.hasMany('memberships', { resource: 'memberships', foreignKey: 'teamId' })
      this.hasAndBelongsToMany('users', { resource: 'users', foreignKey: { memberships: 'teamId' } })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'ownerId', as: 'owner' })
    }
  }
  class MembershipResource extends Resource {
    static {
      this.type('memberships')
      this.model('Membership')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('role', 'string')
      this.allowFilter('role')
      this.belongsTo('user', { resource: 'users', foreignKey: 'userId' })
      this.belongsTo('team', { resource: 'teams', foreignKey: 'teamId' })
    }
  }
  class NodeResource extends Resource {
    static {
      this.type('nodes')
      this.model('Node')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      this.attribute('position', 'integer')
      this.allowFilter('id')
      this.allowFilter('name')
      this.allowFilter('position')
      this.belongsTo('parent', { resource: 'nodes', foreignKey: 'parentId' })
      this.hasMany('children', { resource: 'nodes', foreignKey: 'parentId' })
      this.hasOne('first', { resource: 'nodes', foreignKey: 'parentId' })
    }
  }
  class NoteResource extends Resource {
    static {
      this.type('notes')
      this.model('Note')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('body', 'string')
      this.attribute('ownerType', 'string')
      this.allowFilter('id')
      this.polymorphicBelongsTo('owner', {
        groupBy: 'ownerType',
        groups: {
          User: { resource: 'users', foreignKey: 'ownerId' },
          Team: { resource: 'teams', foreignKey: 'ownerId' },
        },
      })
    }
  }
  const all = [UserResource, TeamResource, MembershipResource, NodeResource, NoteResource]
  if (keepsPairs(adapter)) all.forEach(inPairs)
  return {
    users: UserResource,
    teams: TeamResource,
    memberships: MembershipResource,
    nodes: NodeResource,
    notes: NoteResource,
    all,
  }
}

/** The facts that an adapter needs about a resource with this type and model. */
export const adapterResource = (type: string, model: string): AdapterResource => ({
  type,
  model,
  primaryKey: ['id'],
  version: undefined,
  exact: new Set(),
})
