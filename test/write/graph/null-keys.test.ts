import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { linksOn } from '../../support/links.js'
import { operate } from '../../operations/support/operate.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites, type Served } from '../support/serve.js'

const of = (type: string, id: number) => ({ type, id: String(id) })
const NOTHING = 3
const WHOLE = 1

/** To-one relationships of a city, each with the column of a country that it refers to. */
const TO_ONE = [
  ['country', 'iso'],
  ['ruled', 'iso'],
  ['owner', 'iso'],
  ['region', 'code'],
] as const

/** The same relationships from the country's side. */
const TO_MANY = [
  ['cities', 'iso'],
  ['zoned', 'code'],
  ['owned', 'iso'],
] as const

describe.each(databases)('write/null-keys (11.17): a key that is null, on $name', (database) => {
  let opened: OpenDatabase<KeysClient>
  let api: Served
  beforeEach(async () => {
    opened = await database.openKeys()
    const { prisma } = opened
    for (const data of [{ iso: 'AT', zone: 'EU', code: 43 }, { iso: 'DE' }, { zone: 'EU' }]) {
      await prisma.country.create({ data })
    }
    const linked = { iso: 'AT', zone: 'EU', code: 43, ownerType: 'Country', ownerCode: 'AT' }
    await prisma.city.create({ data: { name: 'Wien', seatOf: 'AT', ...linked } })
    await prisma.city.create({ data: { name: 'Linz', seatOf: null, ...linked } })
    await prisma.city.create({ data: { name: 'Graz' } })
    await prisma.flag.create({ data: { label: 'red' } })
    await prisma.flag.create({ data: { label: null } })
    await prisma.countryFlag.create({ data: { iso: 'AT', label: 'red' } })
    api = serveWrites(linksOn(prismaAdapter(prisma)), { operations: true })
  })
  afterEach(() => opened.close())

  const rows = async () => {
    const { prisma } = opened
    return [
      await prisma.country.findMany({ orderBy: { id: 'asc' } }),
      await prisma.city.findMany({ orderBy: { id: 'asc' } }),
      await prisma.flag.findMany({ orderBy: { id: 'asc' } }),
      await prisma.countryFlag.findMany(),
    ]
  }
  /** Sends a request that must write nothing, and returns the errors. */
  const refused = async (...request: Parameters<Served['send']>) => {
    const before = await rows()
    const answer = await api.send(...request)
    expect(await rows()).toEqual(before)
    return shortErrors(answer)
  }
  const noKey = (pointer: string, name: string, record: string, column: string) => [
    `422 ${pointer} ${name} cannot be linked because the record${record} has no "${column}" to refer to.`,
  ]
  const country = ` "${NOTHING}" of "countries"`

  test.each(TO_ONE)('%s cannot refer to a null key in any form of write', async (name, column) => {
    const data = of('countries', NOTHING)
    const inBody = noKey(`/data/relationships/${name}/data`, name, country, column)
    const attributes = { name: 'New' }
    const relationships = { [name]: { data } }
    const update = { ...of('cities', 1), relationships }
    expect(await refused('PATCH', '/cities/1', { data: update })).toEqual(inBody)
    expect(await refused('PATCH', `/cities/1/relationships/${name}`, { data })).toEqual(
      noKey('/data', name, country, column),
    )
    const create = { type: 'cities', attributes, relationships }
    expect(await refused('POST', '/cities', { data: create })).toEqual(inBody)
    const before = await rows()
    for (const operation of [
      { op: 'add', data: create },
      { op: 'update', data: update },
      { op: 'update', ref: { ...of('cities', 1), relationship: name }, data },
    ]) {
      const { status } = await operate(api.api, [operation])
      expect([operation, status, await rows()]).toEqual([operation, 422, before])
    }
  })

  test.each(TO_ONE)(
    '%s cannot refer to a null key of a record that the same request creates or changes',
    async (name, column) => {
      const relationships = { [name]: { data: { type: 'countries', lid: 'c' } } }
      const data = { type: 'cities', attributes: { name: 'New' }, relationships }
      const pointer = `/data/relationships/${name}/data`
      const none = noKey(pointer, name, ' of "countries"', column === 'code' ? 'zone' : column)
      const included = [{ type: 'countries', lid: 'c' }]
      expect(await refused('POST', '/cities', { data, included })).toEqual(none)
      const asNull = { iso: null, zone: null, code: null }
      expect(
        await refused('PATCH', '/cities/1', {
          data: {
            ...of('cities', 1),
            relationships: { [name]: { data: { ...of('countries', 1), method: 'update' } } },
          },
          included: [{ ...of('countries', 1), attributes: asNull }],
        }),
      ).toEqual(noKey(pointer, name, ' "1" of "countries"', column === 'code' ? 'zone' : column))
      const given = [{ type: 'countries', lid: 'c', attributes: { iso: 'CH', zone: 'X', code: 41 } }]
      expect((await api.send('POST', '/cities', { data, included: given })).status).toBe(201)
    },
  )

  test.each(TO_MANY)(
    '%s cannot contain records that refer to a null key, in any form of write',
    async (name, column) => {
      const data = [of('cities', 1), of('cities', 2)]
      const at = `/countries/${NOTHING}/relationships/${name}`
      const inBody = noKey(`/data/relationships/${name}/data`, name, country, column)
      const update = { ...of('countries', NOTHING), relationships: { [name]: { data } } }
      expect(await refused('PATCH', `/countries/${NOTHING}`, { data: update })).toEqual(inBody)
      for (const method of ['POST', 'PATCH']) {
        expect(await refused(method, at, { data })).toEqual(noKey('/data', name, country, column))
      }
      const create = {
        type: 'countries',
        relationships: { [name]: { data: [of('cities', 1), { type: 'cities', lid: 'c' }] } },
      }
      const included = [{ type: 'cities', lid: 'c', attributes: { name: 'New' } }]
      expect(await refused('POST', '/countries', { data: create, included })).toEqual(
        noKey(
          `/data/relationships/${name}/data`,
          name,
          ' of "countries"',
          column === 'code' ? 'zone' : column,
        ),
      )
      expect((await api.send('PATCH', at, { data: [] })).status).toBe(204)
    },
  )

  test('a record and the records created under it cannot refer to a null key', async () => {
    const inBody = noKey('/data/relationships/seat/data', 'seat', country, 'iso')
    for (const data of [of('cities', 1), { type: 'cities', lid: 'c', method: 'create' }]) {
      const update = { ...of('countries', NOTHING), relationships: { seat: { data } } }
      const included = [{ type: 'cities', lid: 'c', attributes: { name: 'New' } }]
      const body = { data: update, ...('lid' in data && { included }) }
      expect(await refused('PATCH', `/countries/${NOTHING}`, body)).toEqual(inBody)
    }
  })

  test('a record with a null key cannot be linked, from either end of the join', async () => {
    const flag = of('flags', 2)
    const flags = ` "2" of "flags"`
    for (const method of ['POST', 'PATCH']) {
      expect(
        await refused(method, `/countries/${WHOLE}/relationships/flags`, { data: [of('flags', 1), flag] }),
      ).toEqual(noKey('/data/1', 'flags', flags, 'label'))
      expect(
        await refused(method, '/flags/2/relationships/countries', { data: [of('countries', WHOLE)] }),
      ).toEqual(noKey('/data/0', 'countries', flags, 'label'))
    }
    const create = { type: 'countries', relationships: { flags: { data: [of('flags', 1)] } } }
    expect(await refused('POST', '/countries', { data: create })).toEqual(
      noKey('/data/relationships/flags/data/0', 'flags', ' of "countries"', 'iso'),
    )
    const below = { type: 'flags', lid: 'f' }
    const update = {
      ...of('countries', 2),
      relationships: { flags: { data: [{ ...below, method: 'create' }] } },
    }
    expect(await refused('PATCH', '/countries/2', { data: update, included: [below] })).toEqual(
      noKey('/data/relationships/flags/data/0', 'flags', ' of "flags"', 'label'),
    )
  })

  const LINKED = [
    ['cities', 'iso', [of('cities', 1), of('cities', 2)]],
    ['zoned', 'zone', [of('cities', 1), of('cities', 2)]],
    ['owned', 'iso', [of('cities', 1), of('cities', 2)]],
    ['seat', 'iso', of('cities', 1)],
    ['flags', 'iso', [of('flags', 1)]],
  ] as const
  const named = (data: object, method: string) =>
    Array.isArray(data) ? data.map((one: object) => ({ ...one, method })) : { ...data, method }

  test.each(LINKED)(
    'a key cannot become null while the request keeps members of %s',
    async (name, column, data) => {
      for (const members of [data, named(data, 'update')]) {
        const relationships = { [name]: { data: members } }
        const update = { ...of('countries', WHOLE), attributes: { [column]: null }, relationships }
        const none = (at: string) =>
          noKey(
            `${at}/relationships/${name}/data${name === 'flags' ? '/0' : ''}`,
            name,
            ` "1" of "countries"`,
            column,
          )
        expect(await refused('PATCH', '/countries/1', { data: update })).toEqual(none('/data'))
        const included = [update]
        const below = { ...of('cities', 3), relationships: { country: { data: of('countries', WHOLE) } } }
        if (name !== 'cities') {
          expect(await refused('PATCH', '/cities/3', { data: below, included })).toContainEqual(
            none('/included/0')[0],
          )
        }
      }
      const update = {
        ...of('countries', WHOLE),
        attributes: { [column]: null },
        relationships: { [name]: { data } },
      }
      const before = await rows()
      const { status } = await operate(api.api, [{ op: 'update', data: update }])
      expect([status, await rows()]).toEqual([422, before])
    },
  )

  test('a key cannot become null while the other end of a join keeps its members', async () => {
    const data = [of('countries', WHOLE)]
    const update = { ...of('flags', 1), attributes: { label: null }, relationships: { countries: { data } } }
    expect(await refused('PATCH', '/flags/1', { data: update })).toEqual(
      noKey('/data/relationships/countries/data/0', 'countries', ' "1" of "flags"', 'label'),
    )
  })

  test.each(LINKED)(
    'a changed key is copied to the members of %s that the request keeps',
    async (name, column, data) => {
      for (const [method, value] of [
        ['update', 'C'],
        [undefined, 'D'],
      ] as const) {
        const relationships = { [name]: { data: method ? named(data, method) : data } }
        const update = { ...of('countries', WHOLE), attributes: { [column]: value }, relationships }
        written(await api.send('PATCH', '/countries/1', { data: update }))
        const { relationships: kept } = written(await api.send('GET', `/countries/1?include=${name}`)).data
        expect(kept?.[name]?.data).toEqual(data)
      }
    },
  )

  test('a key can be referred to once the same request has set it', async () => {
    const data = {
      ...of('countries', NOTHING),
      attributes: { iso: 'CH' },
      relationships: { cities: { data: [of('cities', 2)] } },
    }
    expect((await api.send('PATCH', `/countries/${NOTHING}`, { data })).status).toBe(200)
    expect((await opened.prisma.city.findUnique({ where: { id: 2 } }))?.iso).toBe('CH')
  })
})
