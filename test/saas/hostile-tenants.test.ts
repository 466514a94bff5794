import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { ATTACKERS, ATTACKS } from './support/attacks.js'
import { type Application, type Ask, contents, startApplication } from './support/application.js'

/**
 * Requests from umbrella's owner that try to find out something about acme, and the responses: a status, with
 * ids or numbers.
 */
const GUESSES: readonly (readonly [what: string, path: string, told: string])[] = [
  ['a filter', '/invoices?filter[customer][prefix]=Acme', '200 []'],
  ['a filter by foreign ids', '/projects?filter[name][contains]=e&sort=id', '200 [2,4]'],
  ['a filter through a relationship', '/invoices?filter[project.name][prefix]=Acme', '200 []'],
  ['a negated filter', '/invoices?filter[not][project.name][prefix]=Umbrella', '200 [2~3]'],
  ['a group', '/invoices?filter[or][0][customer][prefix]=Acme&filter[or][1][number]=1', '200 [2~1]'],
  ['a count', '/invoices?filter[project.name][prefix]=Acme&page[size]=0&stats[total]=count', '200 count 0'],
  ['a sum', '/invoices?page[size]=0&stats[amount]=sum', '200 sum 240'],
  ['a sum that includes destroyed records', '/projects?page[size]=0&stats[budget]=sum', '200 sum 6000'],
  ['a sort through a relationship', '/invoices?sort=project.name', '400'],
  ['a sort through a user', '/memberships?sort=user.email', '400'],
  ['an include of everything', '/organisations?include=projects.comments,invoices.lines', '200 [2]'],
  [
    'an include of a user in both organisations',
    '/users/6?include=memberships.organisation,comments',
    '200 6',
  ],
  ['the records of a user in both organisations', '/users/6/memberships', '200 [2~6]'],
  ['the linkage of a user in both organisations', '/users/6/relationships/memberships', '200 [2~6]'],
  ['the comments of a user in both organisations', '/users/6/comments', '200 [4]'],
  ['a related URL', '/projects/1/comments', '404'],
  ['a relationship URL', '/projects/1/relationships/comments', '404'],
  ['a path back to the organisation', '/lines/1~1~1/invoice', '404'],
  ['the lines of an invoice', '/invoices/1~1/lines', '404'],
  ['an organisation by its members', '/memberships/1~1/organisation', '404'],
  ['the authors of comments', '/comments/1/author', '404'],
  ['a password', '/users?fields[users]=passwordHash', '400'],
  ['a password by a filter', '/users?filter[passwordHash][prefix]=a', '400'],
  ['a password by a sort', '/users?sort=passwordHash', '400'],
  ['the tenant column', '/invoices?filter[organisationId]=1', '400'],
  ['a destroyed record by its id', '/projects/6', '404'],
  ['a destroyed record by a filter', '/projects?filter[deletedAt][not_eq]=null', '400'],
  ['a destroyed record through its comments', '/comments/6', '404'],
  ['a destroyed record below its organisation', '/organisations/2/projects', '200 [2,4]'],
  ['a destroyed comment', '/comments/8', '404'],
  ['a destroyed comment below its project', '/projects/2/comments', '200 [2,4]'],
  ['a destroyed comment below its author', '/users/5/comments', '200 [2]'],
]

describe.each(databases.filter(({ name }) => name !== 'mariadb'))(
  'saas/hostile: a hostile member on $name',
  (database) => {
    let application: Application
    const attackers = new Map<string, Ask>()

    beforeAll(async () => {
      application = await startApplication(database)
      for (const [name, [email, organisation]] of Object.entries(ATTACKERS)) {
        attackers.set(name, await application.as(email, organisation))
      }
    })
    afterAll(() => application.close())

    test.each(GUESSES)('%s reveals nothing about another organisation: %s', async (_what, path, told) => {
      const answer = await attackers.get('stranger')?.('GET', path)
      expect(toldBy(answer)).toBe(told)
      // Errors repeat the request. All other parts of the response must not contain data of acme.
      const { data, included, meta } = (answer?.body ?? {}) as Record<string, unknown>
      expect(JSON.stringify({ data, included, meta })).not.toMatch(/acme|Olive|Mia|"1~/i)
    })

    test.each(ATTACKS)(
      'an attack on the saas example returns $status: $by, $what',
      async ({ by, asked, data, included, status }) => {
        const before = await contents(application.prisma)
        const [method = '', path = ''] = asked.split(' ')
        const answer = await attackers.get(by)?.(method, path, { data, included })
        expect(answer?.status, JSON.stringify(answer?.body)).toBe(status)
        expect(await contents(application.prisma)).toEqual(before)
      },
    )

    test('operations on the saas example follow the same policies, and a rejected operation undoes earlier operations', async () => {
      const before = await contents(application.prisma)
      const response = await attackers.get('member')?.('POST', '/operations', {
        'atomic:operations': [
          { op: 'add', data: { type: 'projects', attributes: { name: 'Fine' } } },
          { op: 'update', data: { type: 'memberships', id: '1~3', attributes: { role: 'owner' } } },
        ],
      })
      expect(response?.status).toBe(403)
      expect(await contents(application.prisma)).toEqual(before)
    })
  },
)

/** The status of a response, with its ids or its stat. */
function toldBy(answer: { readonly status: number; readonly body: unknown } | undefined): string {
  const { data, meta } = (answer?.body ?? {}) as {
    data?: { id: string } | { id: string }[]
    meta?: { stats: Record<string, Record<string, unknown>> }
  }
  const stats = Object.values(meta?.stats ?? {}).flatMap((stat) => Object.entries(stat))
  if (stats.length > 0) return `${answer?.status} ${stats.flat().join(' ')}`
  if (data === undefined) return String(answer?.status)
  return `${answer?.status} ${Array.isArray(data) ? `[${data.map(({ id }) => id).join(',')}]` : data.id}`
}
