import { adapterContract, CONTRACT_NODES, type ContractSubject } from '@jsonapi-gen/runtime/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, sqlite, type TypesClient } from '../../support/databases.js'
import { adapterResource } from '../../support/people.js'
import { openThird } from './open.js'

const resource = adapterResource('nodes', 'Node')

describe('the adapter contract: an adapter for libsql, without Prisma or Kysely', () => {
  let database: OpenDatabase<TypesClient>
  let subject: ContractSubject
  beforeAll(async () => {
    database = await sqlite.openTypes()
    for (const data of CONTRACT_NODES) await database.prisma.node.create({ data })
    subject = { adapter: openThird(database), resource }
  })
  afterAll(() => database.close())

  test.each(adapterContract)('the adapter meets the contract: $name', async ({ check }) => {
    await expect(check(subject)).resolves.toBeUndefined()
  })
})
