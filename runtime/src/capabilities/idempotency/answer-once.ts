import { createHash } from 'node:crypto'
import type { Controller } from '../../controller/controller.js'
import { documentResponse } from '../../controller/response/response.js'
import { Conflict, UnprocessableKey } from '../../error/errors.js'
import { ValidationError } from '../../error/validation-error.js'
import { refusalOf } from '../../adapter/refusal.js'
import { castTo } from '../../base/cast.js'
import type { CompiledResource } from '../../resource/compile.js'
import { type ActionInUnit, currentFrame, currentRequest, withRequest } from '../../resource/frame.js'
import { isOfTransaction, Repeat } from '../../write/unit/repeat.js'
import { withRetries } from '../../write/unit/retry.js'
import { runUnit } from '../../write/unit/run-unit.js'
import { openTransaction, otherStore } from '../../write/unit/transaction.js'
import { answerAgain } from './answer-again.js'
import { type IdempotencyOptions, KEY_MODEL } from './idempotency-options.js'
import { keptAnswer } from './kept-answer.js'
import { KeyIsTaken, type KeyedRequest, type KeyRow, type KeyRows, keyRowsOf } from './key-rows.js'
import type { Around, WriteAction } from '../../http/capability.js'
import { badKey, readKey } from './read-key.js'

/** The parts of a request that its key stands for. */
export interface RequestWithKey {
  readonly headers: Pick<Headers, 'get'>
  readonly method: string
  /** The path and the query. */
  readonly address: string
  /** The parsed body; undefined if there is none. */
  readonly body: unknown
}

const A_DAY = 86_400_000

/** How often a key is looked for whose row goes away meanwhile. */
const ROUNDS = 5

/**
 * Runs each write request with an `Idempotency-Key` only once (chapter 30).
 *
 * Throws InvalidParameter for a malformed key.
 */
export function onceWith(
  { headers, method, address, body }: RequestWithKey,
  { owner, keepFor = A_DAY, model = KEY_MODEL }: IdempotencyOptions<never>,
): Around {
  const key = readKey(headers)
  return async (write, act) => {
    const rows = keyRowsOf(write.resource, model)
    if (!rows) throw otherStore()
    const whose = await owner(castTo<Controller<never>>(write.context))
    if (typeof whose !== 'string' || whose === '') {
      throw badKey(
        'An "Idempotency-Key" requires an owner, but this request does not have one. Is the client logged in?',
      )
    }
    const request = { digest: digestOf([whose, key]), request: digestOf([method, address, body ?? null]) }
    return answerOnce({ write, act, rows, request, keepFor })
  }
}

/** A write request with a key. */
interface Keyed {
  readonly write: WriteAction
  readonly act: () => Promise<Response>
  readonly rows: KeyRows
  readonly request: KeyedRequest
  readonly keepFor: number
}

async function answerOnce(keyed: Keyed): Promise<Response> {
  const { rows, request, write } = keyed
  let isExpired = false
  for (let round = 0; round < ROUNDS; round++) {
    try {
      return await writeOnce(keyed, isExpired)
    } catch (error) {
      if (error instanceof Waits) return busyKey()
      if (!(error instanceof KeyIsTaken)) throw error
    }
    const row = await withRetries(write.resource, () => rows.find(request.digest))
    isExpired = row !== undefined && isOver(row)
    if (row && !isExpired) {
      if (row.request !== request.request) throw new UnprocessableKey()
      return answerAgain(row, write)
    }
  }
  return busyKey()
}

const isOver = ({ expiresAt }: KeyRow): boolean => expiresAt.getTime() <= Date.now()

/** The key is claimed by a transaction that takes longer than a lock is waited for. */
class Waits extends Error {}

function busyKey(): Response {
  const { errors } = new Conflict({
    detail: 'Another request with this "Idempotency-Key" is still in progress. Try again later.',
    source: { header: 'Idempotency-Key' },
  })
  return documentResponse({ errors }, 409, { 'retry-after': '1' })
}

/** A response that leaves nothing written: it rolls the transaction back. */
class Refused extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('The request was rejected.')
    this.response = response
  }
}

/** Claims the key, runs the action, and stores its response, as one unit. Throws KeyIsTaken and Waits. */
async function writeOnce(keyed: Keyed, isExpired: boolean): Promise<Response> {
  const { resource } = keyed.write
  const claim: Claim = { isClaiming: true }
  const unit = runUnit(resource, (attempt) => {
    const action: ActionInUnit = { ...attempt.mode, refusals: [] }
    // MySQL shows what others have committed while this request has waited for its key.
    const needs = { serializable: attempt.mode.isSerializable, readsLatest: true }
    return {
      // Each attempt renders a response, which has the whole budget of the request.
      open: (block: () => Promise<Response>) =>
        withRequest(currentRequest().separate(), () => openTransaction(resource, block, needs, action)),
      perform: async () => {
        const response = await respond(keyed, isExpired, claim)
        await attempt.end({})
        return response
      },
      meaningOf: (error: unknown) => {
        const [only, ...others] = action.refusals
        return attempt.state === 'complete' && only && others.length === 0 ? only(error) : error
      },
    }
  })
  const { value, isWritten, refusal } = await unit.catch((error: unknown) => {
    if (error instanceof Refused) return { value: error.response, isWritten: true, refusal: undefined }
    throw claim.isClaiming && error instanceof Conflict ? new Waits() : error
  })
  if (value && isWritten) return value
  throw refusal ?? new ValidationError('Nothing was written, because an operation that it depends on failed')
}

interface Claim {
  /** Whether no attempt has claimed the key yet. */
  isClaiming: boolean
}

async function respond(
  { act, rows, request, keepFor, write: { resource } }: Keyed,
  isExpired: boolean,
  claim: Claim,
): Promise<Response> {
  if (isExpired) await rows.forget(request.digest)
  await rows.claim(request, new Date(Date.now() + keepFor))
  claim.isClaiming = false
  const response = await act().finally(() => throwRepeatable(resource))
  if (response.status >= 400) throw new Refused(response)
  const uses = [...(currentRequest().done.deprecated?.values() ?? [])].map(({ use }) => use)
  const { kept, sent } = await keptAnswer(response, uses)
  const { unit } = currentFrame()
  // Otherwise nothing is written, and the same key may come again.
  if (!unit?.failure) await rows.keep(request, kept, new Date(Date.now() + keepFor))
  return sent
}

/** Throws what a write inside has failed for, even if the action has caught it, if another attempt may succeed. */
function throwRepeatable({ adapter }: CompiledResource): void {
  const failure = currentFrame().unit?.failure
  if (!failure) return
  const isOver = failure.error instanceof Repeat || isOfTransaction(refusalOf(adapter(), failure.error))
  if (isOver) throw failure.error
}

/** A digest of 64 characters that no collation changes. */
const digestOf = (value: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
