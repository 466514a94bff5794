import { registry } from '../../../examples/saas/src/api/generated/index.gen.js'
import { log } from '../../../examples/saas/src/log.js'
import { PASSWORD, resetSequences, seed } from '../../../examples/saas/src/seed.js'
import { startServer } from '../../../examples/saas/src/server.js'
import type { SaasClient, TestDatabase } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'

/** A response with its body parsed. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Sends a user's requests, with the user's session. */
export type Ask = (method: string, path: string, body?: unknown, accept?: string) => Promise<Answer>

/** The application of examples/saas over HTTP, on its own database. */
export interface Application {
  readonly url: string
  readonly prisma: SaasClient
  /** The denials in its log. */
  readonly denied: string[]
  /** Logs in. Without an e-mail address, requests are anonymous. */
  as(email?: string, organisation?: string): Promise<Ask>
  /** Logs in, and returns the session cookie. */
  cookieOf(email: string, organisation?: string): Promise<string>
  /** Resets the store to its initial content. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The tables, each after the tables that its rows refer to. */
const TABLES = [
  'organisations',
  'users',
  'memberships',
  'projects',
  'comments',
  'invoices',
  'invoice_lines',
] as const

const JSONAPI = 'application/vnd.api+json'
const ATOMIC = `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`

/** Starts the application with a database. */
export async function startApplication(database: TestDatabase): Promise<Application> {
  const { prisma, close } = await database.openSaas()
  const adapter = prismaAdapter(prisma)
  for (const resource of registry.values()) resource.useAdapter(adapter)
  const denied: string[] = []
  log.denied = (line) => void denied.push(line)
  await seed(prisma)
  if (database.name === 'postgresql') await resetSequences(prisma)
  // Seeding again takes a hundred times as long as copying the rows back.
  for (const table of TABLES) {
    await prisma.$executeRawUnsafe(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`)
  }
  const server = await startServer(prisma, 0, 'a secret of the tests')

  const as = async (email?: string, organisation = 'acme'): Promise<Ask> => {
    const cookie = email === undefined ? '' : await logIn(server.url, email, organisation)
    return async (method, path, body, accept) => {
      const type = path === '/operations' ? ATOMIC : JSONAPI
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { accept: accept ?? type, cookie, ...(body !== undefined && { 'content-type': type }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    }
  }
  return {
    url: server.url,
    prisma,
    denied,
    as,
    cookieOf: (email, organisation = 'acme') => logIn(server.url, email, organisation),
    async reset() {
      await prisma.$transaction([
        ...TABLES.toReversed().map((table) => prisma.$executeRawUnsafe(`DELETE FROM ${table}`)),
        ...TABLES.map((table) =>
          prisma.$executeRawUnsafe(`INSERT INTO ${table} SELECT * FROM kept_${table}`),
        ),
      ])
    },
    async close() {
      await server.close()
      await close()
    },
  }
}

async function logIn(url: string, email: string, organisation: string): Promise<string> {
  const response = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, organisation }),
  })
  if (response.status !== 200) throw new Error(`${email} cannot log in: ${response.status}`)
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The content of the store, to detect the changes of a request. */
export async function contents(prisma: SaasClient): Promise<unknown> {
  const [organisations, users, memberships, projects, invoices, lines, comments] = [
    await prisma.organisation.findMany({ orderBy: { id: 'asc' } }),
    await prisma.user.findMany({ orderBy: { id: 'asc' } }),
    await prisma.membership.findMany({ orderBy: [{ organisationId: 'asc' }, { userId: 'asc' }] }),
    await prisma.project.findMany({ orderBy: { id: 'asc' } }),
    await prisma.invoice.findMany({ orderBy: [{ organisationId: 'asc' }, { number: 'asc' }] }),
    await prisma.line.findMany({
      orderBy: [{ organisationId: 'asc' }, { invoiceNumber: 'asc' }, { position: 'asc' }],
    }),
    await prisma.comment.findMany({ orderBy: { id: 'asc' } }),
  ]
  return { organisations, users, memberships, projects, invoices, lines, comments }
}
