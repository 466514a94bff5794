import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { type Adapter, datamodelOf, type StoreFacts } from '@jsonapi-gen/runtime/adapter'
import type { PrismaAdapterOptions } from '@jsonapi-gen/runtime/prisma'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import type { Kysely } from 'kysely'
import { kyselyOf } from '../kysely/support/kysely-of.js'
import { takePrismaWhere } from '../kysely/support/prisma-where.js'
import type { DatabaseName } from './probe.js'

const URL = Symbol('url')

/** Where a client's store is. */
interface Located {
  readonly name: DatabaseName
  readonly url: string
  db?: Kysely<object>
}

/** Notes where the store of a client is, so that another engine can be opened over it. */
export function noteUrl(client: object, located: Located): void {
  Object.defineProperty(client, URL, { value: located })
}

/** With `ENGINE=kysely`, an adapter on Kysely over the store of a client. */
export function otherEngine(
  client: object,
  options: PrismaAdapterOptions,
  facts: StoreFacts,
): Adapter | undefined {
  const located = Reflect.get(client, URL) as Located | undefined
  if (process.env['ENGINE'] !== 'kysely' || !located) return undefined
  located.db ??= kyselyOf(located)
  takePrismaWhere(datamodelOf([facts]))
  const { transaction, maxKeys } = options
  const { timeout, lockTimeout } = transaction ?? {}
  return new KyselyAdapter(located.db, {
    ...(maxKeys !== undefined && { maxKeys }),
    transaction: {
      ...(timeout !== undefined && { timeout }),
      ...(lockTimeout !== undefined && { lockTimeout }),
    },
  })
}

/** Closes the other engine over the store of a client. */
export async function closeEngine(client: object): Promise<void> {
  await (Reflect.get(client, URL) as Located | undefined)?.db?.destroy()
}

/** Whether a resource of an example is on a database, on whichever engine, and not on the Null adapter. */
export const hasStore = (adapter: Adapter | undefined): boolean =>
  adapter !== undefined && !(adapter instanceof NullAdapter)
