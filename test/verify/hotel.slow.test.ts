import { afterAll, beforeAll, describe } from 'vitest'
import { databases } from '../support/databases.js'
import { HOTEL_DRIFTS, hotelFor } from './support/hotel.js'
import { type Project, projectWith } from './support/project.js'
import { testRepairs } from './support/repairs.js'

describe.each(databases)('verify/hotel: a database with unusual names on $name', ({ name }) => {
  let project: Project
  beforeAll(async () => {
    project = await projectWith(hotelFor(name), name)
  }, 60_000)
  afterAll(() => project.remove())

  testRepairs(HOTEL_DRIFTS, name, () => project)
})
