import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tablesOf } from '../../adapter/memory/tables.js'
import { databases } from '../../support/databases.js'
import { informed } from '../../support/facts.js'
import { SEED } from '../../support/dice.js'
import { chance } from '../../support/chance.js'
import { isSoak } from '../../support/sample.js'
import { unresolvedPointers } from '../support/pointers.js'
import { blogDomain } from './blog-domain.js'
import { constraintsDomain } from './constraints-domain.js'
import type { Domain } from './domain.js'
import { drawn } from './draw.js'
import { Judge, sortedErrors, type Store } from './judge.js'
import { keysDomain } from './keys-domain.js'
import { BatchingAdapter, RememberingAdapter, SteppingAdapter } from './modes.js'
import { peopleDomain } from './people-domain.js'
import { PrismaRows } from './prisma-rows.js'
import { requests } from './requests.js'
import { tenantsDomain } from './tenants-domain.js'
import { ALL_WATCHERS, type Watch } from './watchers.js'
import { World } from './world.js'

const RUNS = { sqlite: 60, postgresql: 6, mariadb: 6 }
const SOAK_RUNS = { sqlite: 4000, postgresql: 400, mariadb: 400 }

const DOMAINS: readonly Domain[] = [blogDomain, peopleDomain, keysDomain, constraintsDomain, tenantsDomain]

describe.each(databases)('write/oracle on $name', (database) => {
  describe.each(DOMAINS)('$datamodel', (domain) => {
    let close: () => Promise<void>
    let world: World
    let batching: BatchingAdapter
    let judges: Readonly<Record<'batches' | 'steps' | 'memory', Judge>>
    beforeAll(async () => {
      const opened = await domain.open(database)
      close = () => opened.close()
      const tables = await tablesOf(domain.datamodel)
      const rows = new PrismaRows(opened.prisma, tables, database.name)
      batching = informed(new BatchingAdapter(opened.prisma))
      const ofPrisma = { restore: () => rows.replace(domain.rows), rows: () => rows.read() }
      await rows.prepare()
      await ofPrisma.restore()
      const memory = new RememberingAdapter(tables, domain.rows)
      world = new World(domain, tables, domain.resources(memory))
      const judge = (store: Store) => new Judge(domain, world, store)
      judges = {
        batches: judge({ ...ofPrisma, adapter: batching }),
        steps: judge({ ...ofPrisma, adapter: informed(new SteppingAdapter(opened.prisma)) }),
        memory: judge({
          adapter: memory,
          restore: async () => memory.replace(domain.rows),
          rows: async () => memory.rows,
        }),
      }
    })
    afterAll(() => close())

    test('a write in batches does and answers what it does in single steps', async () => {
      const types = [...world.resources.keys()]
      const outcomes: Record<string, number> = {}
      const watches = drawn((draw): readonly Watch[] => {
        const count = draw.below(3)
        return Array.from({ length: count }, (): Watch => [draw.of(types), draw.of(ALL_WATCHERS)])
      })
      await fc.assert(
        fc.asyncProperty(requests(world), watches, async (request, watching) => {
          const steps = await judges.steps.judge(request, watching)
          const batches = await judges.batches.judge(request, watching)
          outcomes[steps.answer.status] = (outcomes[steps.answer.status] ?? 0) + 1
          const isUnexpected =
            steps.answer.status >= 500 && !watching.some(([, name]) => name === 'persist itself')
          expect({ by: 'steps', isUnexpected, ...steps }).toEqual({
            by: 'steps',
            isUnexpected: false,
            ...steps,
          })
          expect({ by: 'batches', ...batches }).toEqual({ by: 'batches', ...steps })
          if (database.name === 'sqlite' && process.env['MEM'] && !request.path.includes('include=')) {
            expect({ by: 'memory', ...sortedErrors(await judges.memory.judge(request, watching)) }).toEqual({
              by: 'memory',
              ...sortedErrors(steps),
            })
          }
          expect(unresolvedPointers(steps.answer, request.body)).toEqual([])
        }),
        { ...chance((isSoak ? SOAK_RUNS : RUNS)[database.name]), ...(isSoak && { seed: SEED }) },
      )
    }, 3_600_000)
  })
})
