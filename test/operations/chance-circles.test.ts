import { createApi } from '@jsonapi-gen/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { chance } from '../support/chance.js'
import { databases } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { dumpBlog } from '../write/support/dump.js'
import { sendDocument } from './support/operate.js'
import { faultsOf } from './support/valid-answer.js'
import { isSoak, quickly } from '../support/sample.js'

const LIMITS = { operations: 6, links: 9, linkage: 3 }

/** A comment in a chain. Comments are identified by their position: a comment may reply to itself or to a later one. */
interface Reply {
  /** The lid of the added comment, which several comments may share. */
  readonly lid: number
  readonly parent: number | 'none' | 'nobody'
  /** The comments that a later relationship operation makes replies to this comment. */
  readonly replies: readonly number[]
}

const replies: fc.Arbitrary<readonly Reply[]> = fc.integer({ min: 1, max: 7 }).chain((length) => {
  const place = fc.nat(length - 1)
  const earlier = (index: number) =>
    fc.oneof({ arbitrary: fc.nat(Math.max(0, index - 1)), weight: 12 }, { arbitrary: place, weight: 1 })
  return fc.tuple(
    ...Array.from({ length }, (_, index) =>
      fc.record({
        lid: fc.oneof({ arbitrary: fc.constant(index), weight: 20 }, { arbitrary: place, weight: 1 }),
        parent: fc.oneof(
          { arbitrary: fc.constant('none' as const), weight: 4 },
          { arbitrary: earlier(index), weight: 4 },
          { arbitrary: fc.constant('nobody' as const), weight: 1 },
        ),
        replies: fc.oneof(
          { arbitrary: fc.constant<readonly number[]>([]), weight: 4 },
          { arbitrary: fc.uniqueArray(earlier(index), { minLength: 1, maxLength: 4 }), weight: 1 },
        ),
      }),
    ),
  )
})

const identifier = (place: number | 'nobody') => ({ type: 'comments', lid: `c${place}` })

/** Adds each comment, and then links its replies to it. */
const operationsOf = (chain: readonly Reply[]): readonly unknown[] =>
  chain.flatMap(({ lid, parent, replies: of }, index) => [
    {
      op: 'add',
      data: {
        ...identifier(lid),
        attributes: { body: `reply ${index}`, approved: true },
        relationships: {
          post: { data: { type: 'posts', id: '1' } },
          ...(parent !== 'none' && { parent: { data: identifier(parent) } }),
        },
      },
    },
    ...(of.length > 0
      ? [{ op: 'add', ref: { ...identifier(lid), relationship: 'replies' }, data: of.map(identifier) }]
      : []),
  ])

/**
 * Whether a chain is valid: each lid is new, each reference refers to an earlier comment, and no limit is
 * exceeded. A comment may reply to itself.
 */
function isGood(chain: readonly Reply[]): boolean {
  const added = new Set<number>()
  let links = 0
  for (const { lid, parent, replies: of } of chain) {
    if (added.has(lid)) return false
    added.add(lid)
    if (parent === 'nobody' || (parent !== 'none' && !added.has(parent))) return false
    links += 1 + (parent === 'none' ? 0 : 1) + of.length
    if (of.length > LIMITS.linkage || of.some((place) => !added.has(place))) {
      return false
    }
  }
  return operationsOf(chain).length <= LIMITS.operations && links <= LIMITS.links
}

describe.each(databases)('operations/chance-circles (16.6, 17.1) on $name', (database) => {
  const blog = writableBlog(database)

  test('operations with circular, later, unknown or too many lids write no data, and all other operations are executed', async () => {
    const api = createApi({ registry, controllers, operations: true, limits: LIMITS })
    let before = await dumpBlog(blog.prisma)
    let written = 0
    await fc.assert(
      fc.asyncProperty(replies, async (chain) => {
        const sent = { 'atomic:operations': operationsOf(chain) }
        const { status, body } = await sendDocument(api, sent)
        expect({ status, faults: faultsOf(sent, body, status) }).toEqual({
          status: isGood(chain) ? 200 : expect.toBeOneOf([400, 404]),
          faults: [],
        })
        const after = await dumpBlog(blog.prisma)
        if (status === 200) written += chain.length
        else expect(after).toEqual(before)
        before = after
      }),
      chance(isSoak ? 2_000 : 40),
    )
    expect(before['comments']).toHaveLength(500 + written)
    expect(written).toBeGreaterThan(quickly(10))
  }, 3_600_000)
})
