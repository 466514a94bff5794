import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'

/** A client that counts, and the operations that ran on it, in their order: `Post.findMany`. */
export interface Counted {
  readonly prisma: PrismaClientLike
  readonly operations: string[]
}

interface Extensible {
  $extends(extension: {
    query: {
      $allOperations(call: {
        model?: string
        operation: string
        args: unknown
        query: (args: unknown) => Promise<unknown>
      }): Promise<unknown>
    }
  }): unknown
}

/** Counts the operations of a client, inside transactions too. */
export function counted(client: object): Counted {
  const operations: string[] = []
  const prisma = (client as Extensible).$extends({
    query: {
      $allOperations({ model, operation, args, query }) {
        // A client for SQLite is asked once what its driver adapter is.
        if (model !== undefined) operations.push(`${model}.${operation}`)
        return query(args)
      },
    },
  })
  return { prisma: prisma as PrismaClientLike, operations }
}
