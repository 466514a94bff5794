import { describe, expect, inject, test } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { datamodelTexts } from '../real/support/project.js'
import { createTables } from '../real/support/tables.js'
import { databases } from '../support/databases.js'
import { DATAMODELS, type DatamodelName } from './support/datamodels.js'
import { databaseOf, projectOf, projectWith } from './support/project.js'

const NAMES = Object.keys(DATAMODELS) as DatamodelName[]

describe.each(databases)('verify/pushed: a database that Prisma has created on $name', ({ name }) => {
  test.each(NAMES)(
    'a database that Prisma has created has no differences: %s',
    { timeout: 60_000 },
    async (datamodel) => {
      const project = await projectOf(datamodel, name)
      const database = await databaseOf(project, name)
      try {
        const { code, stdout, stderr } = await project.verify(database)
        expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: '' })
      } finally {
        await database.drop()
        await project.remove()
      }
    },
  )
})

test.runIf(databases.some(({ name }) => name === 'postgresql'))(
  'verify/pushed: a database with several schemas and views has no differences',
  { timeout: 60_000 },
  async () => {
    const text = Object.values(await datamodelTexts('concierge')).join('\n')
    const place = { servers: inject('databases'), name: `verify_concierge_${process.pid}` }
    const project = await projectWith(text, 'postgresql')
    const tables = await createTables(text, 'postgresql', place)
    try {
      const { code, stdout, stderr } = await jsonapiGenHere(
        ['verify', '--database', tables.url],
        project.folder,
      )
      expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: '' })
    } finally {
      await tables.drop()
      await project.remove()
    }
  },
)
