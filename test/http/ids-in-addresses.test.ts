import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { serve, type Served } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'

const UUID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'

describe.each(databases)('http/ids: ids in URLs on $name', (database) => {
  const people = seededPeople(database)
  let api: Served
  beforeAll(async () => {
    for (const id of ['Abc', 'ünï/cödé ?#&', UUID]) await people.prisma.sample.create({ data: sample(id) })
  })
  beforeEach(() => {
    const uuids = samples(people.adapter)
    uuids.type('uuids')
    uuids.id('uuid')
    api = serve([...people.resources.all, samples(people.adapter), uuids])
  })

  test.each([
    '01',
    '1e0',
    '1.0',
    '+1',
    '-0',
    '0x1',
    '1%20',
    '%201',
    '1,2',
    'null',
    'NaN',
    '%00',
    '1;',
    '2147483648',
    '-2147483649',
    '99999999999999999999',
    '__proto__',
    'constructor',
    '%F0%9F%92%A9',
    '[object Object]',
  ])('an integer that is not in canonical form returns 404 without a query: %s', async (id) => {
    expect(await api.get(`/users/${id}`)).toMatchObject({
      status: 404,
      body: { jsonapi: { version: '1.1' }, errors: [{ status: '404', code: 'record_not_found' }] },
    })
    expect(people.operations).toEqual([])
  })

  test.each(['2147483647', '-1', '0', '99'])(
    'a request for a canonical id that does not exist returns 404: %s',
    async (id) => {
      expect(await api.get(`/users/${id}`)).toMatchObject({
        status: 404,
        body: { errors: [{ code: 'record_not_found' }] },
      })
      expect(people.operations).toEqual(['User.findMany'])
    },
  )

  test('ids in the document are strings', async () => {
    const { body } = await api.get('/users/1')
    expect(body).toMatchObject({ data: { type: 'users', id: '1' } })
  })

  test.each(['Abc', 'ünï/cödé ?#&', UUID])('a string id is found only by its exact text: %s', async (id) => {
    const { status, body } = await api.get(`/samples/${encodeURIComponent(id)}`)
    expect({ status, body }).toMatchObject({ status: 200, body: { data: { id } } })
    const { self } = (body as { data: { links: { self: string } } }).data.links
    expect((await api.get(self.slice('http://test.example'.length))).status).toBe(200)
  })

  test.each(['abc', 'ABC', 'Abc%20', '%20Abc', 'Äbc', 'A%62c%00'])(
    'a string id is not found by text that a store treats as equal: %s',
    async (id) => {
      expect((await api.get(`/samples/${id}`)).status).toBe(404)
    },
  )

  test('a uuid in upper case, in braces or truncated is not an id', async () => {
    expect((await api.get(`/uuids/${UUID}`)).status).toBe(200)
    for (const id of [
      UUID.toUpperCase(),
      `{${UUID}}`,
      UUID.slice(0, -1),
      `${UUID}0`,
      UUID.replaceAll('-', ''),
    ]) {
      expect((await api.get(`/uuids/${id}`)).status).toBe(404)
    }
  })
})
