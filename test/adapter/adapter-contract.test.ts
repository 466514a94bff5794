import { factsOf } from '@jsonapi-gen/runtime/adapter'
import { adapterContract, CONTRACT_NODES, type ContractSubject } from '@jsonapi-gen/runtime/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testContract } from '../docs/adapters-examples.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { MemoryAdapter } from './memory/adapter.js'
import { type MemoryRow, MemoryStore } from './memory/store.js'
import { prismaAdapter } from '../support/facts.js'

const resource = adapterResource('nodes', 'Node')

describe.each(databases)('the adapter contract: Prisma on $name', ({ openTypes }) => {
  let database: OpenDatabase<TypesClient>
  let subject: ContractSubject
  beforeAll(async () => {
    database = await openTypes()
    for (const data of CONTRACT_NODES) await database.prisma.node.create({ data })
    subject = { adapter: prismaAdapter(database.prisma), resource }
  })
  afterAll(() => database.close())

  test.each(adapterContract)('the adapter meets the contract: $name', async ({ check }) => {
    await expect(check(subject)).resolves.toBeUndefined()
  })
})

describe('the adapter contract: an in-memory adapter', () => {
  const nodes = CONTRACT_NODES.map((node) => ({ ...node }))
  const parent = {
    model: 'Node',
    rows: ({ parentId }: MemoryRow) => nodes.filter(({ id }) => id === parentId),
  }
  // This code is the same as in docs/adapters.md.
  testContract(new MemoryAdapter(new MemoryStore({ Node: nodes }, { Node: { parent } })))
})

test('the adapter contract: each ability of an adapter is covered by a clause', () => {
  const abilities = Object.keys(factsOf({}).can)
  const tested = new Set(adapterContract.flatMap(({ ability }) => ability ?? []))
  expect([...tested].toSorted()).toEqual(abilities.toSorted())
})
