import type { Adapter } from '../adapter/adapter.js'
import type { AdapterResource } from '../adapter/adapter-resource.js'
import { knowsModel } from '../adapter/declared-facts.js'
import { refusalOf } from '../adapter/refusal.js'
import { castTo, memberOf } from '../base/cast.js'
import { delegateName, delegateOf, type PrismaDelegate } from '../prisma/client.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Operator } from '../vocabulary/operators.js'
import { parseType } from '../vocabulary/type.js'

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

/** The rows of keys in the store of a resource; undefined if it can't roll back, or nothing is known of its rows. */
export function keyRowsOf(resource: CompiledResource, model: string): KeyRows | undefined {
  const { adapter } = resource.config
  if (adapter === undefined || !resource.facts().transacts) return undefined
  const client = memberOf(adapter, 'client')
  // Inside of a transaction, the client is another one.
  if (isPrisma(client, model)) {
    return rowsIn(adapter, () => delegateOf(castTo<object>(memberOf(adapter, 'client')), model))
  }
  return knowsModel(adapter, model) ? rowsOfAdapter(adapter, model) : undefined
}

const isPrisma = (client: unknown, model: string): boolean =>
  typeof client === 'object' && client !== null && memberOf(client, delegateName(model)) !== undefined

/** The rows through the members of an adapter whose facts have the model. */
function rowsOfAdapter(adapter: Adapter, model: string): KeyRows {
  const resource: AdapterResource = {
    type: model,
    model,
    primaryKey: ['digest'],
    version: undefined,
    exact: new Set(),
  }
  const among = (column: 'digest' | 'expiresAt', operator: Operator, value: string | Date): unknown =>
    adapter.narrow(
      adapter.all(resource),
      {
        kind: 'compare',
        name: column,
        through: [],
        column,
        operator,
        value,
        type: parseType(column === 'digest' ? 'string' : 'datetime'),
      },
      resource,
    )
  const read = async (scope: unknown): Promise<readonly KeyRow[]> =>
    castTo<readonly KeyRow[]>(await adapter.read(scope, 'all', resource))
  const deleteOver = async (rows: readonly KeyRow[]): Promise<number> => {
    const keys = rows
      .filter(({ expiresAt }) => expiresAt.getTime() <= Date.now())
      .map(({ digest }) => [digest])
    if (keys.length > 0) await adapter.write([{ kind: 'delete', resource, keys }])
    return keys.length
  }
  return {
    async claim(request, expiresAt) {
      const row = { ...request, ...NOTHING, expiresAt }
      try {
        await adapter.write([{ kind: 'insert', resource, rows: [row] }])
      } catch (error) {
        throw refusalOf(adapter, error)?.kind === 'unique' ? new KeyIsTaken() : error
      }
    },
    async keep({ digest }, answer, expiresAt) {
      await adapter.write([{ kind: 'update', resource, keys: [[digest]], values: { ...answer, expiresAt } }])
    },
    async forget(digest) {
      await deleteOver(await read(among('digest', 'eq', digest)))
    },
    async find(digest) {
      const [found] = await adapter.transaction(() => read(among('digest', 'eq', digest)), {})
      return found
    },
    forgetSome(count) {
      return adapter.transaction(
        async () => {
          const over = adapter.arrange(
            among('expiresAt', 'lte', new Date()),
            { kind: 'atMost', count },
            resource,
          )
          const found = (await read(over)).slice(0, count)
          const keys = found.map(({ digest }) => [digest])
          if (keys.length === 0) return 0
          // A request may have taken such a key anew meanwhile.
          await adapter.write([{ kind: 'lock', resource, locks: { keys, members: [], isShared: false } }])
          const still = await read(over)
          return deleteOver(still.filter(({ digest }) => found.some((row) => row.digest === digest)))
        },
        { readsLatest: true },
      )
    },
  }
}

const NOTHING = { status: 0, headers: [], answer: new Uint8Array(), isShort: false }

const rowsIn = (adapter: Adapter, rows: () => PrismaDelegate): KeyRows => ({
  async claim(request, expiresAt) {
    try {
      await rows().createMany({ data: [{ ...request, ...NOTHING, expiresAt }] })
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
