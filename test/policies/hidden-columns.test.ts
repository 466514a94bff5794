import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Listening } from '../http/support/frameworks.js'
import { servedToRoles } from '../security/support/express.js'
import { apiOf } from '../support/api-of.js'
import { sqlite } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { ApplicationController } from './support/roles.js'

describe('policies/hidden-columns (7.3): a second name for the column of a hidden attribute', () => {
  const people = seededPeople(sqlite)
  let server: Listening

  beforeEach(async () => {
    const { all, users, memberships } = people.resources
    users.attribute('email', { type: 'string', readable: 'isAdmin' })
    users.allowFilter('mail', { column: 'email', aliases: ['post'] })
    users.allowStat({ mails: { column: 'email', calculations: 'count' } })
    memberships.allowFilter('mailOfUser', { column: 'user.email' })
    server = await servedToRoles(apiOf(ApplicationController, all))
  })
  afterEach(() => server.close())

  const ask = async (path: string, role: string): Promise<readonly [number, string]> => {
    const response = await fetch(`${server.url}${path}`, { headers: { 'x-role': role } })
    return [response.status, await response.text()]
  }

  test.each([
    ['mail', '/users?filter[mail][prefix]=a'],
    ['mail', '/users?filter[not][mail]=a'],
    ['post', '/users?filter[post]=a'],
    ['mails', '/users?stats[mails]=count'],
    ['mailOfUser', '/memberships?filter[mailOfUser]=a'],
  ])('%s has the same guard as the attribute in %s', async (name, path) => {
    expect((await ask(path, 'admin'))[0]).toBe(200)
    const [status, text] = await ask(path, 'member')
    const [, unknown] = await ask(path.replace(name, 'zzzzzz'), 'member')
    expect([status, text.replaceAll(name, 'zzzzzz')]).toEqual([400, unknown])
  })
})
