import { readFile } from 'node:fs/promises'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqlOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { databases } from '../support/databases.js'
import { type Application, type Ask, startApplication } from './support/application.js'

/**
 * The permissions in organisation 1, acme. The stranger is the owner of organisation 2, umbrella. Project 5 is
 * deleted. Invoice 1 is paid, invoice 2 is sent, and invoice 3 is a draft.
 */
const MATRIX = `
                                     nobody  guest  member  accountant  owner  stranger
GET    /organisations                  401    200    200       200       200     200
GET    /organisations/1                401    200    200       200       200     404
POST   /organisations                  405    405    405       405       405     405
PATCH  /organisations/1                401    403    403       403       200     404
DELETE /organisations/1                405    405    405       405       405     405

GET    /users                          401    200    200       200       200     200
GET    /users/3                        401    200    200       200       200     404
POST   /users                          401    403    403       403       403     403
PATCH  /users/3                        401    403    200       403       403     404
DELETE /users/3                        405    405    405       405       405     405

GET    /memberships                    401    200    200       200       200     200
GET    /memberships/1~3                401    200    200       200       200     404
POST   /memberships                    401    403    403       403       201     201
PATCH  /memberships/1~3                401    403    403       403       200     404
DELETE /memberships/1~3                401    403    403       403       204     404

GET    /projects                       401    200    200       200       200     200
GET    /projects/1                     401    200    200       200       200     404
GET    /projects?sort=budget           401    400    400       200       200     200
GET    /projects/5                     401    404    404       404       404     404
POST   /projects                       401    403    201       201       201     201
PATCH  /projects/1                     401    403    200       200       200     404
PATCH  /projects/3                     401    403    400       200       200     404
DELETE /projects/1                     401    403    403       403       204     404
DELETE /projects/5                     401    403    403       403       404     404

GET    /comments                       401    200    200       200       200     200
GET    /comments/1                     401    200    200       200       200     404
GET    /comments/5                     401    404    404       404       404     404
POST   /comments                       401    403    201       201       201     404
PATCH  /comments/1                     401    403    200       403       403     404
PATCH  /comments/3                     401    403    403       403       200     404
DELETE /comments/1                     401    403    204       403       204     404

GET    /invoices                       401    200    200       200       200     200
GET    /invoices/1~2                   401    200    200       200       200     404
POST   /invoices                       401    403    403       201       201     201
PATCH  /invoices/1~1                   401    403    403       403       403     404
PATCH  /invoices/1~2                   401    403    403       200       200     404
PATCH  /invoices/1~3                   401    403    403       422       422     404
POST   /invoices/1~3/-actions/send     401    403    403       200       200     404
POST   /invoices/1~2/-actions/send     401    403    403       403       403     404
POST   /invoices/-actions/remind       401    403    403       200       200     200
GET    /invoices/1~3/-actions/send     405    405    405       405       405     405
DELETE /invoices/1~1                   401    403    403       403       403     404
DELETE /invoices/1~2                   401    403    403       403       403     404
DELETE /invoices/1~3                   401    403    403       204       204     404

GET    /lines                          401    200    200       200       200     200
GET    /lines/1~2~1                    401    200    200       200       200     404
POST   /lines                          401    403    403       201       201     404
PATCH  /lines/1~1~1                    401    403    403       403       403     404
PATCH  /lines/1~2~1                    401    403    403       200       200     404
DELETE /lines/1~1~1                    401    403    403       403       403     404
DELETE /lines/1~2~1                    401    403    403       204       204     404
`

/** The attributes that the writes in the matrix send. */
const ATTRIBUTES: Readonly<Record<string, object>> = {
  'POST /organisations': { name: 'Another' },
  'PATCH /organisations/1': { name: 'Acme & Sons' },
  'POST /users': { email: 'new@acme.example', name: 'Nia New' },
  'PATCH /users/3': { name: 'Mia M. Member' },
  'POST /memberships': { role: 'member' },
  'PATCH /memberships/1~3': { role: 'accountant' },
  'POST /projects': { name: 'Another' },
  'PATCH /projects/1': { name: 'Renamed' },
  'PATCH /projects/3': { budget: '5000' },
  'POST /comments': { body: 'So do I' },
  'PATCH /comments/1': { body: 'Edited' },
  'PATCH /comments/3': { body: 'Edited' },
  'POST /invoices': { customer: 'Somebody' },
  'PATCH /invoices/1~1': { customer: 'Somebody' },
  'PATCH /invoices/1~2': { state: 'paid' },
  'PATCH /invoices/1~3': { state: 'sent' },
  'POST /lines': { position: 7, text: 'A nail', price: '0.10' },
  'PATCH /lines/1~1~1': { price: '1' },
  'PATCH /lines/1~2~1': { price: '1' },
}
const INPUTS: Readonly<Record<string, object>> = {
  send: { dueOn: '2030-01-31' },
  remind: { before: '2030-01-31' },
}
const RELATIONSHIPS: Readonly<Record<string, object>> = {
  'POST /memberships': { user: { data: { type: 'users', 'temp-id': 'new', method: 'create' } } },
  'POST /comments': { project: { data: { type: 'projects', id: '1' } } },
  'POST /lines': { invoice: { data: { type: 'invoices', id: '1~2' } } },
}
const INCLUDED: Readonly<Record<string, readonly object[]>> = {
  'POST /memberships': [
    { type: 'users', 'temp-id': 'new', attributes: { email: 'new@people.example', name: 'Nia New' } },
  ],
}

const WHO = ['nobody', 'guest', 'member', 'accountant', 'owner', 'stranger'] as const
type Who = (typeof WHO)[number]

/** The ids in each list, for all members of acme and for the stranger. */
const LISTS = `
organisations   1                     2
users           1 2 3 4 6             5 6
memberships     1~1 1~2 1~3 1~4 1~6   2~5 2~6
projects        1 3                   2 4
comments        1 3                   2 4
invoices        1~1 1~2 1~3           2~1 2~2 2~3
lines           1~1~1 1~2~1 1~2~2 1~3~1   2~1~1 2~2~1 2~2~2 2~3~1
`

describe.each(databases.filter(({ name }) => name !== 'mariadb'))(
  "saas/matrix: each role's permissions on $name",
  (database) => {
    let application: Application
    const people = new Map<Who, Ask>()

    beforeAll(async () => {
      application = await startApplication(database)
      for (const who of WHO) {
        const own = who === 'nobody' ? undefined : `${who}@acme.example`
        const [email, organisation] =
          who === 'stranger' ? ['owner@umbrella.example', 'umbrella'] : [own, 'acme']
        people.set(who, await application.as(email, organisation))
      }
    })
    afterAll(() => application.close())

    test.each(rowsOf(MATRIX))(
      '%s %s returns the expected status for each role: %s',
      async (method, path, ...statuses) => {
        for (const [index, who] of WHO.entries()) {
          const answer = await people.get(who)?.(method, path, bodyOf(method, path))
          expect(`${who} ${answer?.status}`, JSON.stringify(answer?.body)).toBe(`${who} ${statuses[index]}`)
          if (method !== 'GET' && answer && answer.status < 300) await application.reset()
        }
      },
    )

    test.each(LISTS.trim().split('\n'))('a list shows only records of the organisation: %s', async (line) => {
      const [type = '', own = '', others = ''] = line.split(/\s{2,}/)
      for (const who of WHO.slice(1)) {
        const answer = await people.get(who)?.('GET', `/${type}`)
        const { data = [] } = (answer?.body ?? {}) as { data?: readonly { id: string }[] }
        expect([who, data.map(({ id }) => id).join(' ')]).toEqual([who, who === 'stranger' ? others : own])
      }
    })

    test('the log records each denial with the user and the guard, which the response does not name', async () => {
      application.denied.length = 0
      const answer = await people.get('member')?.('PATCH', '/invoices/1~1', bodyOf('PATCH', '/invoices/1~1'))
      expect(answer?.body).toMatchObject({
        errors: [{ status: '403', detail: 'This request is not allowed to update "invoices".' }],
      })
      expect(application.denied).toEqual([
        'member 3 of organisation 1 may not PATCH invoices  (actions.update: isAccountant)',
      ])
    })

    test('a removed member loses access immediately, and a changed role takes effect immediately', async () => {
      const guest = await application.as('guest@acme.example')
      expect((await guest('GET', '/projects')).status).toBe(200)
      const membership = { organisationId_userId: { organisationId: 1, userId: 4 } }
      await application.prisma.membership.update({ where: membership, data: { role: 'owner' } })
      expect((await guest('PATCH', '/projects/1', bodyOf('PATCH', '/projects/1'))).status).toBe(200)
      await application.prisma.membership.delete({ where: membership })
      expect((await guest('GET', '/projects')).status).toBe(401)
      await application.reset()
    })

    test('a session belongs to a single organisation, and expires', async () => {
      const both = await application.as('both@people.example', 'umbrella')
      expect((await both('GET', '/invoices/2~1')).status).toBe(200)
      expect((await both('GET', '/invoices/1~1')).status).toBe(404)
      expect((await both('DELETE', '/session')).status).toBe(204)
      expect((await both('GET', '/invoices/2~1')).status).toBe(401)
    })

    test.each([
      [{ email: 'owner@acme.example', password: 'wrong', organisation: 'acme' }],
      [{ email: 'owner@acme.example', password: 'correct horse battery staple', organisation: 'umbrella' }],
      [{ email: 'owner@acme.example', password: 'correct horse battery staple' }],
      [{ email: { contains: '@' }, password: 'correct horse battery staple', organisation: 'acme' }],
      [null],
    ])('a login with %j fails', async (body) => {
      const response = await fetch(`${application.url}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(response.status).toBe(body === null ? 400 : 401)
    })
  },
)

test("the example's migration creates the tables of its datamodel", async () => {
  const datamodel = await readFile(at('examples/saas/prisma/schema.prisma'), 'utf8')
  const migration = await readFile(at('examples/saas/prisma/migrations/0001_init/migration.sql'), 'utf8')
  expect(migration).toBe(await sqlOf(datamodel, new PrismaLibSql({ url: ':memory:' })))
})

/** The rows of the matrix: a method, a path, and the status for each user. */
function rowsOf(table: string): [method: string, path: string, ...statuses: string[]][] {
  return table
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const [method = '', path = '', ...statuses] = line.split(/\s+/)
      return [method, path, ...statuses]
    })
}

function bodyOf(method: string, path: string): object | undefined {
  if (method === 'GET' || method === 'DELETE') return undefined
  const [, type, id] = path.split('/')
  const asked = `${method} ${path}`
  if (path.includes('/-actions/')) return { meta: INPUTS[path.split('/').at(-1) ?? ''] }
  return {
    data: { type, id, attributes: ATTRIBUTES[asked], relationships: RELATIONSHIPS[asked] },
    included: INCLUDED[asked],
  }
}
