import type { TypesClient } from '../../support/databases.js'
import { ATOMIC_MEDIA_TYPE } from '../../operations/support/operate.js'
import { markIn } from './stores.js'
import type { Received, Sent } from './servers.js'

/** A write of several records, which can be looked up later. */
export interface Write {
  /** The first word in the names of all its records. No other write has the same. */
  readonly mark: string
  readonly request: Sent
  /** The records before the write, and after it: each name, and the name of its parent. */
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export const KINDS = ['tree', 'nested', 'operations', 'keyed'] as const
type WriteKind = (typeof KINDS)[number]

/** Prepares writes of these kinds in a store, with marks that begin at a number. */
export async function prepareWrites(
  prisma: TypesClient,
  kinds: readonly WriteKind[],
  first: number,
): Promise<readonly Write[]> {
  const marks = kinds.map((_, index) => `w${first + index}`)
  const named = (of: Readonly<Record<WriteKind, readonly string[]>>) =>
    kinds.flatMap((kind, index) => of[kind].map((name) => ({ mark: marks[index] ?? '', name })))
  const idsOf = async (all: ReturnType<typeof named>): Promise<ReadonlyMap<string, number>> => {
    const names = all.map(({ mark, name }) => `${mark} ${name}`)
    const rows = await prisma.node.findMany({ where: { name: { in: names } } })
    return new Map(rows.map(({ id, name }) => [name, id]))
  }
  const [roots, children] = [named(ROOTS), named(CHILDREN)]
  await prisma.node.createMany({ data: roots.map(({ mark, name }) => ({ name: `${mark} ${name}` })) })
  const parents = await idsOf(roots)
  await prisma.node.createMany({
    data: children.map(({ mark, name }) => ({
      name: `${mark} ${name}`,
      parentId: parents.get(`${mark} root`) ?? null,
    })),
  })
  const ids = await idsOf([...roots, ...children])
  return kinds.map((kind, index) => {
    const mark = marks[index] ?? ''
    return { mark, ...WRITES[kind](mark, (name) => String(ids.get(`${mark} ${name}`))) }
  })
}

/** The prepared records without a parent, by kind, and the children of `root`. */
const ROOTS: Readonly<Record<WriteKind, readonly string[]>> = {
  tree: [],
  keyed: [],
  nested: ['root'],
  operations: ['changed', 'removed'],
}
const CHILDREN: Readonly<Record<WriteKind, readonly string[]>> = {
  tree: [],
  keyed: [],
  nested: ['a', 'b', 'c'],
  operations: [],
}

type Written = Omit<Write, 'mark'>

const WRITES: Readonly<Record<WriteKind, (mark: string, id: (name: string) => string) => Written>> = {
  tree: (mark) => tree(mark),
  keyed: (mark) => {
    const { request, ...others } = tree(mark)
    return { ...others, request: { ...request, headers: { 'idempotency-key': mark } } }
  },
  nested: (mark, id) => ({
    request: {
      method: 'PATCH',
      path: `/nodes/${id('root')}`,
      body: {
        data: {
          type: 'nodes',
          id: id('root'),
          attributes: { name: `${mark} root new` },
          relationships: {
            children: {
              data: [
                { type: 'nodes', id: id('a'), method: 'update' },
                { type: 'nodes', id: id('b'), method: 'destroy' },
                { type: 'nodes', id: id('c'), method: 'disassociate' },
                { type: 'nodes', 'temp-id': 'd', method: 'create' },
              ],
            },
          },
        },
        included: [
          { type: 'nodes', id: id('a'), attributes: { name: `${mark} a new` } },
          { type: 'nodes', 'temp-id': 'd', attributes: { name: `${mark} d new` } },
        ],
      },
    },
    before: [`${mark} root`, ...['a', 'b', 'c'].map((name) => `${mark} ${name} < ${mark} root`)],
    after: [
      `${mark} root new`,
      `${mark} a new < ${mark} root new`,
      `${mark} c`,
      `${mark} d new < ${mark} root new`,
    ],
  }),
  operations: (mark, id) => ({
    request: {
      method: 'POST',
      path: '/operations',
      headers: { 'content-type': ATOMIC_MEDIA_TYPE, accept: ATOMIC_MEDIA_TYPE },
      body: {
        'atomic:operations': [
          { op: 'add', data: { type: 'nodes', lid: 'root', attributes: { name: `${mark} root new` } } },
          {
            op: 'add',
            data: {
              type: 'nodes',
              attributes: { name: `${mark} child new` },
              relationships: { parent: { data: { type: 'nodes', lid: 'root' } } },
            },
          },
          {
            op: 'update',
            data: { type: 'nodes', id: id('changed'), attributes: { name: `${mark} changed new` } },
          },
          { op: 'remove', ref: { type: 'nodes', id: id('removed') } },
        ],
      },
    },
    before: [`${mark} changed`, `${mark} removed`],
    after: [`${mark} root new`, `${mark} child new < ${mark} root new`, `${mark} changed new`],
  }),
}

/** A new record with two children, one of which has a child. */
function tree(mark: string): Written {
  const below = (...lids: string[]) => ({ children: { data: lids.map((lid) => ({ type: 'nodes', lid })) } })
  return {
    request: {
      method: 'POST',
      path: '/nodes',
      body: {
        data: {
          type: 'nodes',
          attributes: { name: `${mark} root new` },
          relationships: below('a', 'b'),
        },
        included: [
          { type: 'nodes', lid: 'a', attributes: { name: `${mark} a new` }, relationships: below('c') },
          ...['b', 'c'].map((lid) => ({ type: 'nodes', lid, attributes: { name: `${mark} ${lid} new` } })),
        ],
      },
    },
    before: [],
    after: [
      `${mark} root new`,
      `${mark} a new < ${mark} root new`,
      `${mark} b new < ${mark} root new`,
      `${mark} c new < ${mark} a new`,
    ],
  }
}

/** What a response says about the write: done, not done, or unknown. Undefined if no response has arrived. */
export function told(received: Received | undefined): boolean | 'unknown' {
  if (!received) return 'unknown'
  const { errors = [] } = (received.body ?? {}) as {
    errors?: readonly { meta?: { written?: boolean | 'unknown' } }[]
  }
  return received.status < 300 || (errors[0]?.meta?.written ?? false)
}

/** The outcome of a write that contradicts its response. */
interface Untrue {
  readonly mark: string
  readonly received: Received | undefined
  readonly rows: readonly string[]
}

/**
 * Compares the responses with the stored records. Each write must be whole, as it says, or absent; an unknown one may
 * be either.
 */
export async function untrueOf(
  prisma: TypesClient,
  outcomes: readonly (readonly [write: Write, received: Received | undefined])[],
): Promise<readonly Untrue[]> {
  const rows = new Map<string, string[]>()
  for (const { name, parent } of await prisma.node.findMany({ include: { parent: true } })) {
    const text = parent ? `${name} < ${parent.name}` : name
    const mark = markIn(name)
    rows.set(mark, [...(rows.get(mark) ?? []), text])
  }
  return outcomes.flatMap(([{ mark, before, after }, received]) => {
    const found = (rows.get(mark) ?? []).toSorted()
    const is = (state: readonly string[]): boolean => String(state.toSorted()) === String(found)
    const says = told(received)
    const isTrue = says === 'unknown' ? is(before) || is(after) : is(says ? after : before)
    return isTrue ? [] : [{ mark, received, rows: found }]
  })
}

/** The number of responses of each status, with what an error says about the write. */
export function countOf(outcomes: readonly (Received | undefined)[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const received of outcomes) {
    const status = received?.status ?? 'no response'
    const says = received && received.status < 300 ? '' : ` written: ${String(told(received))}`
    counts[`${status}${says}`] = (counts[`${status}${says}`] ?? 0) + 1
  }
  return counts
}
