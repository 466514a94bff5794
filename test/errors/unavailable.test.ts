import { PrismaPg } from '@prisma/adapter-pg'
import { describe, expect, test } from 'vitest'
import { createClient } from '../support/clients.js'
import { databases } from '../support/databases.js'
import { mariadbAdapter } from '../support/probe.js'
import { people } from '../support/people.js'
import { serve } from '../support/read/serve.js'
import { prismaAdapter } from '../support/facts.js'
import { sqliteAdapter } from '../support/stores.js'

const NOWHERE = {
  sqlite: () => sqliteAdapter('file:/nonexistent/types.db'),
  postgresql: () => new PrismaPg({ connectionString: 'postgresql://postgres@127.0.0.1:1/postgres' }),
  mariadb: () => mariadbAdapter('mariadb://root@127.0.0.1:1/test', 500),
}

describe.each(databases)(
  'errors/unavailable: requests while $name cannot be reached',
  ({ name, openTypes }) => {
    test.each(['/users', '/users/1', '/users?stats[total]=count&page[size]=0', '/users/1/memberships'])(
      'while the store cannot be reached, reads and writes return 503: %s (13.1)',
      async (path) => {
        const prisma = await createClient('types', name, NOWHERE[name]())
        const { users, memberships, teams, nodes, notes } = people(prismaAdapter(prisma))
        expect(await serve({ users, memberships, teams, nodes, notes }).get(path)).toEqual({
          status: 503,
          body: {
            jsonapi: { version: '1.1' },
            errors: [
              {
                id: expect.stringMatching(/^[\da-f-]{36}$/),
                status: '503',
                code: 'service_unavailable',
                title: 'Service unavailable',
                detail: 'The store cannot be reached or is too busy.',
              },
            ],
          },
        })
        await prisma.$disconnect()
      },
    )

    test('an error other than an unreachable store returns 500 (13.1)', async () => {
      const { prisma, close } = await openTypes()
      const { users, memberships, teams, nodes, notes } = people(prismaAdapter(prisma))
      const served = serve({ users, memberships, teams, nodes, notes })
      users.model('Nobody')
      await expect(served.get('/users')).rejects.toThrow('The model "Nobody" of the resource')
      await close()
    })
  },
)
