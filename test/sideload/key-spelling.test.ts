import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { linkage } from './support.js'

/** Texts as keys: nodes name the team that they belong to, two of them in another case than the team does. */
describe.each(databases)('sideload/key-spelling (9.3): text keys on $name', (database) => {
  const people = seededPeople(database)
  // Only MariaDB's collation takes them for the same, so that a foreign key there can be spelled in either way.
  const ignoresCase = database.name === 'mariadb'
  beforeEach(() => {
    people.resources.nodes.belongsTo('named', { resource: 'teams', foreignKey: 'name', primaryKey: 'name' })
    people.resources.teams.hasMany('named', { resource: 'nodes', foreignKey: 'name', primaryKey: 'name' })
  })

  test('an include finds records whose keys are spelled the same, on every store', async () => {
    await people.prisma.team.createMany({
      data: [
        { id: 11, name: 'NODE 1' },
        { id: 12, name: 'Node 2' },
      ],
    })
    const nodes = await people.api.get('/nodes?include=named&filter[id]=1,2,3')
    expect(linkage(nodes.body, 'named')).toEqual({ 1: null, 2: 12, 3: null })
    const teams = await people.api.get('/teams?include=named&filter[id]=11,12')
    expect(linkage(teams.body, 'named')).toEqual({ 11: [], 12: [2] })
  })

  test("the relationship's URL compares keys as the store does", async () => {
    expect((await people.api.get('/nodes/2/named')).body).toMatchObject({ data: { id: '12' } })
    const { body } = await people.api.get('/nodes/1/named')
    expect(body).toMatchObject({ data: ignoresCase ? { id: '11' } : null })
  })
})
