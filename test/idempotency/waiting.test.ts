import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { keyedApi, keyedTypes } from './support/keyed.js'

/** SQLite locks the whole file, and MariaDB waits for whole seconds. */
describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'idempotency/waiting (30.3): a request with a key that waits for other writers, on $name',
  (database) => {
    const types = keyedTypes(database, { lockTimeout: 300 })

    test('a 409 caused by a value that another transaction is writing does not blame the idempotency key', async () => {
      const { ask } = keyedApi(types.resources())
      const email = 'held@example.org'
      const answer = await types.prisma.$transaction(
        async (other) => {
          await other.user.create({ data: { name: 'held', email } })
          return ask('POST', '/users', {
            key: 'held',
            body: { data: { type: 'users', attributes: { name: 'n', email } } },
          })
        },
        { timeout: 20_000 },
      )
      const [error] = (JSON.parse(answer.text) as { errors: readonly { detail: string }[] }).errors
      expect([answer.status, error?.detail]).toEqual([
        409,
        'Other requests are writing the same records. Nothing was written; try again.',
      ])
    })
  },
)
