import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { people } from '../support/people.js'
import { sample, samples } from '../support/samples.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { serve, type Served } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'

const UUID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'

describe.each(databases)('filters/ids: filters on ids, on $name', ({ openTypes }) => {
  let served: Served
  let close: () => Promise<void>
  beforeAll(async () => {
    const { prisma, close: drop } = await openTypes()
    close = drop
    await prisma.user.create({ data: { id: 1, name: 'one', email: 'one' } })
    await prisma.node.create({ data: { id: 1, name: 'root' } })
    await prisma.node.create({ data: { id: 2, name: 'child', parentId: 1 } })
    await prisma.sample.create({ data: sample(UUID, { uuid: UUID }) })
    const adapter = prismaAdapter(prisma)
    const { users, memberships, teams, nodes, notes } = people(adapter)
    nodes.allowFilter('parentId', { type: 'integer?' })
    nodes.allowFilter('parent.id')
    const uuids = samples(adapter)
    uuids.type('uuids')
    uuids.id('uuid')
    served = serve({ users, memberships, teams, nodes, notes, uuids })
  })
  afterAll(() => close())

  test.each([
    ['01', '01', 'must be written as "1"'],
    ['+1', '+1', 'must be written as "1"'],
    ['1.0', '1.0', 'must be written as "1"'],
    ['00', '00', 'must be written as "0"'],
    ['-0', '-0', 'must be written as "0"'],
    ['{{01}}', '01', 'must be written as "1"'],
    ['{{{"01"}}}', '"01"', 'must be written as "1"'],
    ['1,01', '01', 'must be written as "1"'],
    ['x', 'x', 'is not an integer'],
  ])('%s is not a valid id, in a filter or in a path (18.3)', async (value, shown, reason) => {
    for (const [type, name, operator] of [
      ['users', 'id', ''],
      ['nodes', 'parentId', ''],
      ['nodes', 'parent.id', '[not_eq]'],
      ['nodes', 'id', '[gt]'],
    ] as const) {
      const parameter = `filter[${name}]${operator}`
      const detail = `The filter "${name}" does not accept this value: ${JSON.stringify(shown)} ${reason}.`
      expect(await served.get(`/${type}?${parameter}=${encodeURIComponent(value)}`)).toEqual(
        refusal(KINDS.invalidFilterValue, parameter, detail),
      )
    }
  })

  test('an id in canonical form is found, and ids are ordered by value', async () => {
    expect(idsOf(await served.get('/users?filter[id]=1'))).toEqual([1])
    expect(idsOf(await served.get('/users?filter[id]={{{1}}}'))).toEqual([1])
    expect(idsOf(await served.get('/nodes?filter[parentId]=1,0'))).toEqual([2])
    expect(idsOf(await served.get('/nodes?filter[parentId]=null'))).toEqual([1])
    expect(idsOf(await served.get('/nodes?filter[parent.id]=1'))).toEqual([2])
    expect(idsOf(await served.get('/nodes?filter[id][gt]=1'))).toEqual([2])
    expect(idsOf(await served.get('/nodes?filter[id]=1,2&filter[id][gt]=1'))).toEqual([2])
    expect(idsOf(await served.get('/nodes?filter[id][lt]=2&filter[id]=1,2'))).toEqual([1])
    const faulty = refusal(
      KINDS.invalidFilterValue,
      'filter[id]',
      `The filter "id" does not accept this value: "x" is not an integer.`,
    )
    expect(await served.get('/nodes?filter[id][gt]=1&filter[id]=x')).toEqual(faulty)
  })

  test('a uuid must be in lower case as an id, but may be in upper case as an attribute (18.3)', async () => {
    expect(idsOf(await served.get(`/uuids?filter[id]=${UUID}`))).toEqual([UUID])
    expect((await served.get(`/uuids?filter[id]=${UUID.toUpperCase()}`)).status).toBe(400)
    expect(idsOf(await served.get(`/uuids?filter[uuid]=${UUID.toUpperCase()}`))).toEqual([UUID])
  })
})
