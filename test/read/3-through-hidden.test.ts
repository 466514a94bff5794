import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { idsOf } from './support/answers.js'

describe.each(databases)('filters through hidden records on $name (rule 18.6)', (database) => {
  const people = seededPeople(database)
  const ids = async (path: string) => idsOf(await people.api.get(path))
  const memberships = (filter: string) => ids(`/memberships?${filter}`)

  describe.each(['conditions', 'a function'])('by %s', (form) => {
    /** Nobody sees the first user, of whom two of the three memberships are. */
    const hideFirst = (): void => {
      const { users, memberships: of } = people.resources
      of.allowFilter('user.name')
      if (form === 'conditions') users.defaultFilter('id', { not_eq: 1 })
      else users.defaultFilter('seen', (scope: unknown) => (scope as PrismaScope).where({ id: { not: 1 } }))
    }

    test('what a default filter hides is not there, whatever is guessed of it', async () => {
      hideFirst()
      expect(await memberships('filter[user.name][prefix]=User')).toEqual([3])
      expect(await memberships('filter[user.name]=User 1')).toEqual([])
      expect(await memberships('filter[user.name]=User 1,User 2')).toEqual([3])
    })

    test('a negation is the complement, hidden records in it (rule 3.4)', async () => {
      hideFirst()
      expect(await memberships('filter[user.name][not_eq]=User 2')).toEqual([1, 2])
      expect(await memberships('filter[user.name][not_eq]=User 1')).toEqual([1, 2, 3])
      expect(await memberships('filter[not][user.name][prefix]=User')).toEqual([1, 2])
      expect(await memberships('filter[not][user.name][not_prefix]=User')).toEqual([3])
    })

    test('in groups as well', async () => {
      hideFirst()
      const or = 'filter[or][0][user.name]=User 1&filter[or][1][role]=owner'
      expect(await memberships(or)).toEqual([1])
    })
  })

  test('every record on the way has to be visible', async () => {
    const { nodes } = people.resources
    nodes.allowFilter('parent.parent.name')
    expect(await ids('/nodes?filter[parent.parent.name]=Node 1')).toEqual([4])
    nodes.defaultFilter('name', { not_eq: 'Node 2' })
    expect(await ids('/nodes?filter[parent.parent.name]=Node 1')).toEqual([])
    expect(await ids('/nodes?filter[parent.parent.name][not_eq]=Node 1')).toEqual([1, 3, 4, 5, 6])
  })
})
