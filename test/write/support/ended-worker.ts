import { setTimeout as wait } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { PrismaAdapter, type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import type { Kysely } from 'kysely'
import { declareFacts } from '../../../runtime/src/facts/declared-facts.js'
import { dice } from '../../support/dice.js'
import { serveWrites } from './serve.js'
import { typesResources } from './types.js'

/** The parameters of the process: the module that opens its database, the server's URL, and the number of rounds. */
export interface EndedOrders {
  /** The module that `init` writes, with a function `between` that is awaited before each statement. */
  readonly module: string
  readonly engine: 'prisma' | 'kysely'
  readonly server: 'postgresql' | 'mariadb'
  /** The URL for the connection that ends the others. */
  readonly url: string
  readonly facts: StoreFacts
  readonly rounds: number
  readonly seed: number
}

/** The results. Each list is empty if every response is correct. */
export interface EndedReport {
  readonly statuses: Readonly<Record<string, number>>
  /** Responses that contradict the database. */
  readonly untrue: readonly unknown[]
  /** Statuses that a lost connection does not explain. */
  readonly unexpected: readonly unknown[]
  /** Handles that would keep the process alive at its end. */
  readonly timers: number
}

/** A server process whose connections are ended between and during statements. */
const orders = JSON.parse(process.argv[2] ?? '{}') as EndedOrders
/** Called before each statement. */
let beforeStatement = async (): Promise<void> => {}
Object.assign(globalThis, { between: () => beforeStatement() })
const opened = (await import(/* @vite-ignore */ orders.module)) as {
  readonly prisma?: PrismaClientLike & { $disconnect(): Promise<void> }
  readonly db?: Kysely<object>
  readonly pool?: NonNullable<ConstructorParameters<typeof KyselyAdapter>[1]>['pool']
}
const adapter = adapterOf()
declareFacts(adapter, orders.facts)
const served = serveWrites(typesResources(adapter), {
  answerErrors: true,
  idempotency: { owner: () => 'one' },
})
const { query, close } = await connectionBeside()
const table = orders.server === 'postgresql' ? '"Node"' : 'Node'
const chance = dice(orders.seed)
const statuses: Record<string, number> = {}
const untrue: unknown[] = []
const unexpected: unknown[] = []

/** Sends several writes concurrently, and ends all connections at one of their statements. */
async function playRound(round: number): Promise<void> {
  const mark = `${process.pid} r${round}`
  const [{ id = 0 } = {}, { id: gone = 0 } = {}] = await addNodes([`${mark} changed`, `${mark} deleted`])
  const isDuring = chance.below(2) === 0
  let count = 1 + chance.below(16)
  beforeStatement = async () => {
    if (--count !== 0) return
    const ended = endAll()
    // The connection is idle in its transaction, or its next statement fails.
    if (!isDuring) await Promise.all([ended, wait(10)])
  }
  if (round % 8 === 7) await endAll()
  await Promise.all([
    judged(`${mark} tree`, served.send('POST', '/nodes', tree(`${mark} tree`)), 3),
    judged(
      `${mark} keyed`,
      served.send('POST', '/nodes', one(`${mark} keyed`), {
        'idempotency-key': `key-${round}-${process.pid}`,
      }),
      1,
    ),
    judged(`${mark} new`, served.send('PATCH', `/nodes/${id}`, one(`${mark} new`, String(id))), 1),
    deleted(`${mark} deleted`, served.send('DELETE', `/nodes/${gone}`)),
    served.send('GET', '/nodes?include=children&page[size]=3').then(({ status }) => note(status)),
  ])
  beforeStatement = async () => {}
}

const one = (name: string, id?: string) => ({
  data: { type: 'nodes', ...(id && { id }), attributes: { name } },
})

const tree = (name: string) => ({
  data: {
    type: 'nodes',
    attributes: { name },
    relationships: { children: { data: ['a', 'b'].map((lid) => ({ type: 'nodes', lid })) } },
  },
  included: ['a', 'b'].map((lid) => ({ type: 'nodes', lid, attributes: { name: `${name} ${lid}` } })),
})

type Sent = ReturnType<typeof served.send>

/** Compares a response with the rows whose names have a prefix. */
async function judged(name: string, sent: Sent, whole: number): Promise<void> {
  const { status, body } = await sent
  const rows = await countOf(name)
  note(status, body)
  const told = toldOf(status, body)
  const isTrue = told === 'unknown' ? rows === 0 || rows === whole : rows === (told ? whole : 0)
  if (!isTrue) untrue.push({ name, status, body, rows })
}

async function deleted(name: string, sent: Sent): Promise<void> {
  const { status, body } = await sent
  const rows = await countOf(name)
  note(status, body)
  const told = toldOf(status, body)
  if (told !== 'unknown' && rows !== (told ? 0 : 1)) untrue.push({ name, status, body, rows })
}

function toldOf(status: number, body: unknown): boolean | 'unknown' {
  const { errors = [] } = (body ?? {}) as { errors?: readonly { meta?: { written?: boolean | 'unknown' } }[] }
  return status < 300 || (errors[0]?.meta?.written ?? false)
}

function note(status: number, body?: unknown): void {
  const told = status < 300 ? '' : ` ${toldOf(status, body)}`
  statuses[`${status}${told}`] = (statuses[`${status}${told}`] ?? 0) + 1
  const isWritten = status === 500 && toldOf(status, body) === true
  if (status >= 300 && status !== 503 && !isWritten) {
    unexpected.push([status, body, String(served.reported.at(-1))])
  }
}

function adapterOf(): Adapter {
  if (orders.engine === 'kysely' && opened.db) {
    return new KyselyAdapter(opened.db, opened.pool ? { pool: opened.pool } : {})
  }
  if (!opened.prisma) throw new Error('The module opens no database.')
  const provider = orders.server === 'mariadb' ? 'mysql' : orders.server
  return new PrismaAdapter(opened.prisma, { provider })
}

/** A separate connection that is not ended and that neither engine uses. */
async function connectionBeside() {
  if (orders.server === 'postgresql') {
    const client = new pg.Client({ connectionString: orders.url, application_name: 'beside' })
    await client.connect()
    return {
      query: async (sql: string): Promise<readonly Row[]> => (await client.query<Row>(sql)).rows,
      close: () => client.end(),
    }
  }
  const connection = await createConnection(orders.url.replace(/^mariadb:/, 'mysql:'))
  return {
    query: async (sql: string): Promise<readonly Row[]> => (await connection.query(sql))[0] as never,
    close: () => connection.end(),
  }
}

type Row = Readonly<Record<string, number>>

async function endAll(): Promise<void> {
  if (orders.server === 'postgresql') {
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${process.env['PGAPPNAME']}'`,
    )
    return
  }
  const processes = await query(
    'SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> connection_id()',
  )
  for (const { id } of processes) await query(`KILL ${id}`).catch(() => {})
}

async function countOf(name: string): Promise<number> {
  const [row] = await query(`SELECT count(*) AS found FROM ${table} WHERE name LIKE '${name}%'`)
  return Number(row?.['found'])
}

async function addNodes(names: readonly string[]): Promise<readonly { readonly id?: number }[]> {
  await query(`INSERT INTO ${table} (name) VALUES ${names.map((name) => `('${name}')`).join()}`)
  return query(
    `SELECT id FROM ${table} WHERE name IN (${names.map((name) => `'${name}'`).join()}) ORDER BY id`,
  )
}

for (let round = 0; round < orders.rounds; round++) await playRound(round)
await served.send('GET', '/nodes')
const last = await served.send('GET', '/nodes')
if (last.status !== 200) unexpected.push(['at the end', last.status, last.body])
await close()
await (opened.prisma?.$disconnect() ?? opened.db?.destroy())
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
process.stdout.write(JSON.stringify({ statuses, untrue, unexpected, timers } satisfies EndedReport))
