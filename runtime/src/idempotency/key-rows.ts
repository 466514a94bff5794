import type { Adapter } from '../adapter/adapter.js'
import { refusalOf } from '../adapter/refusal.js'
import { castTo, memberOf } from '../base/cast.js'
import { delegateOf, type PrismaDelegate } from '../prisma/client.js'
import type { CompiledResource } from '../resource/compile.js'

/** The identity of a request with a key. */
export interface KeyedRequest {
  /** Of the owner and the key. */
  readonly digest: string
  /** Of the method, the address and the body. */
  readonly request: string
}

/** The answer of a request, as a row has it. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly answer: Uint8Array
  /** Whether `answer` has only the identifiers of the records. */
  readonly isShort: boolean
}

/** A row of a key. */
export interface KeyRow extends KeyedRequest, KeptAnswer {
  readonly expiresAt: Date
}

/** The rows of keys in one store. */
export interface KeyRows {
  /** Claims a key for the open transaction: waits for another transaction that claims it. Throws KeyIsTaken. */
  claim(request: KeyedRequest, expiresAt: Date): Promise<void>
  /** Stores the answer of a claimed key. */
  keep(request: KeyedRequest, answer: KeptAnswer, expiresAt: Date): Promise<void>
  /** Forgets a key whose time is over. */
  forget(digest: string): Promise<void>
  /** The committed row of a key. */
  find(digest: string): Promise<KeyRow | undefined>
  /** Deletes at most so many rows whose time is over; returns how many. */
  forgetSome(count: number): Promise<number>
}

/** The key is in a row that is committed. */
export class KeyIsTaken extends Error {}

/** The rows of keys in the store of a resource; undefined if its adapter is not one of Prisma. */
export function keyRowsOf(resource: CompiledResource, model: string): KeyRows | undefined {
  const adapter = resource.config.adapter
  if (adapter === undefined || !resource.facts().transacts || memberOf(adapter, 'client') === undefined) {
    return undefined
  }
  // Inside of a transaction, the client is another one.
  return rowsIn(adapter, () => delegateOf(castTo<object>(memberOf(adapter, 'client')), model))
}

const rowsIn = (adapter: Adapter, rows: () => PrismaDelegate): KeyRows => ({
  async claim(request, expiresAt) {
    try {
      const nothing = { status: 0, headers: [], answer: new Uint8Array(), isShort: false }
      await rows().createMany({ data: [{ ...request, ...nothing, expiresAt }] })
    } catch (error) {
      throw refusalOf(adapter, error)?.kind === 'unique' ? new KeyIsTaken() : error
    }
  },
  async keep({ digest }, answer, expiresAt) {
    await rows().updateMany({ where: { digest }, data: { ...answer, expiresAt } })
  },
  async forget(digest) {
    await rows().deleteMany({ where: { digest, expiresAt: { lte: new Date() } } })
  },
  async find(digest) {
    const found = await adapter.transaction(() => rows().findMany({ where: { digest } }), {})
    return castTo<KeyRow | undefined>(found[0])
  },
  async forgetSome(count) {
    const expiresAt = { lte: new Date() }
    const over = await rows().findMany({ where: { expiresAt }, select: { digest: true }, take: count })
    if (over.length === 0) return 0
    const digest = { in: over.map((row) => memberOf(row, 'digest')) }
    // A request may have taken such a key anew meanwhile.
    return (await rows().deleteMany({ where: { digest, expiresAt } })).count
  },
})
