import { createHash } from 'node:crypto'
import type { TransactionNeeds } from '../adapter/transaction-needs.js'
import type { Controller } from '../controller/controller.js'
import { documentResponse } from '../controller/response.js'
import { Conflict, UnprocessableKey } from '../error/errors.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { ValidationError } from '../error/validation-error.js'
import { castTo } from '../base/cast.js'
import { currentFrame, currentRequest, withRequest } from '../resource/frame.js'
import { NeedsSerializable, otherStore, runRepeatedly } from '../write/persist/transaction.js'
import { withRetries } from '../write/persist/retry.js'
import { runAttempts } from '../write/persist/run-write.js'
import { answerAgain } from './answer-again.js'
import { type IdempotencyOptions, KEY_MODEL } from './idempotency-options.js'
import { keptAnswer } from './kept-answer.js'
import { KeyIsTaken, type KeyedRequest, type KeyRow, type KeyRows, keyRowsOf } from './key-rows.js'
import type { Once, WriteAction } from './once.js'
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
 * Runs write requests with an `Idempotency-Key` once (chapter 30).
 *
 * Throws InvalidParameter for a malformed key.
 */
export function onceWith(
  { headers, method, address, body }: RequestWithKey,
  { owner, keepFor = A_DAY, model = KEY_MODEL }: IdempotencyOptions<never>,
): Once {
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

/** An answer that leaves nothing written: it rolls the transaction back. */
class Refused extends Error {
  readonly answer: Response | ValidationError

  constructor(answer: Response | ValidationError) {
    super('The request was rejected.')
    this.answer = answer
  }
}

/** Claims the key, runs the action, and stores its answer, in one transaction. Throws KeyIsTaken and Waits. */
async function writeOnce(keyed: Keyed, isExpired: boolean): Promise<Response> {
  const { resource } = keyed.write
  const progress: Progress = { isClaiming: true }
  // MySQL shows what others have committed while this request has waited for its key.
  let needs: TransactionNeeds = { readsLatest: true }
  const attempt = async (inBatches: boolean): Promise<Response | undefined> => {
    progress.isClaiming = true
    const block = () => inTransaction(keyed, isExpired, progress)
    try {
      // Each attempt renders an answer, which has the whole budget of the request.
      return await withRequest(currentRequest().separate(), () =>
        runRepeatedly(resource, block, needs, inBatches),
      )
    } catch (error) {
      if (!(error instanceof NeedsSerializable)) throw error
      needs = { serializable: true, readsLatest: true }
      return attempt(inBatches)
    }
  }
  try {
    const response = await runAttempts(resource, attempt)
    if (!response) {
      throw new Error('The action did not return a response to a request with an "Idempotency-Key".')
    }
    return response
  } catch (error) {
    if (error instanceof Refused) {
      if (error.answer instanceof ValidationError) throw error.answer
      return error.answer
    }
    if (progress.isClaiming && error instanceof Conflict) throw new Waits()
    throw error
  }
}

interface Progress {
  /** Whether the first statement of the transaction has not ended yet. */
  isClaiming: boolean
}

async function inTransaction(
  { act, rows, request, keepFor }: Keyed,
  isExpired: boolean,
  progress: Progress,
): Promise<Response> {
  if (isExpired) await rows.forget(request.digest)
  await rows.claim(request, new Date(Date.now() + keepFor))
  progress.isClaiming = false
  let response: Response
  try {
    response = await act()
  } catch (error) {
    throwRepeatable()
    throw error instanceof ValidationError ? new Refused(error) : error
  }
  throwRepeatable()
  if (response.status >= 400) throw new Refused(response)
  const { kept, sent } = await keptAnswer(response)
  const { open } = currentFrame()
  // Otherwise nothing is written, and the same key may come again.
  if (!open?.failure) await rows.keep(request, kept, new Date(Date.now() + keepFor))
  return sent
}

/** Throws what a write inside has failed for, even if the action has caught it: another attempt may succeed. */
function throwRepeatable(): void {
  const failure = currentFrame().open?.failure
  if (failure && !(failure.error instanceof JsonapiError)) throw failure.error
}

/** A digest of 64 characters that no collation changes. */
const digestOf = (value: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
