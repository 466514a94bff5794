import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noTransactionUnderWay } from '../../../runtime/src/adapter/transaction/transactions-under-way.js'
import { operate } from '../../operations/support/operate.js'
import {
  type BlogClient,
  closeClient,
  databases,
  type OpenDatabase,
  openClient,
  type TypesClient,
} from '../../support/databases.js'
import { dice, type Dice, SEED } from '../../support/dice.js'
import { isSoak } from '../../support/sample.js'
import { plainBlog } from '../support/plain.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { typesResources } from '../support/types.js'
import { prismaAdapter } from '../../support/facts.js'

/** The number of writes of each kind that are interrupted at random moments, for each pool size. */
const ROUNDS = isSoak ? 30 : 3

/** A kind of write, which must leave either its complete result or the previous content. */
interface Kind {
  /** Restores the previous content. */
  reset(): Promise<void>
  write(limits: Limits): Promise<Answer>
  /** The stored content, with one string for each record or link. */
  stored(): Promise<readonly string[]>
}

/** The time limit, in milliseconds, for the write's transaction or for the whole request. */
type Limits = { readonly transaction: number } | { readonly request: number }

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)
const members = (type: string, ids: readonly number[]) => ids.map((id) => ({ type, id: String(id) }))

describe.each(databases)(
  'write/half-written (14.4, 14.6, 23.10): writes that exceed a time limit, on $name',
  (database) => {
    describe.each([1, 10])('with a pool of %i', (connections) => {
      let blog: OpenDatabase<BlogClient>
      let types: OpenDatabase<TypesClient>
      let pooledBlog: BlogClient
      let pooledTypes: TypesClient
      let chance: Dice
      const adapters: PrismaAdapter[] = []
      let commits = 0
      const noteCommit = (sql: string): void => {
        if (/\bCOMMIT\b/i.test(sql)) commits++
      }
      beforeAll(async () => {
        chance = dice(SEED + connections)
        blog = await database.open({ seed: true })
        types = await database.openTypes()
        pooledBlog = await openClient('blog', blog, { connections, onQuery: noteCommit })
        pooledTypes = await openClient('types', types, { connections, onQuery: noteCommit })
        // The adapters are created before the first query, as in an application.
        adapters.push(prismaAdapter(pooledBlog), prismaAdapter(pooledTypes))
        await blog.prisma.tag.createMany({
          data: upTo(300).map((id) => ({ id: 1000 + id, name: `tag ${id}` })),
        })
        await types.prisma.user.create({ data: { id: 1, name: 'owner', email: 'owner' } })
        await types.prisma.team.createMany({ data: upTo(200).map((id) => ({ id, name: `team ${id}` })) })
      })
      afterAll(async () => {
        await Promise.all([closeClient(pooledBlog), closeClient(pooledTypes)])
        await blog.close()
        await types.close()
      })

      const ask = (limits: Limits) => ({
        adapter: 'transaction' in limits ? { transaction: { timeout: limits.transaction } } : {},
        api: { answerErrors: true, ...('request' in limits && { limits: { time: limits.request } }) },
      })
      const served = (limits: Limits) => {
        const resources = plainBlog(pooledBlog)
        const adapter = prismaAdapter(pooledBlog, ask(limits).adapter)
        for (const resource of Object.values(resources)) resource.useAdapter(adapter)
        return serveWrites(resources, { ...ask(limits).api, operations: true })
      }
      const post = (relationships: object) => ({ data: { type: 'posts', id: '1', relationships } })
      const comment = (name: number) => ({
        type: 'comments',
        lid: String(name),
        attributes: { body: `half ${name}` },
      })
      const halves = async (): Promise<readonly string[]> => {
        const found = await blog.prisma.comment.findMany({ where: { body: { startsWith: 'half' } } })
        return found.map(({ body }) => body).toSorted()
      }
      const removeHalves = async (): Promise<void> => {
        await blog.prisma.post.deleteMany({ where: { title: 'half' } })
        await blog.prisma.comment.deleteMany({ where: { body: { startsWith: 'half' } } })
      }

      const KINDS: Readonly<Record<string, Kind>> = {
        'links that Prisma keeps': {
          async reset() {
            const set = upTo(100).map((id) => ({ id: 1000 + id }))
            await blog.prisma.post.update({ where: { id: 1 }, data: { tags: { set } } })
          },
          write: (limits) =>
            served(limits).send(
              'PATCH',
              '/posts/1',
              post({
                tags: {
                  data: members(
                    'tags',
                    upTo(200).map((id) => 1100 + id),
                  ),
                },
              }),
            ),
          async stored() {
            const tags = await blog.prisma.tag.findMany({
              where: { posts: { some: { id: 1 } } },
              orderBy: { id: 'asc' },
            })
            return tags.map(({ id }) => String(id))
          },
        },
        keys: {
          async reset() {
            await removeHalves()
            const data = upTo(60).map((name) => ({
              body: `half ${name}`,
              approved: true,
              postId: name <= 30 ? 1 : 2,
            }))
            await blog.prisma.comment.createMany({ data })
          },
          async write(limits) {
            const found = await blog.prisma.comment.findMany({
              where: { body: { startsWith: 'half' }, postId: 2 },
            })
            const data = members(
              'comments',
              found.map(({ id }) => id),
            )
            return served(limits).send('POST', '/posts/1/relationships/comments', { data })
          },
          async stored() {
            const found = await blog.prisma.comment.findMany({
              where: { body: { startsWith: 'half' } },
              orderBy: { id: 'asc' },
            })
            return found.map(({ body, postId }) => `${body} of ${postId}`)
          },
        },
        'a join model': {
          async reset() {
            await types.prisma.membership.deleteMany({})
            const data = upTo(80).map((teamId) => ({ teamId, userId: 1, role: 'member' }))
            await types.prisma.membership.createMany({ data })
          },
          write: (limits) => {
            const resources = typesResources(prismaAdapter(pooledTypes, ask(limits).adapter))
            const data = members(
              'teams',
              upTo(120).map((id) => 60 + id),
            )
            return serveWrites(resources, ask(limits).api).send('PATCH', '/users/1/relationships/teams', {
              data,
            })
          },
          async stored() {
            const found = await types.prisma.membership.findMany({ orderBy: { teamId: 'asc' } })
            return found.map(({ teamId }) => String(teamId))
          },
        },
        'nested creates': {
          reset: removeHalves,
          write: (limits) =>
            served(limits).send('POST', '/posts', {
              data: {
                type: 'posts',
                attributes: { title: 'half', body: '' },
                relationships: {
                  author: { data: { type: 'authors', id: '1' } },
                  comments: { data: upTo(40).map((name) => ({ type: 'comments', lid: String(name) })) },
                  tags: {
                    data: members(
                      'tags',
                      upTo(40).map((id) => 1000 + id),
                    ),
                  },
                },
              },
              included: upTo(40).map(comment),
            }),
          stored: halves,
        },
        operations: {
          reset: removeHalves,
          async write(limits) {
            const { status, body } = await operate(
              served(limits).api,
              upTo(30).map((name) => ({
                op: 'add',
                data: {
                  ...comment(name),
                  relationships: { post: { data: { type: 'posts', id: '1' } } },
                },
              })),
            )
            return { status, body }
          },
          stored: halves,
        },
      }

      /** Runs other transactions in the same pool. Each must find only its own statements in its transaction. */
      async function others(isOver: () => boolean): Promise<readonly string[]> {
        const faults: string[] = []
        for (let turn = 0; !isOver(); turn++) {
          const client = turn % 2 === 0 ? pooledBlog : (pooledTypes as unknown as BlogClient)
          const options = {
            maxWait: 60_000,
            timeout: 60_000,
            ...(turn % 3 === 0 && { isolationLevel: 'Serializable' as const }),
          }
          await client
            .$transaction(async (own) => {
              const before = await statementsIn(own)
              await new Promise((resolve) => setTimeout(resolve, 2))
              const after = await statementsIn(own)
              if (after !== before) faults.push(`${before} → ${after}`)
            }, options)
            .catch((error: Error) => faults.push(error.message))
        }
        return faults
      }

      /** A value that differs if another transaction's statement ran in a transaction that only reads. */
      async function statementsIn(own: Pick<BlogClient, '$queryRawUnsafe'>): Promise<string> {
        if (database.name === 'sqlite') return ''
        const sql =
          database.name === 'postgresql'
            ? 'SELECT pg_current_xact_id_if_assigned()::text AS value'
            : "SHOW SESSION STATUS WHERE Variable_name IN ('Com_insert', 'Com_update', 'Com_delete', 'Com_select')"
        const rows = await own.$queryRawUnsafe<readonly object[]>(sql)
        return JSON.stringify(rows.map((row) => Object.values(row)))
      }

      test.each(Object.keys(KINDS))(
        'when the time limit of %s expires, either all or none of the data is written, and the response says which',
        async (name) => {
          const kind = KINDS[name] as Kind
          await kind.reset()
          const began = performance.now()
          const [before, whole] = [await kind.stored(), await kind.write({ transaction: 60_000 })]
          const time = performance.now() - began
          const after = await kind.stored()
          expect([whole.status < 300 || whole, JSON.stringify(after) === JSON.stringify(before)]).toEqual([
            true,
            false,
          ])
          const outcomes: unknown[] = []
          let isOver = false
          const beside = others(() => isOver)
          for (let round = 0; round < ROUNDS * 2; round++) {
            await kind.reset()
            commits = 0
            const limit = 1 + chance.upTo(time * 1.2)
            const answer = await kind.write(round % 2 === 0 ? { transaction: limit } : { request: limit })
            await noTransactionUnderWay()
            const stored = await kind.stored()
            const is = (wanted: readonly string[]) => JSON.stringify(stored) === JSON.stringify(wanted)
            const said = saidOf(answer)
            const isTrue =
              said === 'written'
                ? is(after)
                : said === 'nothing'
                  ? is(before)
                  : commits > 0 && (is(before) || is(after))
            if (!isTrue) outcomes.push({ round, limit, said, answer, stored, commits })
          }
          isOver = true
          expect([outcomes, await beside]).toEqual([[], []])
        },
        isSoak ? 3_600_000 : 240_000,
      )
    })
  },
)

/** The outcome of the write, according to the response. */
function saidOf({ status, body }: Answer): 'written' | 'nothing' | 'unknown' {
  if (status < 300) return 'written'
  const { errors = [] } = (body ?? {}) as {
    errors?: readonly { meta?: { written?: unknown }; detail?: string }[]
  }
  const written = errors[0]?.meta?.written
  if (written === undefined) return 'nothing'
  return written === true ? 'written' : 'unknown'
}
