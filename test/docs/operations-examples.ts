// The code of docs/operations.md.
import type { Server } from 'node:http'
import { closeGracefully } from '@jsonapi-gen/runtime/node'

export function endsOnSigterm(server: Server, prisma: { $disconnect(): Promise<void> }): void {
  process.once('SIGTERM', async () => {
    const isDone = await closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() })
    if (!isDone) process.exit(1)
  })
}
