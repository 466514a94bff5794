// The code of docs/operations.md.
import type { Server } from 'node:http'
import { closeGracefully } from '@jsonapi-gen/runtime/node'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { BlogClient } from '../support/databases.js'

export function adapterOf(prisma: BlogClient): PrismaAdapter {
  const adapter = new PrismaAdapter(prisma, { transaction: { timeout: 10_000, maxWait: 2_000 } })
  return adapter
}

export function endsOnSigterm(server: Server, prisma: { $disconnect(): Promise<void> }): void {
  process.once('SIGTERM', async () => {
    const isDone = await closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() })
    process.exit(isDone ? 0 : 1)
  })
}
