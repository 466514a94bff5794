import { literalLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import { noteFacts } from '../../support/facts.js'
import { mariadbAdapter } from '../../support/probe.js'
import { failingClient } from './failing-client.js'
import type { BlogClient } from '../../support/databases.js'
import { recordedBlog } from './recorded.js'
import { serveWrites } from './serve.js'

/** The parameters of the process: its client, its database, the request, and the store call at which it dies. */
export interface WorkerOrders {
  readonly client: string
  readonly url: string
  readonly path: string
  readonly body: unknown
  readonly dieAt: number
  readonly facts: StoreFacts
}

/** A process that serves one write and is killed in the middle, or prints that it was not. */
const orders = JSON.parse(process.argv[2] ?? '{}') as WorkerOrders
const { PrismaClient } = (await import(/* @vite-ignore */ orders.client)) as {
  PrismaClient: new (options: { adapter: SqlDriverAdapterFactory }) => BlogClient
}
const prisma = new PrismaClient({ adapter: adapterOf(orders.url) })
noteFacts(prisma, orders.facts)
const { prisma: mortal, failAt } = failingClient(prisma)
const served = serveWrites(recordedBlog(mortal).resources)
failAt(orders.dieAt, () => void process.kill(process.pid, 'SIGKILL'))
const { status } = await served.send('PATCH', orders.path, orders.body)
await prisma.$disconnect()
process.stdout.write(String(status))

function adapterOf(url: string): SqlDriverAdapterFactory {
  if (url.startsWith('file:')) return literalLike(new PrismaLibSql({ url, intMode: 'bigint' }))
  if (url.startsWith('mariadb:')) return mariadbAdapter(url)
  const schema = /search_path=(\w+)/.exec(new URL(url).searchParams.get('options') ?? '')?.[1]
  return new PrismaPg({ connectionString: url }, schema === undefined ? {} : { schema })
}
