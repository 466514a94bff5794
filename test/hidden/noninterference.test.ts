import { type Api } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TenantsClient } from '../support/databases.js'
import { followUps, withCursors, withKey } from './support/follow-ups.js'
import { type Asked, IDS, request, write } from './support/requests.js'
import { type Seating, type TenantOptions, tenantResources, viewerOf } from './support/resources.js'
import { dice } from '../support/dice.js'
import { fill } from './support/worlds.js'
import { isSoak } from '../support/sample.js'
import { apiOf } from '../support/api-of.js'
import { prismaAdapter } from '../support/facts.js'

/** Normal runs always use the same seed. `npm run soak` uses a different one each time, and more requests. */
const PAIRS = isSoak ? 10 : 1
const REQUESTS = isSoak ? 500 : 100
const SEED = Number(process.env['FUZZ_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 20_261_122))

/** Each seed uses one of them, so three consecutive seeds use them all. */
const SEATINGS: readonly Seating[] = ['scopes', 'actions', 'keys']

const JSONAPI = 'application/vnd.api+json'

const CASES = databases.flatMap((database) => [
  { database, name: database.name, hiding: 'declarations' as const },
  { database, name: database.name, hiding: 'policies' as const },
])

describe.each(CASES)(
  'records hidden by $hiding do not affect any response on $name',
  ({ database, name, hiding }) => {
    describe.each(Array.from({ length: PAIRS }, (_, index) => SEED + index))(
      'stores from seed %i',
      (seed) => {
        const opened: OpenDatabase<TenantsClient>[] = []
        const apis: Api[] = []
        /** The APIs that keep what they write. */
        const keeping: Api[] = []
        const unexpected: unknown[] = []

        beforeAll(async () => {
          for (const unseen of [1, 2]) {
            const store = await database.openTenants()
            opened.push(store)
            await fill(store.prisma, dice(seed), dice(seed * 10 + unseen))
            if (database.name === 'postgresql') await skipIds(store.prisma)
            const seating = SEATINGS[seed % 3] ?? 'scopes'
            apis.push(serve(store.prisma, unexpected, { hiding, seating }))
            keeping.push(serve(store.prisma, unexpected, { hiding, seating, keeps: true }))
          }
        })
        afterAll(() => Promise.all(opened.map((store) => store.close())))

        test(
          'two stores that differ only in hidden records return the same responses, byte for byte',
          async () => {
            const chance = dice(seed)
            const statuses = new Map<number, number>()
            const further = dice(seed + 1)
            const sent = { reads: 0, writes: 0 }
            for (let count = 0; count < REQUESTS; count++) {
              const first = request(chance)
              const queue = [further.below(3) === 0 ? withCursors(first) : first]
              for (let asked = queue.shift(); asked; asked = queue.shift()) {
                const [one = '', other] = await Promise.all(apis.map((api) => answer(api, asked)))
                expect(other, JSON.stringify(asked)).toBe(one)
                const status = Number(one.slice(0, 3))
                statuses.set(status, (statuses.get(status) ?? 0) + 1)
                sent[asked.method === 'GET' || asked.method === 'HEAD' ? 'reads' : 'writes']++
                const etag = /\["etag","((?:\\.|[^"\\])*)"\]/.exec(one)?.[1] ?? null
                const seen = {
                  status,
                  etag: etag && (JSON.parse(`"${etag}"`) as string),
                  text: one.slice(one.indexOf('\n') + 1),
                }
                queue.push(...followUps(asked, seen, { chance: further, write }))
              }
            }
            if (isSoak) {
              const counts = `${JSON.stringify(sent)} ${JSON.stringify([...statuses])}`
              process.stdout.write(`${name}, ${hiding}, seed ${seed}: ${counts}\n`)
            }
            expect(unexpected).toEqual([])
            // Rejections show little, so enough responses must contain data, and each kind of rejection must
            // occur.
            expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 5)
            for (const status of [400, 404, 422, ...(isSoak ? [304, 412] : [])]) {
              expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0])
            }
          },
          isSoak ? 3_600_000 : 120_000,
        )

        test('responses still do not depend on hidden records after visible and hidden records are destroyed', async () => {
          const hidden = await Promise.all(opened.map(({ prisma }) => hiddenRows(prisma)))
          const statuses = new Map<string, number>()
          for (const type of ['notes', 'invoices', 'labels']) {
            for (const id of IDS) {
              const asked = withKey({ method: 'DELETE', path: `/${type}/${id}` }, `${type} ${id}`)
              // The second time, the key's response is repeated.
              for (const _ of [1, 2]) {
                const [one = '', other] = await Promise.all(keeping.map((api) => answer(api, asked)))
                expect(other, `${asked.method} ${asked.path}`).toBe(one)
                const status = `${type} ${one.slice(0, 3)}`
                statuses.set(status, (statuses.get(status) ?? 0) + 1)
              }
            }
          }
          for (const type of ['notes', 'invoices', 'labels']) {
            expect([statuses.get(`${type} 204`) ?? 0, statuses.get(`${type} 404`) ?? 0]).not.toContain(0)
            const [one, other] = await Promise.all(
              apis.map((api) => answer(api, { method: 'GET', path: `/${type}?stats[total]=count` })),
            )
            expect(other).toBe(one)
          }
          expect(await Promise.all(opened.map(({ prisma }) => hiddenRows(prisma)))).toEqual(hidden)
          expect(unexpected).toEqual([])
        }, 120_000)
      },
    )
  },
)

function serve(prisma: TenantsClient, unexpected: unknown[], options: TenantOptions): Api {
  const resources = tenantResources(prismaAdapter(prisma), options)
  return apiOf(viewerOf(options.seating), resources, {
    operations: true,
    idempotency: { owner: () => 'viewer' },
    onError: (error) => unexpected.push(error),
  })
}

/** The status, the headers and the body of a response as one text. */
async function answer(api: Api, { method, path, body, headers: own }: Asked): Promise<string> {
  const response = await api.fetch(
    new Request(`http://test.example${path}`, {
      method,
      headers: { accept: JSONAPI, ...(body !== undefined && { 'content-type': JSONAPI }), ...own },
      ...(body !== undefined && { body }),
    }),
  )
  const headers = JSON.stringify([...response.headers])
  return `${response.status} ${headers}\n${await response.text()}`
}

/**
 * Ids that the store would generate must not clash with existing rows, because a response reveals whether an
 * id is taken.
 */
async function skipIds(prisma: TenantsClient): Promise<void> {
  for (const table of ['Member', 'Profile', 'Project', 'Task', 'Label', 'Note', 'Invoice']) {
    await prisma.$executeRawUnsafe(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), 1000)`)
  }
}

/** The numbers of rows that the viewer may not see, for the types that are destroyed. */
async function hiddenRows(prisma: TenantsClient): Promise<readonly number[]> {
  return [
    await prisma.note.count({ where: { hidden: true } }),
    await prisma.label.count({ where: { hidden: true } }),
    await prisma.invoice.count({ where: { tenantId: 2 } }),
    await prisma.seat.count({ where: { hidden: true } }),
  ]
}
