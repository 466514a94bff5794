import { adapterContract, CONTRACT_NODES, type ContractSubject } from '@jsonapi-gen/runtime/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

const resource = adapterResource('nodes', 'Node')

describe.each(databases)(
  'kysely/contract (23.6): the adapter contract on Kysely and $name',
  ({ openTypes }) => {
    let database: OpenDatabase<TypesClient>
    let subject: ContractSubject
    let close: () => Promise<void>
    beforeAll(async () => {
      database = await openTypes()
      for (const data of CONTRACT_NODES) await database.prisma.node.create({ data })
      const opened = kyselyAdapter(database)
      close = opened.close
      subject = { adapter: opened.adapter, resource }
    })
    afterAll(async () => {
      await close()
      await database.close()
    })

    test.each(adapterContract)('the Kysely adapter meets the adapter contract: $name', async ({ check }) => {
      await expect(check(subject)).resolves.toBeUndefined()
    })
  },
)
