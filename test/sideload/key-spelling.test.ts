import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { linkage } from './support.js'

/**
 * Nodes refer to their team by its name, which is a key of type text. Some of the nodes spell the name in a
 * different case.
 */
describe.each(databases)('sideload/key-spelling (9.3): text keys on $name', (database) => {
  const people = seededPeople(database)
  // Only MariaDB's collation treats the two spellings as equal, so that a foreign key may use either.
  const ignoresCase = database.name === 'mariadb'
  beforeEach(async () => {
    await people.prisma.team.deleteMany({ where: { id: { in: [11, 12] } } })
    await people.prisma.team.createMany({
      data: [
        { id: 11, name: 'NODE 1' },
        { id: 12, name: 'Node 2' },
      ],
    })
    for (const id of [3, 4]) await people.prisma.node.update({ where: { id }, data: { name: `Node ${id}` } })
    people.resources.nodes.belongsTo('named', { resource: 'teams', foreignKey: 'name', primaryKey: 'name' })
    people.resources.teams.hasMany('named', { resource: 'nodes', foreignKey: 'name', primaryKey: 'name' })
  })

  test('an include finds the records that the URL of the relationship finds', async () => {
    const nodes = await people.api.get('/nodes?include=named&filter[id]=1,2,3')
    expect(linkage(nodes.body, 'named')).toEqual({ 1: ignoresCase ? 11 : null, 2: 12, 3: null })
    const teams = await people.api.get('/teams?include=named&filter[id]=11,12')
    expect(linkage(teams.body, 'named')).toEqual({ 11: ignoresCase ? [1] : [], 12: [2] })
    const one = await people.api.get('/nodes/1?include=named')
    expect(linkage(one.body, 'named')).toEqual({ 1: ignoresCase ? 11 : null })
  })

  test('an included page also counts records that spell the key differently', async () => {
    await people.prisma.node.updateMany({ where: { id: { in: [3, 4] } }, data: { name: 'Node 1' } })
    const { body } = await people.api.get(
      '/teams?include=named&filter[id]=11,12&page[named][size]=2&sort=-named.id',
    )
    expect(linkage(body, 'named')).toEqual({ 11: ignoresCase ? [4, 3] : [], 12: [2] })
  })

  test("the relationship's URL compares keys as the store does", async () => {
    expect((await people.api.get('/nodes/2/named')).body).toMatchObject({ data: { id: '12' } })
    const { body } = await people.api.get('/nodes/1/named')
    expect(body).toMatchObject({ data: ignoresCase ? { id: '11' } : null })
  })
})
