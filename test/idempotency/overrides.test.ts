import { type Resource, type ResourceClass, ValidationError } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { errorsOf, keyedApi, keyedTypes } from './support/keyed.js'

type Transaction = Resource['transaction']

/** What an override does with its block; `own` runs the default. */
type Override = (own: Transaction, ...given: Parameters<Transaction>) => Promise<unknown>

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'

describe.each(databases)('idempotency/overrides (11.7): overrides of `transaction`, on $name', (database) => {
  const types = keyedTypes(database)
  let count = 0
  const unique = (): string => `${database.name}-override${++count}`

  /** An API whose users run their transactions through an override. */
  function served(override: Override) {
    const { users, ...others } = types.resources()
    class Users extends (users as ResourceClass) {
      override transaction<Result>(...[block, needs]: Parameters<Transaction>): Promise<Result | undefined> {
        const own: Transaction = (...given) => super.transaction(...given)
        return override(own, block, needs) as Promise<Result | undefined>
      }
    }
    return keyedApi({ ...others, users: Users }, { answerErrors: true, operations: true })
  }
  const user = (name: string, email = `${unique()}@example.org`) => ({
    type: 'users',
    attributes: { name, email },
  })
  const named = (name: string) => types.prisma.user.count({ where: { name } })
  const keys = ['without a key', 'with a key'] as const
  const keyOf = (kind: (typeof keys)[number]) => (kind === 'with a key' ? { key: unique() } : {})

  test.each(keys)(
    'an override that never runs its block %s returns 422, and nothing is written',
    async (kind) => {
      const { ask } = served(() => Promise.resolve(undefined))
      const answer = await ask('POST', '/users', { ...keyOf(kind), body: { data: user('never') } })
      expect([errorsOf(answer), await named('never')]).toEqual([
        [['422', 'validation_error', { pointer: '/data' }]],
        0,
      ])
    },
  )

  test.each(keys)(
    'an override that refuses after its block %s returns 422, and nothing is written',
    async (kind) => {
      const { ask } = served((own, block, needs) =>
        own(async () => {
          await block()
          throw new ValidationError('cannot be written now')
        }, needs),
      )
      const { id } = await types.prisma.user.create({
        data: { name: 'kept', email: `${unique()}@example.org` },
      })
      const path = `/users/${id}`
      const answers = [
        await ask('POST', '/users', { ...keyOf(kind), body: { data: user('refused') } }),
        await ask('PATCH', path, { ...keyOf(kind), body: { data: { ...user('refused'), id: String(id) } } }),
        await ask('DELETE', path, keyOf(kind)),
      ]
      const refusal = [['422', 'validation_error', { pointer: '/data' }]]
      expect(answers.map(errorsOf)).toEqual([refusal, refusal, [['422', 'validation_error', undefined]]])
      expect([
        await named('refused'),
        await types.prisma.user.count({ where: { id, name: 'kept' } }),
      ]).toEqual([0, 1])
    },
  )

  test('if an override runs its block again after the commit, the error says that the first write persists', async () => {
    const { ask } = served(async (own, ...given) => {
      await own(...given)
      return own(...given)
    })
    const answer = await ask('POST', '/users', { body: { data: user('twice') } })
    expect([answer.status, await named('twice')]).toEqual([500, 1])
    expect(JSON.parse(answer.text)).toMatchObject({ errors: [{ meta: { written: true } }] })
  })

  /** Rolls back once, and writes on the second attempt. */
  const rollingBack = (): Override => {
    let isFirst = true
    return async (own, block, needs) => {
      const rolledBack = own(async () => {
        await block()
        throw new RangeError('the first attempt')
      }, needs)
      if (isFirst) await rolledBack.catch(() => undefined)
      isFirst = false
      return own(block, needs)
    }
  }

  test('an override that rolls back and runs its block again returns the record of the last attempt', async () => {
    const { ask } = served(rollingBack())
    const answer = await ask('POST', '/users', { body: { data: user('again') } })
    const stored = await types.prisma.user.findMany({ where: { name: 'again' }, select: { id: true } })
    expect([answer.status, (JSON.parse(answer.text) as { data: { id: string } }).data.id]).toEqual([
      201,
      String(stored[0]?.id),
    ])
    expect(stored).toHaveLength(1)
  })

  const operations = (name: string) => ({
    'atomic:operations': [1, 2].map(() => ({ op: 'add', data: user(name) })),
  })
  const results = (text: string): readonly unknown[] =>
    (JSON.parse(text) as { 'atomic:results': readonly unknown[] })['atomic:results']

  test('operations that an override rolls back and runs again have one result each', async () => {
    const { ask } = served(rollingBack())
    const answer = await ask('POST', '/operations', {
      body: operations('operated'),
      'content-type': ATOMIC,
      accept: ATOMIC,
    })
    expect([answer.status, results(answer.text).length, await named('operated')]).toEqual([200, 2, 2])
  })

  test('with an idempotency key, the results of operations are stored if an override runs its block without super', async () => {
    const { ask } = served((_own, block) => block())
    const body = operations('plain')
    const asked = { key: unique(), body, 'content-type': ATOMIC, accept: ATOMIC }
    const [first, again] = [await ask('POST', '/operations', asked), await ask('POST', '/operations', asked)]
    expect([first.status, results(first.text).length, await named('plain')]).toEqual([200, 2, 2])
    expect(again.text).toBe(first.text)
  })
})
