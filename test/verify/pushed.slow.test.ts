import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { DATAMODELS, type DatamodelName } from './support/datamodels.js'
import { databaseOf, projectOf } from './support/project.js'

const NAMES = Object.keys(DATAMODELS) as DatamodelName[]

describe.each(databases)('verify/pushed: a database that Prisma has created on $name', ({ name }) => {
  test.each(NAMES)('has no differences: %s', { timeout: 60_000 }, async (datamodel) => {
    const project = await projectOf(datamodel, name)
    const database = await databaseOf(project, name)
    try {
      const { code, stdout, stderr } = await project.verify(database)
      expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: '' })
    } finally {
      await database.drop()
      await project.remove()
    }
  })
})
