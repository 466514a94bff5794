import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { isSoak } from '../../support/sample.js'
import { sample } from '../../support/samples.js'
import { shortErrors } from '../support/documents.js'
import type { Answer } from '../support/send.js'
import { serveWrites, type Served } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

const ROUNDS = isSoak ? 20 : 2
const WRITERS = [1, 2, 3, 4] as const

const atOnce = (write: () => Promise<Answer>): Promise<readonly Answer[]> =>
  Promise.all(WRITERS.map(() => write()))

const told = (answers: readonly Answer[]): readonly unknown[] =>
  answers.map((answer) => [answer.status, answer.status < 400 ? [] : shortErrors(answer)]).toSorted()

const DONE = [204, []]

describe.each(databases)(
  'write/read-then-write (11.4, 11.16): concurrent identical writes on $name',
  (database) => {
    const types = writableTypes(database)

    const served = (): Served => serveWrites(typesResources(types.adapter))
    const membership = async () => {
      const user = await types.prisma.user.create({
        data: { name: 'u', email: `${crypto.randomUUID()}@x.test` },
      })
      const team = await types.prisma.team.create({ data: { name: crypto.randomUUID() } })
      const where = { userId: user.id, teamId: team.id }
      return { user, team, where, path: `/users/${user.id}/relationships/teams` }
    }

    test('a pair is linked once, and every request that links it succeeds', async () => {
      const { send } = served()
      for (let round = 0; round < ROUNDS; round++) {
        const { team, where, path } = await membership()
        const answers = await atOnce(() =>
          send('POST', path, { data: [{ type: 'teams', id: String(team.id) }] }),
        )
        expect(told(answers)).toEqual(WRITERS.map(() => DONE))
        expect(await types.prisma.membership.count({ where })).toBe(1)
      }
    })

    test('a pair is unlinked, and every request that unlinks it succeeds', async () => {
      const { send } = served()
      for (let round = 0; round < ROUNDS; round++) {
        const { team, where, path } = await membership()
        await types.prisma.membership.create({ data: where })
        const answers = await atOnce(() =>
          send('DELETE', path, { data: [{ type: 'teams', id: String(team.id) }] }),
        )
        expect(told(answers)).toEqual(WRITERS.map(() => DONE))
        expect(await types.prisma.membership.count({ where })).toBe(0)
      }
    })

    test('if several concurrent requests destroy a record, one succeeds, and the others report that the record no longer exists', async () => {
      const { send } = served()
      for (let round = 0; round < ROUNDS; round++) {
        const { id } = await types.prisma.sample.create({ data: sample(crypto.randomUUID()) })
        const answers = await atOnce(() => send('DELETE', `/samples/${id}`))
        expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404])
      }
    })
  },
)
