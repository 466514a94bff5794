import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type ConstraintsClient, type OpenDatabase } from '../../support/databases.js'
import { constraintsResources } from '../support/constraints.js'
import { errorsOf, shortErrors } from '../support/documents.js'
import { serveWrites, type Served } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'

/** Statements that defer the constraints of a ticket until the commit. */
const DEFER = {
  sqlite: [
    'DROP TABLE tickets',
    `CREATE TABLE tickets (ticket_id INTEGER PRIMARY KEY AUTOINCREMENT, organisation_id INTEGER NOT NULL
       REFERENCES organisations (organisation_id) DEFERRABLE INITIALLY DEFERRED, number INTEGER NOT NULL, code TEXT NOT NULL,
       number_of_code TEXT, line TEXT, item TEXT, line_item TEXT, label TEXT, price DECIMAL, weight DECIMAL, amounts REAL)`,
  ],
  postgresql: [
    'DROP INDEX tickets_code_key',
    'ALTER TABLE tickets ADD CONSTRAINT tickets_code_key UNIQUE (code) DEFERRABLE INITIALLY DEFERRED',
    'ALTER TABLE tickets DROP CONSTRAINT tickets_organisation_id_fkey',
    `ALTER TABLE tickets ADD CONSTRAINT tickets_organisation_id_fkey FOREIGN KEY (organisation_id)
       REFERENCES organisations DEFERRABLE INITIALLY DEFERRED`,
  ],
  mariadb: [],
}

/** MariaDB cannot defer constraints. */
describe.each(databases.filter(({ name }) => name !== 'mariadb'))(
  'write/deferred-constraints (23.8): constraints that $name checks at the end of a transaction',
  (database) => {
    let opened: OpenDatabase<ConstraintsClient>
    let served: Served
    beforeAll(async () => {
      opened = await database.openConstraints()
      for (const statement of DEFER[database.name]) await opened.prisma.$executeRawUnsafe(statement)
      served = serveWrites(constraintsResources(opened.prisma))
      await opened.prisma.organisation.createMany({ data: [{ name: 'one' }, { name: 'two' }] })
      await opened.prisma.ticket.create({ data: { organisationId: 1, number: 1, code: 'taken' } })
    })
    afterAll(() => opened.close())

    const ticket = (attributes: object, organisation = '2') => ({
      type: 'tickets',
      attributes: { number: 2, ...attributes },
      relationships: { organisation: { data: { type: 'organisations', id: organisation } } },
    })
    const isUnwritten = async () => {
      expect([await opened.prisma.ticket.count(), await opened.prisma.organisation.count()]).toEqual([1, 2])
    }

    test('destroying a record that other records refer to returns 409, as with other constraints', async () => {
      const answer = await served.send('DELETE', '/organisations/1')
      expect([answer.status, shortErrors(answer)]).toEqual([
        409,
        [
          '409 - This record of type "organisations" cannot be destroyed, because other records depend on it.',
        ],
      ])
      await isUnwritten()
    })

    test('a record that no longer exists at the commit returns 404', async () => {
      const resources = constraintsResources(opened.prisma)
      const adapter = prismaAdapter(opened.prisma)
      resources['tickets']?.beforeCommit('create', async () => {
        await (adapter.client as ConstraintsClient).organisation.delete({ where: { id: 2 } })
      })
      const data = ticket({ code: 'new' })
      const answer = await serveWrites(resources).send('POST', '/tickets', { data })
      expect([answer.status, shortErrors(answer)]).toEqual([
        404,
        ['404 /data/relationships/organisation A record that this one refers to does not exist.'],
      ])
      await isUnwritten()
    })

    // SQLite cannot defer unique keys.
    if (database.name === 'sqlite') return
    test.each(['P0001', '42501', '0A000'])(
      'if a deferred trigger raises the state %s at the commit, the transaction is rolled back, and the 500 does not mention an unknown outcome (14.6)',
      async (state) => {
        await opened.prisma.$executeRawUnsafe(
          `CREATE FUNCTION refuse_${state}() RETURNS trigger AS $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${state}'; END $$ LANGUAGE plpgsql`,
        )
        await opened.prisma.$executeRawUnsafe(
          `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON tickets DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW EXECUTE FUNCTION refuse_${state}()`,
        )
        const { send } = serveWrites(constraintsResources(opened.prisma), { answerErrors: true })
        const answer = await send('POST', '/tickets', { data: ticket({ code: state }) })
        await opened.prisma.$executeRawUnsafe('DROP TRIGGER refuse ON tickets')
        expect([answer.status, JSON.stringify(answer.body).includes('written')]).toEqual([500, false])
        await isUnwritten()
      },
    )
    test('a value that is taken returns 422 at its attribute, without pointing at one of several records', async () => {
      const one = await served.send('POST', '/tickets', { data: ticket({ code: 'taken' }) })
      expect([one.status, shortErrors(one)]).toEqual([
        422,
        ['422 /data/attributes/code code is already taken.'],
      ])
      const several = await served.send('POST', '/tickets', {
        data: {
          ...ticket({ code: 'taken' }),
          relationships: {
            organisation: { data: { type: 'organisations', 'temp-id': 'o', method: 'create' } },
          },
        },
        included: [{ type: 'organisations', 'temp-id': 'o', attributes: { name: 'three' } }],
      })
      expect([several.status, errorsOf(several)]).toEqual([
        422,
        [{ status: '422', code: 'validation_error', pointer: undefined, meta: expect.anything() }],
      ])
      await isUnwritten()
    })
  },
)
