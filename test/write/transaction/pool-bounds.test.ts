import type { ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import {
  closeClient,
  databases,
  openClient,
  type OpenDatabase,
  type TenantsClient,
} from '../../support/databases.js'
import { isOtherEngine } from '../../support/engine.js'
import { shortErrors } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { makeRecords, setResources } from '../support/sets.js'

const servers = databases.filter(({ name }) => name === 'postgresql')

describe.each(servers)("write/pool-bounds (23.10, 23.11): `bounds: 'pool'` on $name", (database) => {
  let opened: OpenDatabase<TenantsClient>
  let client: TenantsClient
  let sent: string[] = []
  let warned: string[] = []
  beforeAll(async () => {
    opened = await database.openTenants()
    await makeRecords(opened.prisma)
  })
  beforeEach(() => {
    warned = []
    vi.spyOn(console, 'warn').mockImplementation((text: string) => void warned.push(text))
  })
  afterEach(async () => {
    await closeClient(client)
  })
  afterAll(async () => {
    await opened.close()
  })

  /** Opens a client whose sessions have these limits, in milliseconds. */
  async function limit({ statement, lock }: { readonly statement: number; readonly lock: number }) {
    const url = new URL(opened.url)
    const options = `${url.searchParams.get('options') ?? ''} -c statement_timeout=${statement} -c lock_timeout=${lock}`
    url.searchParams.set('options', options.trim())
    client = await openClient(
      'tenants',
      { name: opened.name, url: url.href },
      { connections: 2, onQuery: (text) => sent.push(text) },
    )
  }
  const served = (change: (tasks: ResourceClass | undefined) => void = () => {}) => {
    const all = setResources(client, { transaction: { bounds: 'pool' } })
    change(all['tasks'])
    return serveWrites(all).send
  }
  const rename = (send: ReturnType<typeof served>, title: string) =>
    send('PATCH', '/tasks/30', { data: { type: 'tasks', id: '30', attributes: { title } } })
  const settings = () => sent.filter((text) => /_setting|set_config/.test(text))
  const titleOf = async (id: number) => (await opened.prisma.task.findUniqueOrThrow({ where: { id } })).title

  /** Locks the row of a task until the response has arrived. */
  const whileHeld = <Result>(id: number, run: () => Promise<Result>): Promise<Result> =>
    opened.prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRawUnsafe(`SELECT 1 FROM "Task" WHERE id = ${id} FOR UPDATE`)
        return run()
      },
      { timeout: 60_000 },
    )

  test('only the first transaction of an adapter reads the limits, and no transaction sets a limit', async () => {
    await limit({ statement: 20_000, lock: 5000 })
    const send = served()
    sent = []
    expect((await rename(send, 'first')).status).toBe(200)
    expect(
      settings().map((text) => [...text.matchAll(/current_setting\('(\w+)'\)/g)].map(([, name]) => name)),
    ).toEqual([['statement_timeout', 'lock_timeout']])
    sent = []
    expect((await rename(send, 'second')).status).toBe(200)
    expect(settings()).toEqual([])
    expect(warned).toEqual([])
  })

  test('a write that waits longer than lock_timeout returns 409, and is not retried', async () => {
    await limit({ statement: 20_000, lock: 200 })
    const send = served((tasks) => void tasks?.defaultFilter('own', ((scope: unknown) => scope) as never))
    await rename(send, 'before')
    sent = []
    const answer = await whileHeld(30, () => rename(send, 'changed'))
    expect([answer.status, shortErrors(answer)]).toEqual([
      409,
      ['409 - Other requests are writing the same records. Nothing was written; try again.'],
    ])
    // Each attempt would begin by reading the record.
    expect(sent.filter((text) => /^select .*"Task"/i.test(text))).toHaveLength(1)
    expect(await titleOf(30)).toBe('before')
  })

  test('a statement that exceeds statement_timeout returns 503, and nothing is written', async () => {
    await limit({ statement: 200, lock: 20_000 })
    const send = served()
    await rename(send, 'before')
    const answer = await whileHeld(30, () => rename(send, 'changed'))
    expect([answer.status, shortErrors(answer)]).toEqual([
      503,
      ['503 - The store cannot be reached or is too busy.'],
    ])
    expect(await titleOf(30)).toBe('before')
  })

  test.each([
    { statement: 0, lock: 5000, missing: 'statement_timeout is' },
    { statement: 5000, lock: 0, missing: 'lock_timeout is' },
    { statement: 0, lock: 0, missing: 'statement_timeout and lock_timeout are' },
  ])('a limit of 0 is reported once: $missing', async ({ missing, ...limits }) => {
    await limit(limits)
    const send = served()
    await rename(send, 'first')
    await rename(send, 'second')
    const pool = isOtherEngine() ? 'new Pool' : 'new PrismaPg'
    expect(warned.filter((text) => text.includes('bounds'))).toEqual([
      `The adapter has bounds: 'pool', but ${missing} 0 in its sessions, so a request may wait forever. Write: ${pool}({ …, statement_timeout: 10_000, lock_timeout: 3_000 }). Behind PgBouncer, set both for the role.`,
    ])
  })
})

test("write/pool-bounds (23.11): lockTimeout together with `bounds: 'pool'` causes an error", () => {
  const client = { $transaction: () => Promise.resolve() }
  // @ts-expect-error lockTimeout would have no effect.
  const open = () => new PrismaAdapter(client, { transaction: { bounds: 'pool', lockTimeout: 1000 } })
  expect(open).toThrow(
    new TypeError(
      "lockTimeout has no effect with bounds: 'pool'. Remove it, and set lock_timeout in the pool, for the role or on the server.",
    ),
  )
})
