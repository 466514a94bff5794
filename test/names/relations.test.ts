import { createApi, defineRegistry, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NamesClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { controllerOf } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'

describe("names/relations: createApi compares each relationship with the store's relation of the same name (1.4, 14.9)", () => {
  let database: OpenDatabase<NamesClient>
  beforeAll(async () => {
    database = await sqlite.openNames()
  })
  afterAll(() => database.close())

  type Declare = (resources: Readonly<Record<'accounts' | 'people', ResourceClass>>) => void

  /** The faults that are found in declarations, on the tables of names.prisma. */
  const faultsOf = (declare: Declare): readonly string[] => {
    class AccountResource extends Resource {
      static {
        this.type('accounts')
        this.model('Account')
        this.useAdapter(prismaAdapter(database.prisma))
        this.id('string', { column: 'uuid' })
        this.attribute('first', { type: 'string?' })
      }
    }
    class PersonResource extends Resource {
      static {
        this.type('people')
        this.model('Person')
        this.useAdapter(prismaAdapter(database.prisma))
        this.id('integer')
        this.attribute('nature', { type: 'string', column: 'type' })
      }
    }
    declare({ accounts: AccountResource, people: PersonResource })
    const resources: Record<string, ResourceClass> = { accounts: AccountResource, people: PersonResource }
    const registry = defineRegistry(resources)
    const controllers = { accounts: controllerOf(AccountResource), people: controllerOf(PersonResource) }
    try {
      createApi({ registry, controllers })
      return []
    } catch (error) {
      return String(error).split('\n').slice(1)
    }
  }

  test('a filter, a default filter and a sort cannot use a relation that the store lacks', () => {
    const faults = faultsOf(({ accounts }) => {
      accounts.belongsTo('writer', { resource: 'people', foreignKey: 'holderId' })
      accounts.allowFilter('writer.nature')
      accounts.defaultFilter('writer.nature', { eq: 'natural' })
      accounts.allowSort('writer.nature')
      accounts.defaultSort([{ 'writer.nature': 'asc' }])
    })
    const why =
      'cannot go through "writer.nature": Account has no relation "writer": declare the right one: writer: { relation: … }'
    expect(faults).toEqual([
      `- accounts: allowFilter('writer.nature') ${why}.`,
      `- accounts: defaultFilter('writer.nature') ${why}.`,
      `- accounts: allowSort('writer.nature') ${why}.`,
      `- accounts: defaultSort([{ writer.nature: … }]) ${why}.`,
    ])
  })

  test('createApi accepts a declaration that follows the advice in the error message', () => {
    const faults = faultsOf(({ accounts }) => {
      accounts.belongsTo('writer', { resource: 'people', relation: 'holder', foreignKey: 'holderId' })
      accounts.allowFilter('writer.nature')
      accounts.defaultSort([{ 'writer.nature': 'asc' }])
    })
    expect(faults).toEqual([])
  })

  test('a relationship to the first of many records can be included, but filters and sorts cannot go through it', () => {
    const declare: Declare = ({ people }) => {
      people.hasOne('accounts', { resource: 'accounts', foreignKey: 'holderId' })
    }
    expect(faultsOf(declare)).toEqual([])
    const faults = faultsOf(({ accounts, people }) => {
      declare({ accounts, people })
      people.allowFilter('accounts.first')
    })
    expect(faults).toEqual([
      '- people: allowFilter(\'accounts.first\') cannot go through "accounts.first": "accounts" contains many records of Account, and no store can determine which record is first.',
    ])
  })

  test('a relationship must use the same key as its relation in the store', () => {
    const faults = faultsOf(({ accounts, people }) => {
      accounts.belongsTo('holder', { resource: 'people', foreignKey: 'id' })
      accounts.belongsTo('owner', { resource: 'people', relation: 'nosuch', foreignKey: 'holderId' })
      people.hasMany('books', { resource: 'people', relation: 'accounts', foreignKey: 'id' })
    })
    expect(faults).toEqual([
      '- accounts: the sideload "holder" connects id to id of Person, but the relation "holder" of Account connects holderId to id of Person: declare the relation with that key, or give the sideload a different name.',
      '- accounts: the sideload "owner" refers to "nosuch", which is not a relation of Account.',
      '- people: the sideload "books" connects id to id of Person, but the relation "accounts" of Person connects id to holderId of Account: declare the relation with that key, or give the sideload a different name.',
    ])
  })
})
