import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { included, linkage } from './support.js'

describe.each(keyedDatabases)('sideload/kinds (9.2): each kind of relationship on $title', (database) => {
  const people = seededPeople(database)

  test('hasMany loads the children whose foreign key is among the keys, and assigns a list to every parent', async () => {
    const { body } = await people.api.get('/users?include=memberships')
    expect(linkage(body, 'memberships')).toEqual({ 1: [1, 2], 2: [3], 3: [] })
    expect(included(body)).toEqual(['memberships 1', 'memberships 2', 'memberships 3'])
    expect(people.operations).toEqual(['User.findMany', 'Membership.findMany'])
  })

  test('belongsTo loads a record or null, and a record that several parents share is loaded only once', async () => {
    const { body } = await people.api.get('/nodes?include=parent')
    expect(linkage(body, 'parent')).toEqual({ 1: null, 2: 1, 3: 1, 4: 2, 5: null, 6: 5 })
    expect(included(body)).toEqual([])
    const some = await people.api.get('/nodes?include=parent&filter[id]=2,3,4,5')
    expect(linkage(some.body, 'parent')).toEqual({ 2: 1, 3: 1, 4: 2, 5: null })
    expect(included(some.body)).toEqual(['nodes 1'])
  })

  test('hasOne loads the first child of each parent in query order, or null', async () => {
    const first = await people.api.get('/nodes?include=first')
    expect(linkage(first.body, 'first')).toEqual({ 1: 2, 2: 4, 3: null, 4: null, 5: 6, 6: null })
    const last = await people.api.get('/nodes?include=first&sort=first.-id')
    expect(last.status).toBe(400)
    const membership = await people.api.get('/users?include=membership')
    expect(linkage(membership.body, 'membership')).toEqual({ 1: 1, 2: 3, 3: null })
  })

  test('hasOne uses only assigned children for nested includes', async () => {
    const { body } = await people.api.get('/users?include=membership.team')
    expect(included(body)).toEqual(['memberships 1', 'memberships 3', 'teams 1', 'teams 2'])
    expect(linkage(body, 'team', 'memberships')).toEqual({ 1: 1, 3: 2 })
  })

  test('hasAndBelongsToMany loads each child once per parent over a join model, in both directions', async () => {
    const teams = await people.api.get('/users?include=teams')
    expect(linkage(teams.body, 'teams')).toEqual({ 1: [1, 2], 2: [2], 3: [] })
    expect(included(teams.body)).toEqual(['teams 1', 'teams 2'])
    const users = await people.api.get('/teams?include=users')
    expect(linkage(users.body, 'users')).toEqual({ 1: [1], 2: [1, 2], 3: [] })
    expect(people.operations).toEqual(['User.findMany', 'Team.findMany', 'Team.findMany', 'User.findMany'])
  })

  test('polymorphicBelongsTo runs one query per type, and skips null and unregistered values', async () => {
    const { body } = await people.api.get('/notes?include=owner')
    expect(linkage(body, 'owner')).toEqual({ 1: 1, 2: 1, 3: 1, 4: null, 5: null })
    expect(included(body)).toEqual(['teams 1', 'users 1'])
    expect(people.operations.toSorted()).toEqual(['Note.findMany', 'Team.findMany', 'User.findMany'])
  })

  test('polymorphicBelongsTo loads a nested include that only some types support for those types', async () => {
    const { body, status } = await people.api.get('/notes?include=owner.membership')
    expect(status).toBe(200)
    expect(included(body)).toEqual(['memberships 1', 'teams 1', 'users 1'])
    const both = await people.api.get('/notes?include=owner.memberships')
    expect(included(both.body)).toEqual(['memberships 1', 'memberships 2', 'teams 1', 'users 1'])
    const none = await people.api.get('/notes?include=owner.children')
    expect(none).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_include', source: { parameter: 'include' } }] },
    })
  })

  test('polymorphicHasMany compares the foreign key and the type column', async () => {
    const users = await people.api.get('/users?include=notes')
    expect(linkage(users.body, 'notes')).toEqual({ 1: [1, 3], 2: [], 3: [] })
    const teams = await people.api.get('/teams?include=notes')
    expect(linkage(teams.body, 'notes')).toEqual({ 1: [2], 2: [], 3: [] })
    expect(people.operations).toEqual(['User.findMany', 'Note.findMany', 'Team.findMany', 'Note.findMany'])
  })

  test('many-to-many, polymorphic and keyed relationships can be nested in one another', async () => {
    const { body, status } = await people.api.get('/users/1?include=teams.users,notes.owner,memberships.team')
    expect(status).toBe(200)
    expect(included(body)).toEqual([
      'memberships 1',
      'memberships 2',
      'notes 1',
      'notes 3',
      'teams 1',
      'teams 2',
      'users 2',
    ])
    expect(linkage(body, 'users', 'teams')).toEqual({ 1: [1], 2: [1, 2] })
    expect(linkage(body, 'owner', 'notes')).toEqual({ 1: 1, 3: 1 })
  })
})
