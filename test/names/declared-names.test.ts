import { createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { expect, test } from 'vitest'
import { controllerOf } from '../support/serve.js'
import { sqlite } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'

test('names/declarations: declarations that cannot be served are rejected when the API is created (1.4, 14.9)', async () => {
  const database = await sqlite.openNames()
  try {
    class AccountResource extends Resource {
      static {
        this.type('accounts')
        this.model('Account')
        this.useAdapter(prismaAdapter(database.prisma))
        this.id('string', { column: 'uuid' })
        this.attribute('kind', { type: 'string', column: 'type' })
        this.attribute('sort', { type: 'string', column: 'type' })
        this.attribute('missing', { type: 'string', column: 'nosuch' })
        this.attribute('holderId', { type: 'string', column: 'first' })
        this.attribute('mail', { type: 'string', column: 'email' })
        this.allowFilter('second', { column: 'absent', type: 'string' })
        this.allowStat({ volume: { column: 'lacking', calculations: 'sum' } })
        this.belongsTo('email', { resource: 'accounts', foreignKey: 'holderId' })
      }
    }
    const registry = defineRegistry({ accounts: AccountResource })
    const make = () => createApi({ registry, controllers: { accounts: controllerOf(AccountResource) } })
    expect(make).toThrow(
      [
        'The API cannot be created. These declarations are invalid:',
        '- accounts: the attributes "kind" and "sort" both map to the column "type".',
        '- accounts: the attribute "missing" refers to "nosuch", which is not a column of Account.',
        '- accounts: the attribute "holderId" has the same name as a key, but a different column.',
        '- accounts: the attribute "mail" maps to "email", but the sideload with that name replaces the column in a record.',
        '- accounts: allowFilter(\'second\') refers to "absent", which is not a column of Account.',
        '- accounts: allowStat(\'volume\') refers to "lacking", which is not a column of Account.',
      ].join('\n'),
    )
  } finally {
    await database.close()
  }
})
