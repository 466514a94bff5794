import { afterAll, beforeAll, describe } from 'vitest'
import { databases } from '../support/databases.js'
import { HARBOUR_DRIFTS, HARBOUR_VIEW, harbourFor } from './support/harbour.js'
import { type Project, projectWith } from './support/project.js'
import { testRepairs } from './support/repairs.js'

describe.each(databases)(
  'verify/harbour: a database with types and indexes of its own on $name',
  ({ name }) => {
    let project: Project
    beforeAll(async () => {
      const made = await projectWith(harbourFor(name), name)
      const view = name === 'mariadb' ? HARBOUR_VIEW.replaceAll('"', '`') : HARBOUR_VIEW
      project = { ...made, ddl: `${made.ddl}\n${view}` }
    }, 60_000)
    afterAll(() => project.remove())

    testRepairs(HARBOUR_DRIFTS, name, () => project)
  },
)
