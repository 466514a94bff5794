import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { errorsOf, keyedApi, keyedTypes } from './support/keyed.js'

// The other databases do not limit the wait of an INSERT themselves: SQLite locks the whole file, and on
// MariaDB the pool sets the limit.
const bounded = databases.filter(({ name }) => name === 'postgresql')

describe.each(bounded)(
  'idempotency/duplicates (30.4): a request with a key that is in use, on $name',
  (database) => {
    const types = keyedTypes(database, { lockTimeout: 300 })

    test('a request whose key is in use waits up to the lock timeout, then returns 409 with Retry-After, and can succeed after a rollback', async () => {
      const { ask } = keyedApi(types.resources())
      const asked = { key: 'held', body: { data: { type: 'teams', attributes: { name: 'held' } } } }
      const digest = createHash('sha256')
        .update(JSON.stringify(['ann', 'held']))
        .digest('hex')
      const row = { digest, request: '', status: 0, headers: [], answer: new Uint8Array(), isShort: false }
      const rolledBack = types.prisma
        .$transaction(async (transaction) => {
          await transaction.idempotencyKey.create({
            data: { ...row, expiresAt: new Date(Date.now() + 60_000) },
          })
          const waiting = await ask('POST', '/teams', asked)
          expect([errorsOf(waiting), waiting.headers.get('retry-after')]).toEqual([
            [['409', 'conflict', { header: 'Idempotency-Key' }]],
            '1',
          ])
          throw new Error('It is rolled back.')
        })
        .catch(({ message }: Error) => message)
      expect(await rolledBack).toBe('It is rolled back.')
      expect((await ask('POST', '/teams', asked)).status).toBe(201)
      expect(await types.prisma.team.count()).toBe(1)
    })
  },
)
