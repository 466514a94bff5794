import { createServer } from 'node:http'
import { literalLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import type { TypesClient } from '../../support/databases.js'
import { noteFacts, prismaAdapter } from '../../support/facts.js'
import { mariadbAdapter } from '../../support/probe.js'
import { serveWrites } from '../../write/support/serve.js'
import { typesResources } from '../../write/support/types.js'

/** The instructions for the process: its client, its database, its port, and the facts about the store. */
export interface ServerOrders {
  readonly client: string
  readonly url: string
  readonly port: number
  readonly facts: StoreFacts
}

/** A server that accepts idempotency keys until it is killed. */
const orders = JSON.parse(process.argv[2] ?? '{}') as ServerOrders
const { PrismaClient } = (await import(/* @vite-ignore */ orders.client)) as {
  PrismaClient: new (options: { adapter: SqlDriverAdapterFactory }) => TypesClient
}
const prisma = new PrismaClient({ adapter: adapterOf(orders.url) })
noteFacts(prisma, orders.facts)
const { api } = serveWrites(typesResources(prismaAdapter(prisma)), {
  answerErrors: true,
  operations: true,
  idempotency: { owner: () => 'one' },
})

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const asked = new Request(`http://127.0.0.1:${orders.port}${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      body: Buffer.concat(chunks),
    })
    void api.fetch(asked).then(async (answer) => {
      response.writeHead(answer.status, Object.fromEntries(answer.headers))
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
  })
})
server.listen(orders.port, '127.0.0.1', () => process.stdout.write('listening'))

function adapterOf(url: string): SqlDriverAdapterFactory {
  if (url.startsWith('file:')) return literalLike(new PrismaLibSql({ url, intMode: 'bigint' }))
  if (url.startsWith('mariadb:')) return mariadbAdapter(url)
  const schema = /search_path=(\w+)/.exec(new URL(url).searchParams.get('options') ?? '')?.[1]
  return new PrismaPg({ connectionString: url }, schema === undefined ? {} : { schema })
}
