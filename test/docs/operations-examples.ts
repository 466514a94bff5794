// The code in docs/operations.md.
import type { Server } from 'node:http'
import { closeGracefully } from '@jsonapi-gen/runtime/node'

export function endsOnSigterm(server: Server, prisma: { $disconnect(): Promise<void> }): void {
  const end = async (): Promise<void> => {
    const isDone = await closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() })
    if (!isDone) process.exit(1)
  }
  process.once('SIGTERM', () => void end())
}
