import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import { PrismaAdapter, type PrismaAdapterOptions, type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { AnyNull } from '@prisma/client/runtime/client'
import { otherEngine } from './engine.js'
import { loadDatamodel, storeOf } from '../../src/prisma/prisma.js'

const FACTS = Symbol('facts')

/** The facts of a datamodel, as the generator writes them. */
export async function factsOfDatamodel(text: string): Promise<StoreFacts> {
  const loaded = await loadDatamodel([{ path: 'schema.prisma', text }])
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
  const { datamodel } = loaded
  return { ...(storeOf(datamodel, datamodel.models.keys()) as StoreFacts), anyNull: AnyNull }
}

/** Records the facts of a client's store. Clients that `$extends` derives from it inherit them. */
export function noteFacts(client: object, facts: StoreFacts): void {
  Object.defineProperty(client, FACTS, { value: facts })
}

/** The facts of a client's store. */
export function factsOf(client: object): StoreFacts {
  const facts = Reflect.get(client, FACTS) as StoreFacts | undefined
  if (!facts) throw new Error('createClient notes the facts of the clients that it makes.')
  return facts
}

/**
 * An adapter over a test's client, with the facts of its store. A project's generated resources declare these facts,
 * but the tests' resources are written by hand.
 */
export function prismaAdapter<Client extends PrismaClientLike>(
  client: Client,
  options: PrismaAdapterOptions = {},
): PrismaAdapter<Client> {
  const other = otherEngine(client, options, factsOf(client))
  if (other) {
    declareFacts(other, factsOf(client))
    return other as unknown as PrismaAdapter<Client>
  }
  return informed(new PrismaAdapter(client, { ...ofStore(client), ...options }))
}

/** The options that describe a client's store. Resources of the examples have their own facts, for SQLite. */
export function ofStore(client: object): Pick<PrismaAdapterOptions, 'provider'> {
  const { provider } = factsOf(client)
  return provider === undefined ? {} : { provider }
}

/** Any other adapter over a test's client, with the same facts. */
export function informed<Own extends PrismaAdapter>(adapter: Own): Own {
  declareFacts(adapter, factsOf(adapter.client))
  return adapter
}
