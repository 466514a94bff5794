import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { onQueryOf } from './engine.js'
import { factsOf } from './facts.js'

/** A client that counts, and the operations that ran on it, in order: `Post.findMany`. */
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

/**
 * Counts a client's operations, including those inside transactions. On an engine other than Prisma, each statement
 * counts as the corresponding operation, except statements that control transactions.
 */
export function counted(client: object): Counted {
  const operations: string[] = []
  onQueryOf(client, (text) => operations.push(...operationOf(client, text)))
  const prisma = (client as Extensible).$extends({
    query: {
      $allOperations({ model, operation, args, query }) {
        // Queries without a model do not count: a client for SQLite is queried once for its driver adapter.
        if (model !== undefined) operations.push(`${model}.${operation}`)
        return query(args)
      },
    },
  })
  return { prisma: prisma as PrismaClientLike, operations }
}

/** The Prisma Client operation that corresponds to a statement: `Post.findMany`. */
function operationOf(client: object, text: string): readonly string[] {
  // The operation that reads the records also reads the rows of a join.
  if (/ as ["`]o0["`]/.test(text)) return []
  const [, table] = /\b(?:from|into|update) ["`](\w+)["`]/.exec(text) ?? []
  if (table === undefined) return []
  const models = Object.entries(factsOf(client).models)
  const [model = table] = models.find(([name, { table: stored = name }]) => stored === table) ?? []
  const [verb = ''] = text.split(' ')
  const operation = / as ["`]s0_0["`]/.test(text) ? 'aggregate' : (OPERATIONS[verb] ?? verb)
  return [`${model}.${operation}`]
}

const OPERATIONS: Readonly<Record<string, string>> = {
  select: 'findMany',
  insert: 'createManyAndReturn',
  update: 'updateMany',
  delete: 'deleteMany',
}
