import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { sample } from '../../support/samples.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

const ID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a12'

describe.each(databases)('write/exact-values (18.10): values that would be changed on $name', (database) => {
  const types = writableTypes(database)
  const patch = (attributes: object) =>
    serveWrites(typesResources(types.adapter)).send('PATCH', `/samples/${ID}`, {
      data: { type: 'samples', id: ID, attributes },
    })

  test('are rejected at their attribute, and nothing is written', async () => {
    await types.prisma.sample.create({ data: sample(ID) })
    const before = await types.prisma.sample.findMany()
    expect(shortErrors(await patch({ datetime: '2024-02-29T12:00:00.123456Z', bytes: 'AAB=' }))).toEqual([
      '422 /data/attributes/datetime datetime is finer than a millisecond.',
      '422 /data/attributes/bytes bytes is not bytes.',
    ])
    expect(shortErrors(await patch({ datetime: 'x.0001' }))).toEqual([
      '422 /data/attributes/datetime datetime is not a datetime.',
    ])
    expect(shortErrors(await patch({ bytes: '____' }))).toEqual([
      '422 /data/attributes/bytes bytes is not canonical base64: its digits 62 and 63 must be "+" and "/".',
    ])
    expect(await types.prisma.sample.findMany()).toEqual(before)
    const attributes = { datetime: '2024-02-29T12:00:00.123000Z', bytes: 'AAA=' }
    expect(written(await patch(attributes)).data.attributes).toMatchObject({
      datetime: '2024-02-29T12:00:00.123Z',
      bytes: 'AAA=',
    })
  })

  test('are rejected in a filter', async () => {
    const resources = typesResources(types.adapter)
    resources['samples']?.allowFilter('datetime')
    resources['samples']?.allowFilter('bytes')
    const { send } = serveWrites(resources)
    expect(shortErrors(await send('GET', '/samples?filter[datetime]=2024-02-29T12:00:00.1239Z'))).toEqual([
      '400 - The filter "datetime" cannot accept this value: "2024-02-29T12:00:00.1239Z" is finer than a millisecond.',
    ])
    for (const offset of ['01:00', '0530']) {
      expect(
        shortErrors(await send('GET', `/samples?filter[datetime]=2024-02-29T12:00:00+${offset}`)),
      ).toEqual([
        `400 - The filter "datetime" cannot accept this value: "2024-02-29T12:00:00 ${offset}" has a blank before its offset: in an address, "+" must be written as %2B.`,
      ])
    }
    expect(shortErrors(await send('GET', '/samples?filter[datetime]=2024-02-29T12:00:00%2B01:00'))).toEqual(
      [],
    )
    expect(shortErrors(await send('GET', '/samples?filter[bytes]=AAB='))).toEqual([
      '400 - The filter "bytes" cannot accept this value: "AAB=" is not bytes.',
    ])
  })
})
