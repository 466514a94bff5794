import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'

/** Resources over the tables of keys.prisma whose relationships refer to columns that may be null, or to their own table. */
export function linksOn(adapter: Adapter): Readonly<Record<string, ResourceClass>> {
  abstract class Kept extends Resource {
    static {
      this.useAdapter(adapter)
    }
  }
  const ofCountry = { resource: 'countries', primaryKey: 'iso' } as const
  const ofCities = { resource: 'cities', primaryKey: 'iso' } as const
  const pair = ['zone', 'code'] as const
  class Countries extends Kept {
    static {
      this.type('countries')
      this.model('Country')
      this.id('integer')
      this.attribute('iso', 'string?')
      this.attribute('zone', 'string?')
      this.attribute('code', 'integer?')
      this.hasMany('cities', { ...ofCities, foreignKey: 'iso' })
      this.hasOne('seat', { ...ofCities, foreignKey: 'seatOf' })
      this.hasMany('zoned', { resource: 'cities', foreignKey: pair, primaryKey: pair })
      this.polymorphicHasMany('owned', { ...ofCities, foreignKey: 'ownerCode', as: 'owner' })
      this.hasAndBelongsToMany('flags', {
        resource: 'flags',
        foreignKey: { countries: 'iso' },
        primaryKey: 'iso',
      })
    }
  }
  class Cities extends Kept {
    static {
      this.type('cities')
      this.model('City')
      this.id('integer')
      this.attribute('name', 'string')
      this.belongsTo('country', { ...ofCountry, foreignKey: 'iso' })
      this.belongsTo('ruled', { ...ofCountry, foreignKey: 'seatOf' })
      this.belongsTo('region', { resource: 'countries', foreignKey: pair, primaryKey: pair })
      this.polymorphicBelongsTo('owner', {
        groupBy: 'ownerType',
        groups: { Country: { ...ofCountry, foreignKey: 'ownerCode' } },
      })
    }
  }
  class Flags extends Kept {
    static {
      this.type('flags')
      this.model('Flag')
      this.id('integer')
      this.attribute('label', 'string?')
      this.hasAndBelongsToMany('countries', {
        resource: 'countries',
        foreignKey: { flags: 'label' },
        primaryKey: 'label',
      })
    }
  }
  class Peers extends Kept {
    static {
      this.type('peers')
      this.model('Peer')
      this.id('integer')
      this.attribute('name', 'string')
      this.belongsTo('mentor', { resource: 'peers', foreignKey: 'mentorId', linkage: 'always' })
      this.hasMany('mentees', { resource: 'peers', foreignKey: 'mentorId' })
      this.belongsTo('twin', { resource: 'peers', foreignKey: 'twinId', linkage: 'always' })
      this.hasOne('twinOf', { resource: 'peers', foreignKey: 'twinId' })
      this.hasAndBelongsToMany('friends', { resource: 'peers', foreignKey: { friendOf: 'id' } })
      this.hasAndBelongsToMany('friendOf', { resource: 'peers', foreignKey: { friends: 'id' } })
      this.polymorphicBelongsTo('owner', {
        groupBy: 'ownerType',
        groups: { Peer: { resource: 'peers', foreignKey: 'ownerId' } },
      })
      this.polymorphicHasMany('owned', { resource: 'peers', foreignKey: 'ownerId', as: 'owner' })
    }
  }
  class Knots extends Kept {
    static {
      this.type('knots')
      this.model('Knot')
      this.id('integer', { clientIds: 'required' })
      this.belongsTo('next', { resource: 'knots', foreignKey: 'nextId' })
      this.hasMany('previous', { resource: 'knots', foreignKey: 'nextId' })
    }
  }
  return { countries: Countries, cities: Cities, flags: Flags, peers: Peers, knots: Knots }
}
