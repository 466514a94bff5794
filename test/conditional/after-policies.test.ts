import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Listening } from '../http/support/frameworks.js'
import { ApplicationController } from '../policies/support/roles.js'
import { servedToRoles } from '../security/support/express.js'
import { apiOf } from '../support/api-of.js'
import { sqlite } from '../support/databases.js'
import { narrowed } from '../support/scopes.js'
import { typesResources, writableTypes } from '../write/support/types.js'

/** A type with a version, whose tag needs no document, and a type without one. */
const RECORDS = ['documents', 'users'] as const

describe.each(RECORDS)('conditional/after-policies (26.2, 26.3, 14.10): reads of %s', (type) => {
  const types = writableTypes(sqlite)
  let server: Listening
  let mayShow = true
  let isVisible = true

  beforeAll(async () => {
    const { prisma } = types
    await prisma.document.create({ data: { id: 1, slug: 'a', folder: 'f', title: 't' } })
    await prisma.user.create({ data: { id: 1, name: 'Ada', email: 'ada@example.org' } })
  })
  beforeEach(async () => {
    mayShow = isVisible = true
    const { documents, users } = typesResources(types.adapter)
    if (!documents || !users) throw new Error('There are documents and users.')
    users.config.sideloads.clear()
    for (const each of [documents, users]) {
      each.scopes({ read: (scope) => narrowed(scope, { id: isVisible ? 1 : 2 }) })
      each.actions({ index: true, show: 'mayShow', update: true })
      each.attribute(each === users ? 'email' : 'folder', { type: 'string', readable: 'isAdmin' })
    }
    class Guarded extends ApplicationController {
      mayShow(): boolean {
        return mayShow
      }
    }
    server = await servedToRoles(apiOf(Guarded, [documents, users]))
  })
  afterEach(() => server.close())

  const ask = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(`${server.url}/${type}/1`, { method, headers })
    await response.text()
    return [response.status, response.headers.get('etag')] as const
  }

  test.each(['GET', 'HEAD'])(
    '%s: a request that its guard now rejects returns 403, not 304',
    async (method) => {
      const [, tag] = await ask({})
      const known = { 'if-none-match': String(tag) }
      expect(await ask(known, method)).toEqual([304, tag])
      mayShow = false
      expect(await ask(known, method)).toEqual([403, null])
      expect(await ask({ 'if-none-match': '*' }, method)).toEqual([403, null])
    },
  )

  test.each(['GET', 'HEAD'])(
    '%s: a request for a record that has left the scope returns 404, not 304',
    async (method) => {
      const [, tag] = await ask({})
      const known = { 'if-none-match': String(tag) }
      expect(await ask(known, method)).toEqual([304, tag])
      isVisible = false
      expect(await ask(known, method)).toEqual([404, null])
      expect(await ask({ 'if-none-match': '*' }, method)).toEqual([404, null])
    },
  )

  test('a request with fewer permissions does not receive a 304 for a tag from a request with more permissions', async () => {
    const [, tag] = await ask({ 'x-role': 'admin' })
    const known = { 'if-none-match': String(tag) }
    expect((await ask({ ...known, 'x-role': 'admin' }))[0]).toBe(304)
    expect((await ask(known))[0]).toBe(200)
  })
})
