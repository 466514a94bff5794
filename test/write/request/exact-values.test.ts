import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { sample } from '../../support/samples.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

const ID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a12'

describe.each(databases)('write/exact-values (18.10): values that $name would change', (database) => {
  const types = writableTypes(database)
  const patch = (attributes: object) =>
    serveWrites(typesResources(types.adapter)).send('PATCH', `/samples/${ID}`, {
      data: { type: 'samples', id: ID, attributes },
    })

  test('values that the store would change are rejected at their attribute, and no data is written', async () => {
    await types.prisma.sample.create({ data: sample(ID) })
    const before = await types.prisma.sample.findMany()
    expect(shortErrors(await patch({ datetime: '2024-02-29T12:00:00.123456Z', bytes: 'AAB=' }))).toEqual([
      '422 /data/attributes/datetime datetime is more precise than a millisecond.',
      '422 /data/attributes/bytes bytes is not bytes.',
    ])
    expect(shortErrors(await patch({ datetime: 'x.0001' }))).toEqual([
      '422 /data/attributes/datetime datetime is not a datetime.',
    ])
    expect(shortErrors(await patch({ bytes: '____' }))).toEqual([
      '422 /data/attributes/bytes bytes is not standard base64: use "+" and "/" instead of "-" and "_".',
    ])
    expect(await types.prisma.sample.findMany()).toEqual(before)
    const attributes = { datetime: '2024-02-29T12:00:00.123000Z', bytes: 'AAA=' }
    expect(written(await patch(attributes)).data.attributes).toMatchObject({
      datetime: '2024-02-29T12:00:00.123Z',
      bytes: 'AAA=',
    })
  })

  test('values that the store would change are rejected in a filter', async () => {
    const resources = typesResources(types.adapter)
    resources['samples']?.allowFilter('datetime')
    resources['samples']?.allowFilter('bytes')
    const { send } = serveWrites(resources)
    expect(shortErrors(await send('GET', '/samples?filter[datetime]=2024-02-29T12:00:00.1239Z'))).toEqual([
      '400 - The filter "datetime" does not accept this value: "2024-02-29T12:00:00.1239Z" is more precise than a millisecond.',
    ])
    for (const offset of ['01:00', '0530']) {
      expect(
        shortErrors(await send('GET', `/samples?filter[datetime]=2024-02-29T12:00:00+${offset}`)),
      ).toEqual([
        `400 - The filter "datetime" does not accept this value: "2024-02-29T12:00:00 ${offset}" has a space before its offset: in a URL, "+" must be written as %2B.`,
      ])
    }
    expect(shortErrors(await send('GET', '/samples?filter[datetime]=2024-02-29T12:00:00%2B01:00'))).toEqual(
      [],
    )
    expect(shortErrors(await send('GET', '/samples?filter[bytes]=AAB='))).toEqual([
      '400 - The filter "bytes" does not accept this value: "AAB=" is not bytes.',
    ])
  })
})
