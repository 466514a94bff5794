import { defineRegistry, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll } from 'vitest'
import type { NamesClient, OpenDatabase, TestDatabase } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'

/** The tables of names.prisma, which contain three accounts. */
export interface NamedTables {
  readonly prisma: NamesClient
  /** New resources over these tables, so that a test can change their declarations. */
  resources(): Record<'accounts' | 'people' | 'entries' | 'tags', ResourceClass>
}

/** Opens the tables of names.prisma for the tests of a `describe`, and fills them. */
export function namedTables({ openNames }: TestDatabase): NamedTables {
  let database: OpenDatabase<NamesClient> | undefined
  beforeAll(async () => {
    database = await openNames()
    await fill(database.prisma)
  })
  afterAll(() => database?.close())
  const opened = (): OpenDatabase<NamesClient> => {
    if (!database) throw new Error('The tables are opened before the first test, not before.')
    return database
  }
  return {
    get prisma() {
      return opened().prisma
    },
    resources: () => namedResources(prismaAdapter(opened().prisma)),
  }
}

async function fill(prisma: NamesClient): Promise<void> {
  await prisma.person.createMany({
    data: [
      { type: 'natural', nickname: 'ada' },
      { type: 'legal', nickname: 'acme' },
    ],
  })
  const accounts = [
    { uuid: 'a', id: 30, type: 'checking', total: 5, first: 'one', second: 'two', secret: 'x', holderId: 1 },
    { uuid: 'b', id: 20, type: 'savings', total: 5, first: 'two', second: 'one', secret: 'y', holderId: 2 },
    { uuid: 'c', id: 10, type: 'checking', total: 8, balance: '2.5', holderId: 1 },
  ]
  await prisma.account.createMany({
    data: accounts.map((account) => ({ ...account, email: `${account.uuid}@names.test` })),
  })
  await prisma.entry.createMany({
    data: [
      { type: 'debit', rank: 2, accountUuid: 'a' },
      { type: 'credit', rank: 1, accountUuid: 'a' },
      { type: 'debit', rank: 3, accountUuid: 'b' },
    ],
  })
  await prisma.tag.create({ data: { type: 'rent', entries: { connect: [{ id: 1 }, { id: 3 }] } } })
  await prisma.tag.create({ data: { type: 'food', entries: { connect: [{ id: 1 }] } } })
}

/** Every API name differs from its column's name, including `type`, an `id` that is not a key, and two swapped names. */
function namedResources(adapter: PrismaAdapter): ReturnType<NamedTables['resources']> {
  class AccountResource extends Resource {
    static {
      this.type('accounts')
      this.model('Account')
      this.useAdapter(adapter)
      this.id('string', { clientIds: 'allowed', column: 'uuid' })
      this.version('edition')
      this.attribute('kind', { enum: ['checking', 'savings'], column: 'type' })
      this.attribute('accountId', { type: 'integer?', column: 'id' })
      this.attribute('amount', { type: 'integer', column: 'total', default: 7, maximum: 1000 })
      this.attribute('first', { type: 'string?', column: 'second' })
      this.attribute('second', { type: 'string?', column: 'first' })
      this.attribute('mail', { type: 'string', column: 'email', format: 'email' })
      this.attribute('hint', {
        type: 'string?',
        column: 'secret',
        readable: 'isEditor',
        writable: 'isEditor',
      })
      this.attribute('edition', { type: 'integer', column: 'revision' })
      this.attribute('opened', { type: 'datetime?', column: 'openedAt' })
      this.attribute('money', { type: 'decimal?', column: 'balance' })
      for (const name of [
        'kind',
        'accountId',
        'amount',
        'first',
        'mail',
        'hint',
        'opened',
        'holder.nature',
      ]) {
        this.allowFilter(name)
      }
      this.allowFilter('sort', { column: 'type', aliases: ['class'] })
      this.allowFilter('owner', { type: 'integer?', column: 'holderId' })
      this.allowFilter('ownerKind', { column: 'holder.type' })
      this.allowSort('holder.nature')
      this.allowFilter('concealed', { column: 'secret' })
      this.allowStat({
        total: 'count',
        amount: ['count', 'sum', 'average', 'maximum', 'minimum'],
        money: 'sum',
      })
      this.allowStat({ volume: { column: 'total', calculations: ['count', 'sum'] } })
      this.allowStat({ concealed: { column: 'secret', calculations: 'count' } })
      this.defaultSort([{ accountId: 'asc' }])
      this.belongsTo('holder', { resource: 'people', foreignKey: 'holderId' })
      this.hasMany('entries', { resource: 'entries', foreignKey: 'accountUuid' })
    }
  }
  class PersonResource extends Resource {
    static {
      this.type('people')
      this.model('Person')
      this.useAdapter(adapter)
      this.id('integer')
      this.attribute('nature', { type: 'string', column: 'type' })
      this.attribute('name', { type: 'string', column: 'nickname', default: 'nobody' })
      this.allowFilter('nature')
      this.hasMany('accounts', { resource: 'accounts', foreignKey: 'holderId' })
    }
  }
  class EntryResource extends Resource {
    static {
      this.type('entries')
      this.model('Entry')
      this.useAdapter(adapter)
      this.id('integer')
      this.attribute('side', { type: 'string', column: 'type' })
      this.attribute('type2', { type: 'integer?', column: 'rank' })
      this.allowFilter('side')
      this.defaultFilter('side', { not_eq: 'void' })
      this.defaultSort([{ type2: 'asc' }])
      this.belongsTo('account', { resource: 'accounts', foreignKey: 'accountUuid', linkage: 'always' })
      this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { entries: 'id' } })
    }
  }
  class TagResource extends Resource {
    static {
      this.type('tags')
      this.model('Tag')
      this.useAdapter(adapter)
      this.id('integer')
      this.attribute('label', { type: 'string', column: 'type' })
      this.allowFilter('label')
      this.hasAndBelongsToMany('entries', { resource: 'entries', foreignKey: { tags: 'id' } })
    }
  }
  const resources = {
    accounts: AccountResource,
    people: PersonResource,
    entries: EntryResource,
    tags: TagResource,
  }
  defineRegistry(resources)
  return resources
}

/** The same resources, with relationships whose names differ from the relations in the store. */
export function withNamedRelations({
  accounts,
  people,
  entries,
  tags,
}: ReturnType<NamedTables['resources']>): ReturnType<NamedTables['resources']> {
  class AccountResource extends accounts {
    static {
      this.allowFilter('owner.nature')
      this.allowSort('owner.nature')
      this.allowFilter('lines.side')
      this.defaultFilter('owner.nature', { not_eq: 'void' })
      this.belongsTo('owner', { resource: 'people', relation: 'holder', foreignKey: 'holderId' })
      this.hasMany('lines', { resource: 'entries', relation: 'entries', foreignKey: 'accountUuid' })
    }
  }
  class EntryResource extends entries {
    static {
      this.allowFilter('book.owner.nature')
      this.allowFilter('marks.label')
      this.allowSort('book.owner.nature')
      this.belongsTo('book', { resource: 'accounts', relation: 'account', foreignKey: 'accountUuid' })
      this.hasAndBelongsToMany('marks', {
        resource: 'tags',
        relation: 'tags',
        foreignKey: { entries: 'id' },
      })
    }
  }
  return { accounts: AccountResource, people, entries: EntryResource, tags }
}
