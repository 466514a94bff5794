import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../support/databases.js'
import { serve } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { included, linkage } from './support.js'

describe.each(keyedDatabases)('sideload/paths (9.4): include paths on $title', (database) => {
  const people = seededPeople(database)

  test('a cycle loads parents and children alternately, with a single query per level', async () => {
    const { body } = await people.api.get('/nodes/1?include=children.parent.children')
    expect(included(body)).toEqual(['nodes 2', 'nodes 3'])
    expect(linkage(body, 'children', 'nodes')).toEqual({ 1: [2, 3] })
    expect(linkage(body, 'parent', 'nodes')).toEqual({ 2: 1, 3: 1 })
    expect(people.operations).toHaveLength(4)
  })

  test('a self-reference is loaded up to the depth limit', async () => {
    const three = await people.api.get('/nodes?include=children.children.children&filter[id]=1')
    expect(linkage(three.body, 'children', 'nodes')).toEqual({ 1: [2, 3], 2: [4], 3: [], 4: [] })
    const four = await people.api.get('/nodes?include=children.children.children.children')
    expect(four).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_include', source: { parameter: 'include' } }] },
    })
    const deeper = serve(people.resources.all, { limits: { includeDepth: 6 } })
    const six = await deeper.get('/nodes/1?include=children.children.children.children.children.children')
    expect(six.status).toBe(200)
  })

  test('a relationship name on two branches has a separate entry and query for each branch', async () => {
    const { body } = await people.api.get(
      '/nodes?include=children.children,parent.children&filter[parent.children][name]=Node 3&filter[id]=2&sort=id,children.children.-id',
    )
    // Node 2 has child 4 and parent 1. Of the parent's children, only child 3 was requested.
    expect(linkage(body, 'children', 'nodes')).toEqual({ 1: [3], 2: [4], 4: [] })
    expect(included(body)).toEqual(['nodes 1', 'nodes 3', 'nodes 4'])
    // Node 4 has no children.
    expect(people.operations).toHaveLength(5)
  })

  test('a record on two paths is a single object with the linkage that both paths load', async () => {
    const { body } = await people.api.get('/memberships?include=user.teams,team.users')
    expect(linkage(body, 'teams', 'users')).toEqual({ 1: [1, 2], 2: [2] })
    expect(linkage(body, 'users', 'teams')).toEqual({ 1: [1], 2: [1, 2] })
    expect(included(body)).toEqual(['teams 1', 'teams 2', 'users 1', 'users 2'])
  })

  test('a path includes its intermediate records', async () => {
    const { body } = await people.api.get('/memberships/1?include=user.teams')
    expect(included(body)).toEqual(['teams 1', 'teams 2', 'users 1'])
    expect(linkage(body, 'user')).toEqual({ 1: 1 })
  })

  test('a bare name is shorthand if one path ends in it, and an error names both paths if two do', async () => {
    const short = await people.api.get('/users?include=memberships.team&filter[team][name]=Team 2')
    expect(linkage(short.body, 'team', 'memberships')).toEqual({ 1: null, 2: 2, 3: 2 })
    const two = await people.api.get('/nodes?include=children.first,parent.first&filter[first][name]=x')
    expect(two).toMatchObject({
      status: 400,
      body: { errors: [{ source: { parameter: 'filter[first][name]' } }] },
    })
    const [error] = (two.body as { errors: readonly { detail: string }[] }).errors
    expect(error?.detail).toContain('"children.first" or "parent.first"')
    expect(people.operations).toHaveLength(3)
  })
})
