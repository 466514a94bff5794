import { createServer } from 'node:http'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { PrismaAdapter, type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { KyselyAdapter, type KyselyAdapterOptions } from '@jsonapi-gen/kysely'
import express from 'express'
import type { Kysely } from 'kysely'
import { declareFacts } from '../../../runtime/src/facts/declared-facts.js'
import { serveWrites } from '../../write/support/serve.js'
import { typesResources } from '../../write/support/types.js'

/** The parameters of the process. */
export interface ServerOrders {
  /** The module that `init` writes, which opens the database in DATABASE_URL. */
  readonly module: string
  readonly engine: 'prisma' | 'kysely'
  readonly provider: 'sqlite' | 'postgresql' | 'mysql'
  readonly facts: StoreFacts
  readonly port: number
  /** The time limit for a request, in milliseconds. */
  readonly time: number
}

/** A server on one engine, with idempotency keys and operations, which runs until it is killed. */
const orders = JSON.parse(process.argv[2] ?? '{}') as ServerOrders
const opened = (await import(/* @vite-ignore */ orders.module)) as {
  readonly prisma?: PrismaClientLike
  readonly db?: Kysely<object>
} & Pick<KyselyAdapterOptions, 'pool' | 'database'>
const adapter = adapterOf()
declareFacts(adapter, orders.facts)
const { api } = serveWrites(typesResources(adapter), {
  answerErrors: true,
  operations: true,
  idempotency: { owner: () => 'one' },
  limits: { time: orders.time },
})
createServer(express().use(toExpress(api))).listen(orders.port, '127.0.0.1', () =>
  process.stdout.write('listening'),
)

function adapterOf(): Adapter {
  const { prisma, db, pool, database } = opened
  if (prisma) return new PrismaAdapter(prisma, { provider: orders.provider })
  if (!db) throw new Error('The module opens no database.')
  return new KyselyAdapter(db, { ...(pool && { pool }), ...(database && { database }) })
}
