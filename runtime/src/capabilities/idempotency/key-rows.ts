import type { Adapter } from '../../adapter/adapter.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { Condition } from '../../adapter/condition.js'
import { knowsModel } from '../../facts/declared-facts.js'
import { refusalOf } from '../../adapter/refusal.js'
import { castTo } from '../../base/cast.js'
import { readRows } from '../../reader/rows.js'
import type { RowsOwner } from '../../reader/run.js'
import type { CompiledResource } from '../../resource/compile.js'
import { parseType } from '../../vocabulary/values/type.js'

/** The identity of a request with a key. */
export interface KeyedRequest {
  /** Of the owner and the key. */
  readonly digest: string
  /** Of the method, the address and the body. */
  readonly request: string
}

/** The response to a request, as a row stores it. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly answer: Uint8Array
  /** Whether the records in `answer` lack their attributes. */
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
  /** Stores the response for a claimed key. */
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

/** The rows of keys in the store of a resource; undefined if it cannot roll back, or if its facts lack the model. */
export function keyRowsOf(
  { config: { adapter }, facts }: CompiledResource,
  model: string,
): KeyRows | undefined {
  const isAble = adapter !== undefined && facts().can.rollBack && knowsModel(adapter, model)
  return isAble ? rowsOf(adapter, model) : undefined
}

/** The rows, through the members of an adapter. */
function rowsOf(adapter: Adapter, model: string): KeyRows {
  const resource: AdapterResource = {
    type: model,
    model,
    primaryKey: ['digest'],
    version: undefined,
    exact: new Set(),
  }
  const owner: RowsOwner = {
    ...resource,
    adapter: () => adapter,
    facts: () => adapter.facts(resource),
    config: { adapter },
  }
  const read = async (condition: Condition, count?: number): Promise<readonly KeyRow[]> =>
    castTo<readonly KeyRow[]>(
      await readRows({ resource: owner, where: [condition], ...(count !== undefined && { count }) }),
    )
  const rowsWith = (keys: readonly (readonly [string])[]): Promise<readonly KeyRow[]> =>
    read({ ...OF_DIGEST, keys })
  /** Locks the rows first: a request may have taken such a key anew since it was read. Returns how many it deletes. */
  const deleteOver = async (keys: readonly (readonly [string])[]): Promise<number> => {
    if (keys.length === 0) return 0
    await adapter.write([{ kind: 'lock', resource, locks: { keys, members: [], isShared: false } }])
    const over = keysOf((await rowsWith(keys)).filter(({ expiresAt }) => expiresAt.getTime() <= Date.now()))
    if (over.length > 0) await adapter.write([{ kind: 'delete', resource, keys: over }])
    return over.length
  }
  return {
    async claim(request, expiresAt) {
      const row = { ...request, ...NOTHING, expiresAt }
      await claiming(adapter, () => adapter.write([{ kind: 'insert', resource, rows: [row] }]))
    },
    async keep({ digest }, answer, expiresAt) {
      const values = { ...answer, expiresAt }
      await adapter.write([{ kind: 'update', resource, keys: [[digest]], values, isUnread: true }])
    },
    async forget(digest) {
      await deleteOver([[digest]])
    },
    async find(digest) {
      const [found] = await adapter.transaction(() => rowsWith([[digest]]), {})
      return found
    },
    forgetSome(count) {
      return adapter.transaction(
        async () => {
          const some = await read({ ...UNTIL, value: new Date() }, count)
          return deleteOver(keysOf(some.slice(0, count)))
        },
        { readsLatest: true },
      )
    },
  }
}

const keysOf = (rows: readonly KeyRow[]): readonly (readonly [string])[] => rows.map(({ digest }) => [digest])

const OF_DIGEST = {
  kind: 'among',
  name: 'digest',
  through: [],
  columns: ['digest'],
  types: [parseType('string')],
} as const

const UNTIL = {
  kind: 'compare',
  name: 'expiresAt',
  through: [],
  column: 'expiresAt',
  operator: 'lte',
  type: parseType('datetime'),
} as const

/** Runs what inserts the row of a key. Throws KeyIsTaken if the store has it already. */
async function claiming(adapter: Adapter, insert: () => Promise<unknown>): Promise<void> {
  try {
    await insert()
  } catch (error) {
    throw refusalOf(adapter, error)?.kind === 'unique' ? new KeyIsTaken() : error
  }
}

const NOTHING = { status: 0, headers: [], answer: new Uint8Array(), isShort: false }
