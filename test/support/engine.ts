import type { Adapter, StoreFacts } from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import type { PrismaAdapterOptions } from '@jsonapi-gen/runtime/prisma'
import type { Kysely } from 'kysely'
import type { DatabaseName } from './probe.js'

const URL = Symbol('url')

/** Where a client's store is. */
export interface Located {
  readonly name: DatabaseName
  readonly url: string
  db?: Kysely<object>
}

/** Makes an adapter of another engine over a store. */
type Engine = (located: Located, options: PrismaAdapterOptions, facts: StoreFacts) => Adapter

let engine: Engine | undefined

/** From now on, adapters over the stores of tests are of another engine than Prisma. */
export function takeEngine(other: Engine): void {
  engine = other
}

/** Notes where the store of a client is, so that another engine can be opened over it. */
export function noteUrl(client: object, located: Located): void {
  Object.defineProperty(client, URL, { value: located })
}

/** An adapter of the other engine over the store of a client, if there is one. */
export function otherEngine(
  client: object,
  options: PrismaAdapterOptions,
  facts: StoreFacts,
): Adapter | undefined {
  const located = Reflect.get(client, URL) as Located | undefined
  return located && engine?.(located, options, facts)
}

/** Closes the other engine over the store of a client. */
export async function closeEngine(client: object): Promise<void> {
  await (Reflect.get(client, URL) as Located | undefined)?.db?.destroy()
}

/** Whether a resource of an example is on a database, on whichever engine, and not on the Null adapter. */
export const hasStore = (adapter: Adapter | undefined): boolean =>
  adapter !== undefined && !(adapter instanceof NullAdapter)
