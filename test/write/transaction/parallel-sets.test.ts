import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TenantsClient } from '../../support/databases.js'
import { dice, SEED } from '../../support/dice.js'
import { isSoak } from '../../support/sample.js'
import { serveWrites, type Served } from '../support/serve.js'
import {
  isSerial,
  type Link,
  makeRecords,
  RECORDS,
  sendWrite,
  SET_KINDS,
  setResources,
  type SetKind,
  type SetWrite,
  some,
  type Way,
  WAYS,
} from '../support/sets.js'

/** The number of rounds for each test, kind and store. A soak runs 216 rounds in total. */
const ROUNDS = isSoak ? 6 : 1
const WRITERS = 20

describe.each(databases)('write/parallel-sets (11.16): concurrent writes to a set on $name', (database) => {
  let opened: OpenDatabase<TenantsClient>
  let served: Served
  const by = dice(SEED)
  beforeAll(async () => {
    opened = await database.openTenants()
    await makeRecords(opened.prisma)
    served = serveWrites(setResources(opened.prisma), { operations: true })
  })
  afterAll(() => opened.close())

  /**
   * Sends all writes concurrently. Returns the successful ones, and whether some order of them explains the stored
   * links.
   */
  async function atOnce(
    kind: SetKind,
    before: readonly Link[],
    writes: readonly SetWrite[],
    ways: readonly Way[],
  ) {
    const { prisma } = opened
    await kind.store(prisma, before)
    const sent = writes.map((write, index) => ({ write, way: ways[index % ways.length] ?? 'record', index }))
    // A nested write through a to-many relationship reaches only members, so each owner first becomes a member of its
    // parent.
    if (kind.above.many) {
      await prisma.task.updateMany({ data: { projectId: null } })
      for (const { write, index } of sent.filter(({ way }) => way === 'nested')) {
        await prisma.task.update({ where: { id: write.owner }, data: { projectId: RECORDS + 1 + index } })
      }
    }
    const answers = await Promise.all(
      sent.map(({ write, way, index }) => sendWrite(served, kind, write, way, index)),
    )
    const unexpected = answers.filter(({ status }) => ![200, 204, 409, 503].includes(status))
    expect(unexpected).toEqual([])
    const done = writes.filter((_, index) => (answers[index]?.status ?? 0) < 300)
    const after = await kind.links(prisma)
    const isExplained = isSerial(
      kind,
      new Set(before.map(([owner, member]) => `${owner}-${member}`)),
      done,
      after,
    )
    return { done, after, isExplained }
  }

  describe.each(SET_KINDS)('the set: $name', (kind) => {
    // An owner can be in only one parent's set.
    const waysOfOne = WAYS.filter((way) => way !== 'nested' || !kind.above.many)

    test('after concurrent replacements, a set has the content of one of the requests', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writes = Array.from({ length: WRITERS }, (): SetWrite => ({
          owner: 1,
          does: 'replace',
          members: some(by, 15),
        }))
        const before = some(by, 15).map((member): Link => [1, member])
        const { done, after, isExplained } = await atOnce(kind, before, writes, waysOfOne)
        const sets = done.map(({ members }) => members.map((member) => `1-${member}`).toSorted())
        expect(sets).toContainEqual([...after].toSorted())
        expect(isExplained).toBe(true)
      }
    }, 600_000)

    test('concurrent replacements, additions and removals have the same result as in some sequential order', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writes = Array.from({ length: WRITERS }, (): SetWrite => ({
          owner: 1 + by.below(2),
          does: by.of(['replace', 'add', 'remove']),
          members: some(by, by.of([1, 2, 5]), 8),
        }))
        const before = some(by, 8, 8).map((member, index): Link => [1 + (index % 2), member])
        expect(await atOnce(kind, before, writes, waysOfOne)).toMatchObject({ isExplained: true })
      }
    }, 600_000)

    test('writes to sets of several owners with the same members, from either side, have the same result as in some sequential order', async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const writes = Array.from({ length: WRITERS }, (_, index): SetWrite => {
          const isInverse = kind.inverse !== undefined && index % 2 === 1
          return { owner: 1 + (index % 10), does: 'replace', members: some(by, 5, 10), isInverse }
        })
        const before = some(by, 10, 10).map((member, index): Link => [1 + index, member])
        expect(await atOnce(kind, before, writes, WAYS)).toMatchObject({ isExplained: true })
      }
    }, 600_000)
  })

  test('after concurrent replacements of a hasOne relationship, a single record remains', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await opened.prisma.task.updateMany({ data: { parentId: null } })
      const answers = await Promise.all(
        Array.from({ length: WRITERS }, (_, index) =>
          served.send('PATCH', '/tasks/1/relationships/first', {
            data: { type: 'tasks', id: String(2 + index) },
          }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
      expect(await opened.prisma.task.count({ where: { parentId: 1 } })).toBe(1)
    }
  }, 600_000)
})
