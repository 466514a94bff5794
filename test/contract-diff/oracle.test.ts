import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { dice, SEED } from '../support/dice.js'
import { isSoak, quickly } from '../support/sample.js'
import { judge } from './oracle/judge.js'
import { mutated } from './oracle/mutations.js'
import { NOT_REPLAYED } from './oracle/not-replayed.js'
import { OFFER } from './oracle/offer.js'
import { offered } from './oracle/served.js'

const PAIRS = isSoak ? 500 : quickly(2)

describe('contract-diff/oracle (28.2): the same requests on the servers of two schemas', () => {
  const stores: OpenDatabase<BlogClient>[] = []
  let folder = ''
  beforeAll(async () => {
    stores.push(await sqlite.open(), await sqlite.open())
    folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-oracle-'))
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await rm(folder, { recursive: true })
  })

  test(`for ${PAIRS} random pairs, all breaking changes are reported, and no others`, async () => {
    const [one, other] = stores.map(({ prisma }) => prisma)
    if (!one || !other) throw new Error('There are two stores.')
    const wrong: string[] = []
    let pairs = 0
    for (let seed = SEED; pairs < PAIRS; seed++) {
      const chance = dice(seed)
      const before = mutated(OFFER, chance.below(5), chance, 'isMember')
      const after = mutated(before.offer, chance.of([1, 1, 1, 2, 3]), chance, 'isEditor')
      const [base, head] = [await offered(before.offer, folder), await offered(after.offer, folder)]
      // Some random schemas are invalid.
      if (!base || !head) continue
      pairs++
      const breaking = compareContracts(base.contract, head.contract).filter(
        ({ level }) => level === 'breaking',
      )
      // A breaking change is found early. If nothing breaks, all requests must be sent, which only a soak
      // does.
      const isAsked = (_: unknown, index: number) => isSoak || breaking.length > 0 || index % 8 === seed % 8
      const { missed, refused } = await judge(base, head, [one, other], isAsked)
      wrong.push(...refused.slice(0, 3).map((each) => `${seed}: ${before.names.join(', ')}: ${each}`))
      const rules = [...new Set(breaking.map(({ rule }) => rule))]
      const isShowable = rules.some((rule) => NOT_REPLAYED[rule] === undefined)
      if (missed === undefined ? isShowable : breaking.length === 0) {
        const said = breaking.map(({ rule, place }) => `${rule} ${place}`).join(', ')
        wrong.push(
          `${seed}: ${before.names.join(', ')} > ${after.names.join(', ')}: the diff says ${said || 'nothing'}, and a client of the base misses ${missed ?? 'nothing'}`,
        )
      }
    }
    expect(wrong).toEqual([])
  }, 3_600_000)
})
