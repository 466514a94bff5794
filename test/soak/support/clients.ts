import type { Dice } from '../../support/dice.js'
import { type Received, sendTo, type ServerProcess } from './servers.js'
import { KINDS, prepareWrites, told, type Write } from './writes.js'
import type { OwnStore } from './stores.js'

/** A write, and its response; undefined if none has arrived. */
export type Outcome = readonly [write: Write, received: Received | undefined]

interface Load {
  readonly store: OwnStore
  readonly server: ServerProcess
  readonly chance: Dice
  /** The number of writes that must fail. */
  readonly failing: number
  /** Runs before each write, with the number of outcomes so far. */
  readonly beforeEach?: (outcomes: number) => Promise<void>
}

const CLIENTS = 6
/** The number of writes that are prepared together. */
const PREPARED = 48

/** Sends nested writes of all kinds from several clients at once, until enough of them have failed. */
export async function writeUntil({
  store,
  server,
  chance,
  failing,
  beforeEach,
}: Load): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let failed = 0
  let started = 0
  const left: Write[] = []
  const next = async (): Promise<Write | undefined> => {
    if (failed >= failing) return undefined
    if (left.length === 0) {
      const kinds = Array.from({ length: PREPARED }, () => chance.of(KINDS))
      const first = started + 1
      started += kinds.length
      left.push(...(await prepareWrites(store.prisma, kinds, first)))
    }
    return left.shift() ?? next()
  }
  const client = async (): Promise<void> => {
    for (let write = await next(); write; write = await next()) {
      await beforeEach?.(outcomes.length)
      const received = await sendTo(server.url, write.request)
      outcomes.push([write, received])
      if (told(received) !== true || received.status >= 300) failed++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return outcomes
}

/**
 * The status of a simple request, tried several times. The pool may still contain connections that have ended, each of
 * which fails one request.
 */
export async function lastStatus({ url }: ServerProcess): Promise<number> {
  let status = 0
  for (let attempt = 0; attempt < 10 && status !== 200; attempt++) {
    status = (await sendTo(url, { method: 'GET', path: '/nodes?page[size]=1' })).status
  }
  return status
}
