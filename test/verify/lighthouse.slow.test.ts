import { afterAll, beforeAll, describe } from 'vitest'
import { databases } from '../support/databases.js'
import { LIGHTHOUSE_DRIFTS, LIGHTHOUSE_IN_MARIADB, lighthouseFor } from './support/lighthouse.js'
import { type Project, projectWith } from './support/project.js'
import { testRepairs } from './support/repairs.js'

describe.each(databases)(
  'verify/lighthouse: a database with defaults of bytes, times and texts on $name',
  ({ name }) => {
    let project: Project
    beforeAll(async () => {
      const made = await projectWith(lighthouseFor(name), name)
      const ddl =
        name === 'mariadb'
          ? LIGHTHOUSE_IN_MARIADB
          : `${name === 'postgresql' ? 'CREATE EXTENSION IF NOT EXISTS citext; ' : ''}${made.ddl}`
      project = { ...made, ddl }
    }, 60_000)
    afterAll(() => project.remove())

    testRepairs(LIGHTHOUSE_DRIFTS, name, () => project)
  },
)
