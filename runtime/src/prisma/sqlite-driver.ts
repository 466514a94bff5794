import { callWith, castTo, memberOf } from '../cast.js'
import type { Datamodel } from '../adapter/datamodel.js'
import { hasLiteralLike } from './literal-like.js'
import { callMember, type Method } from './overriding.js'
import { sqliteConnection } from './sqlite-connection.js'

/** The driver adapter of a client for SQLite, amended. */
export interface SqliteDriver {
  /**
   * Connects a client; undefined where it has connected. Rejects with an Error that names the line to write if it had
   * connected before it was amended.
   */
  ready(client: object): Promise<void> | undefined
}

const LINE = 'new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url })) })'
const INTEGERS = "new PrismaLibSql({ url, intMode: 'bigint' })"

const amended = new WeakMap<object, SqliteDriver>()

/**
 * Amends the driver adapter of an ordinary client for SQLite in place, once: its connections are those of
 * `sqliteConnection`, and read integers beyond 2^53 where the datamodel has a BigInt.
 *
 * Throws an Error that names the line to write where the client's driver adapter can't be amended.
 */
export function amendSqlite(client: object, { models }: Datamodel): SqliteDriver {
  const factory = memberOf(Object(memberOf(client, '_engineConfig')), 'adapter')
  if (typeof factory !== 'object' || factory === null || typeof memberOf(factory, 'connect') !== 'function') {
    throw new Error(`PrismaAdapter finds no driver adapter in this client for SQLite. Make it so: ${LINE}`)
  }
  const hasBigInts = [...models.values()].some(({ columns }) =>
    [...columns.values()].some(({ type }) => type.kind === 'bigint'),
  )
  const driver = amended.get(factory) ?? amend(factory, hasBigInts)
  amended.set(factory, driver)
  return driver
}

function amend(factory: object, hasBigInts: boolean): SqliteDriver {
  if (!Object.isExtensible(factory)) {
    throw new Error(`PrismaAdapter can't amend the driver adapter of this client. Make it so: ${LINE}`)
  }
  if (hasBigInts) readBigInts(factory)
  if (hasLiteralLike(factory)) return { ready: () => undefined }
  let isConnected = false
  const connect = castTo<Method>(memberOf(factory, 'connect'))
  Object.assign(factory, {
    connect: async (...parameters: readonly unknown[]) => {
      isConnected = true
      return sqliteConnection(castTo<object>(await callWith(connect, factory, parameters)))
    },
  })
  const connectNow = async (client: object): Promise<void> => {
    await callMember(client, '$connect', [])
    if (isConnected) return
    throw new Error(
      `This client for SQLite had connected before PrismaAdapter was made of it. Make the adapter first, or the client so: ${LINE}`,
    )
  }
  return { ready: (client) => (isConnected ? undefined : connectNow(client)) }
}

/** libSQL's driver fails on an integer beyond 2^53 unless it is told how to read one. */
function readBigInts(factory: object): void {
  const createClient = memberOf(factory, 'createClient')
  if (typeof createClient !== 'function') return
  Object.assign(factory, {
    createClient: (config: object) => {
      const mode = memberOf(config, 'intMode') ?? 'bigint'
      if (mode === 'number') throw new Error(`The datamodel has a BigInt, which a number is not: ${INTEGERS}`)
      return callWith(createClient, factory, [{ ...config, intMode: mode }])
    },
  })
}
