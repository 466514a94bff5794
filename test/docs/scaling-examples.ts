import { Controller } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import { readReplicas } from '@prisma/extension-read-replicas'
import type { RequestHandler } from 'express'
import type { PrismaClient } from '../../examples/blog/src/prisma/client.js'

export const adapterOver = (primary: PrismaClient, replica: PrismaClient) =>
  new PrismaAdapter(primary.$extends(readReplicas({ replicas: [replica] })), {
    readsAtPrimary: (context) =>
      context instanceof Controller && /(?:^|; )wrote=1/.test(context.request.headers.get('cookie') ?? ''),
  })

export const rememberWrites: RequestHandler = (request, response, next) => {
  const reads = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  if (!reads) response.append('set-cookie', 'wrote=1; Max-Age=5; Path=/; HttpOnly; SameSite=Lax')
  next()
}

export const throughPgBouncer = (connectionString: string) =>
  new PrismaPg({ connectionString, max: 10, connectionTimeoutMillis: 5_000 })

export const onGalera = (login: {
  host: string
  port: number
  user: string
  password: string
  database: string
}) =>
  new PrismaMariaDb(
    {
      ...login,
      connectionLimit: 10,
      acquireTimeout: 5_000,
      connectTimeout: 5_000,
      sessionVariables: { wsrep_sync_wait: 1, time_zone: '+00:00' },
    },
    { useTextProtocol: true },
  )

export const health =
  (ask: () => Promise<unknown>, isEnding: () => boolean): RequestHandler =>
  async (_request, response) => {
    const answers = () =>
      ask().then(
        () => true,
        () => false,
      )
    response.sendStatus(!isEnding() && (await answers()) ? 200 : 503)
  }
