import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { sample } from '../../support/samples.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

const ID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'

describe.each(databases)('write/years: the years 1 to 99 on $name', (database) => {
  const types = writableTypes(database)
  const patch = (attributes: object) =>
    serveWrites(typesResources(types.adapter)).send('PATCH', `/samples/${ID}`, {
      data: { type: 'samples', id: ID, attributes },
    })

  test('a date in the years 1 to 99 is read back exactly, or is rejected at its attribute on MariaDB', async () => {
    await types.prisma.sample.create({ data: sample(ID) })
    const refused = ['422 /data/attributes/datetime datetime is out of range.']
    for (const datetime of [
      '0001-01-01T00:00:00.000Z',
      '0050-02-03T04:05:06.789Z',
      '0099-12-31T23:59:59.999Z',
    ]) {
      const date = datetime.slice(0, 10)
      expect(written(await patch({ date, dateOrNull: date })).data.attributes).toMatchObject({ date })
      const answer = await patch({ date, datetime })
      if (database.name === 'mariadb') expect(shortErrors(answer)).toEqual(refused)
      else expect(written(answer).data.attributes).toMatchObject({ date, datetime })
    }
    const datetime = '0100-01-01T00:00:00.000Z'
    expect(written(await patch({ datetime })).data.attributes).toMatchObject({ datetime })
  })

  test('a date in the years 1 to 99 that another program has written is found by its year, which MariaDB interprets as a year from 1950 to 2049', async () => {
    const datetime = new Date('0050-02-03T04:05:06.789Z')
    await types.prisma.sample.create({ data: sample('00000000-0000-4000-8000-000000000050', { datetime }) })
    const found = await types.prisma.sample.findMany({ where: { datetime } })
    const year = database.name === 'mariadb' ? '1950' : '0050'
    expect(found.map((row) => row.datetime.toISOString())).toEqual([`${year}-02-03T04:05:06.789Z`])
  })
})
