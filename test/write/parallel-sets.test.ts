import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { dice, SEED } from '../support/dice.js'
import { isSoak } from '../support/sample.js'
import { serveWrites, type Served } from './support/serve.js'
import {
  isSerial,
  type Link,
  makeRecords,
  RECORDS,
  sendWrite,
  SET_KINDS,
  setResources,
  type SetWrite,
  some,
  WAYS,
} from './support/sets.js'

/** Of each test here. With all kinds and stores, a soak has more than 200. */
const ROUNDS = isSoak ? 25 : 1

describe.each(databases)('write/parallel-sets (11.15): writes of one set at once on $name', (database) => {
  let opened: OpenDatabase<TenantsClient>
  let served: Served
  beforeAll(async () => {
    opened = await database.openTenants()
    await makeRecords(opened.prisma)
    served = serveWrites(setResources(opened.prisma), { operations: true })
  })
  afterAll(() => opened.close())

  describe.each(SET_KINDS)('$name', (kind) => {
    const by = dice(SEED)
    /** Sends all writes at once, and says which were done, and whether some order of these explains what is stored. */
    async function atOnce(
      before: readonly Link[],
      writes: readonly SetWrite[],
      ways: readonly (typeof WAYS)[number][],
    ) {
      await kind.store(opened.prisma, before)
      if (kind.above.many) {
        await opened.prisma.task.updateMany({ data: { projectId: null } })
        for (const [index, { owner }] of writes.entries()) {
          if (ways[index % ways.length] === 'nested') {
            await opened.prisma.task.update({
              where: { id: owner },
              data: { projectId: RECORDS + 1 + index },
            })
          }
        }
      }
      const answers = await Promise.all(
        writes.map((write, index) =>
          sendWrite(served, kind, write, ways[index % ways.length] ?? 'record', index),
        ),
      )
      const statuses = answers.map(({ status }) => status)
      const unexpected = answers.filter(({ status }) => ![200, 204, 409].includes(status))
      expect(unexpected.map(({ status, body }) => [status, JSON.stringify(body)])).toEqual([])
      const done = writes.filter((_, index) => (statuses[index] ?? 0) < 300)
      const after = await kind.links(opened.prisma)
      console.log(
        database.name,
        kind.name,
        statuses.reduce((sum: Record<number, number>, s) => ({ ...sum, [s]: (sum[s] ?? 0) + 1 }), {}),
      )
      return {
        done,
        after,
        isExplained: isSerial(kind, new Set(before.map(([a, b]) => `${a}-${b}`)), done, after),
      }
    }

    test('of 20 that replace it, the set is the one of one of them', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writes = Array.from({ length: 20 }, (): SetWrite => ({
          owner: 1,
          does: 'replace',
          members: some(by, 15),
        }))
        const { done, after, isExplained } = await atOnce(
          some(by, 15).map((member): Link => [1, member]),
          writes,
          WAYS.filter((way) => way !== 'nested' || !kind.above.many),
        )
        const sets = done.map(({ members }) =>
          JSON.stringify(members.map((member) => `1-${member}`).toSorted()),
        )
        expect(sets).toContain(JSON.stringify([...after].toSorted()))
        expect(isExplained).toBe(true)
      }
    }, 600_000)

    test('beside others that add and remove, some order of all of them explains the set', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writes = Array.from({ length: 20 }, (): SetWrite => ({
          owner: 1 + by.below(2),
          does: by.of(['replace', 'add', 'remove']),
          members: some(by, by.of([1, 2, 5]), 8),
        }))
        const before = some(by, 8, 8).map((member, index): Link => [1 + (index % 2), member])
        expect(
          await atOnce(
            before,
            writes,
            WAYS.filter((way) => way !== 'nested' || !kind.above.many),
          ),
        ).toMatchObject({ isExplained: true })
      }
    }, 600_000)

    test('sets of several owners with the same members are those of some order', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writes = Array.from({ length: 20 }, (_, index): SetWrite => {
          const isInverse = kind.inverse !== undefined && index % 2 === 1
          return { owner: 1 + (index % 10), does: 'replace', members: some(by, 5, 10), isInverse }
        })
        const before = some(by, 10, 10).map((member, index): Link => [1 + index, member])
        expect(await atOnce(before, writes, WAYS)).toMatchObject({ isExplained: true })
      }
    }, 600_000)
  })
})
