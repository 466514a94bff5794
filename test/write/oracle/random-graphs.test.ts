import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tablesOf } from '../../adapter/memory/tables.js'
import { chance } from '../../support/chance.js'
import { databases, type TestDatabase } from '../../support/databases.js'
import { isOtherEngine } from '../../support/engine.js'
import { informed, ofStore, prismaAdapter } from '../../support/facts.js'
import { SEED } from '../../support/dice.js'
import { isSoak } from '../../support/sample.js'
import { unresolvedPointers } from '../support/pointers.js'
import { blogDomain } from './blog-domain.js'
import { constraintsDomain } from './constraints-domain.js'
import type { Domain } from './domain.js'
import { drawn } from './draw.js'
import { Judge, sortedErrors, type Store, type Verdict } from './judge.js'
import { keysDomain } from './keys-domain.js'
import {
  type Batch,
  BatchingAdapter,
  PlainAdapter,
  ReadingBackAdapter,
  RememberingAdapter,
  SteppingAdapter,
} from './modes.js'
import { peopleDomain } from './people-domain.js'
import { PrismaRows } from './prisma-rows.js'
import { requests, type WriteRequest } from './requests.js'
import { tenantsDomain } from './tenants-domain.js'
import { ALL_WATCHERS, type Watch } from './watchers.js'
import { World } from './world.js'

const DOMAINS: readonly Domain[] = [blogDomain, peopleDomain, keysDomain, constraintsDomain, tenantsDomain]

/** The number of requests for each domain. `SOAK_GRAPHS=1600,200,200` sets those of a soak. */
const [OF_SQLITE = 4000, OF_POSTGRESQL = 400, OF_MARIADB = 400] =
  process.env['SOAK_GRAPHS']?.split(',').map(Number) ?? []
const RUNS = isSoak
  ? { sqlite: OF_SQLITE, postgresql: OF_POSTGRESQL, mariadb: OF_MARIADB }
  : { sqlite: 60, postgresql: 8, mariadb: 8 }

/**
 * The minimum number of requests. With the tests' seed, this many requests include the expected shares of
 * successful and rejected writes.
 */
const FEWEST = 4

const countOn = ({ name }: TestDatabase): number => Math.max(FEWEST, chance(RUNS[name]).numRuns)

describe.each(databases)('write/oracle (11.3, 11.14): random writes on $name', (database) => {
  const batches: Record<Batch, number> = {
    segment: 0,
    insert: 0,
    update: 0,
    delete: 0,
    link: 0,
    unlink: 0,
  }
  const outcomes = { done: 0, refused: 0 }
  const reads = { fresh: 0, back: 0 }

  describe.each(DOMAINS)('with the datamodel $datamodel', (domain) => {
    let close: () => Promise<void>
    let world: World
    let batching: BatchingAdapter
    let readingBack: ReadingBackAdapter
    let judges: Readonly<Record<'batches' | 'readBack' | 'steps' | 'prisma' | 'memory', Judge>>
    beforeAll(async () => {
      const opened = await domain.open(database)
      close = () => opened.close()
      const tables = await tablesOf(domain.datamodel)
      const rows = new PrismaRows(opened.prisma, tables, database.name)
      const stored = { restore: () => rows.replace(domain.rows), rows: () => rows.read() }
      await rows.prepare()
      await stored.restore()
      batching = new BatchingAdapter(prismaAdapter(opened.prisma))
      readingBack = new ReadingBackAdapter(prismaAdapter(opened.prisma))
      const memory = new RememberingAdapter(tables, domain.rows)
      world = new World(domain, tables, domain.resources(memory))
      const judge = (store: Store): Judge => new Judge(domain, world, store)
      judges = {
        batches: judge({ ...stored, adapter: batching }),
        readBack: judge({ ...stored, adapter: readingBack }),
        steps: judge({ ...stored, adapter: new SteppingAdapter(prismaAdapter(opened.prisma)) }),
        prisma: judge({
          ...stored,
          adapter: new PlainAdapter(informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma)))),
        }),
        memory: judge({
          adapter: memory,
          restore: async () => memory.replace(domain.rows),
          rows: async () => memory.rows,
        }),
      }
    })
    afterAll(() => close())

    test('batches, single steps, reading back and an in-memory store have the same effects and responses', async () => {
      const types = [...world.resources.keys()]
      const watches = drawn((draw): readonly Watch[] =>
        Array.from({ length: draw.below(3) }, (): Watch => [draw.of(types), draw.of(ALL_WATCHERS)]),
      )
      await fc.assert(
        fc.asyncProperty(requests(world), watches, async (request, watching) => {
          const steps = await judges.steps.judge(request, watching)
          expect({ ...steps, isExpected: isExpected(steps, watching) }).toEqual({
            ...steps,
            isExpected: true,
          })
          expect(unresolvedPointers(steps.answer, request.body)).toEqual([])
          const together = await judges.batches.judge(request, watching)
          expect({ by: 'batches', ...together }).toEqual({ by: 'batches', ...steps })
          const back = await judges.readBack.judge(request, watching)
          expect({ by: 'read back', ...back }).toEqual({ by: 'read back', ...steps })
          if (isOtherEngine()) {
            const onPrisma = sortedErrors(await judges.prisma.judge(request, watching))
            expect({ by: 'Prisma', ...onPrisma }).toEqual({ by: 'Prisma', ...sortedErrors(steps) })
          }
          // The in-memory store reports rejected values as SQLite does. Other databases word the messages
          // differently.
          if (database.name === 'sqlite') {
            const memory = inMemory(await judges.memory.judge(request, watching), request, watching)
            expect({ by: 'memory', ...memory }).toEqual({
              by: 'memory',
              ...inMemory(steps, request, watching),
            })
          }
          outcomes[steps.answer.status < 300 ? 'done' : 'refused']++
        }),
        { ...chance(RUNS[database.name]), numRuns: countOn(database), ...(isSoak && { seed: SEED }) },
      )
      for (const [batch, count] of Object.entries(batching.done)) batches[batch as Batch] += count
      reads.fresh += batching.reads
      reads.back += readingBack.reads
    }, 36_000_000)
  })

  // The test is meaningful only if batches of each kind run and enough writes succeed.
  test('random writes use batches of every kind, and new records are not read back', () => {
    const runs = countOn(database) * DOMAINS.length
    const least = (share: number): number => Math.floor(runs * share)
    expect(outcomes.done).toBeGreaterThanOrEqual(least(0.5))
    expect(outcomes.refused).toBeGreaterThanOrEqual(least(0.1))
    // A few runs do not produce every kind.
    const none = Object.entries(batches).filter(([, count]) => count === 0)
    expect(countOn(database) < 50 ? [] : none).toEqual([])
    expect(reads.back - reads.fresh).toBeGreaterThanOrEqual(least(0.2))
  })
})

/** Whether a client or a watcher caused an error. */
const isExpected = ({ answer }: Verdict, watching: readonly Watch[]): boolean =>
  answer.status < 500 || watching.some(([, watcher]) => watcher === 'persist itself')

/** The part of an outcome that is compared with the in-memory adapter's outcome. */
function inMemory(verdict: Verdict, { path }: WriteRequest, watching: readonly Watch[]): Verdict {
  const { answer } = verdict
  // Records that are read back twice also contain links that Prisma's joins added to them.
  const isReadTwice =
    path.includes('include=') ||
    watching.some(([, watcher]) => /^(?:create|update|associate|disassociate|persist)/.test(watcher))
  return answer.status < 300 && isReadTwice
    ? { ...verdict, answer: { ...answer, body: undefined } }
    : sortedErrors(verdict)
}
