import { RequestTimeout, ServiceUnavailable } from '../error/errors.js'
import { JsonapiError } from '../error/jsonapi-error.js'

/** The response to a client that has disconnected. Nobody reads it and nobody is at fault, so it is not logged. */
class ClientGone extends JsonapiError {
  constructor() {
    super(
      { status: 499, code: 'client_gone', title: 'Client disconnected' },
      { detail: 'The client disconnected before it received the response.' },
    )
  }
}

/** The longest delay of a JavaScript timer, in milliseconds; a longer deadline never ends. */
const LONGEST = 2 ** 31 - 1

/**
 * The deadline of a request, and whether its client is still connected (rule 14.4). It is checked before every query
 * and every COMMIT; it stops nothing that already runs.
 */
export class Deadline {
  /**
   * The errors thrown after a write was committed, so that the response can say so (rule 14.6). A client that mistakes
   * a 500 for a failed write would send it again. Other requests may throw the same object earlier.
   */
  readonly afterCommit: Set<unknown> = new Set()
  readonly #time: number
  readonly #end: number
  readonly #isGone: () => boolean
  #isOver = false
  #isReceiving = false
  #commit: 'none' | 'sent' | 'done' = 'none'
  #before: 'none' | 'done' = 'none'

  /**
   * @param time how long the request has, in milliseconds
   * @param isGone whether its client has gone
   */
  constructor(time: number = Number.POSITIVE_INFINITY, isGone: () => boolean = () => false) {
    this.#time = time
    this.#end = performance.now() + time
    this.#isGone = isGone
  }

  /** The time left, in milliseconds. */
  get remaining(): number {
    return Math.max(0, this.#end - performance.now())
  }

  /** Whether the deadline has passed. */
  get isOver(): boolean {
    return this.#isOver || this.remaining === 0
  }

  /** Throws if no further query may begin: ServiceUnavailable after the deadline, or ClientGone. */
  check(): void {
    if (this.isOver) throw this.error()
    if (this.#isGone()) throw new ClientGone()
  }

  /** Waits for a body. If the deadline passes first, the client is at fault: RequestTimeout (rule 14.4). */
  async receives<Body>(body: Promise<Body>): Promise<Body> {
    this.#isReceiving = true
    const received = await body
    if (this.isOver) throw this.error()
    this.#isReceiving = false
    return received
  }

  /** Announces a COMMIT. Throws what `check` throws, and then no COMMIT may be sent. */
  commits(): void {
    this.check()
    if (this.#commit !== 'sent') this.#before = this.#commit
    this.#commit = 'sent'
  }

  /** Notes the outcome of the COMMIT, or that none was sent. */
  committed(isDone: boolean): void {
    if (isDone) this.#commit = 'done'
    else if (this.#commit === 'sent') this.#commit = this.#before
  }

  /** Whether something written is durable. */
  get hasCommitted(): boolean {
    return this.#commit === 'done'
  }

  /** The error after the deadline; for a write it depends on the progress of the COMMIT (rule 14.6). */
  error(): object {
    if (this.#isReceiving) {
      return new RequestTimeout({
        detail: `The body took longer than ${this.#time} ms to arrive. Nothing was written.`,
      })
    }
    const detail = `The response took longer than ${this.#time} ms.`
    if (this.#commit === 'none') return new ServiceUnavailable({ detail: `${detail} Nothing was written.` })
    if (this.#commit === 'done') {
      const error = new ServiceUnavailable({ detail })
      this.afterCommit.add(error)
      return error
    }
    return new ServiceUnavailable({
      detail: `${detail} The commit was in progress: the write may or may not have been saved.`,
      meta: { written: 'unknown' },
    })
  }

  /** The result of a promise or, after the deadline, another value. The promise must not reject. */
  within<Result>(result: Promise<Result>, otherwise: () => Result): Promise<Result> {
    const { remaining } = this
    if (remaining > LONGEST) return result
    return new Promise((resolve, reject) => {
      // In whole milliseconds: Node keeps one list of timers for each delay, so most requests share one.
      const timer = setTimeout(() => {
        this.#isOver = true
        resolve(otherwise())
      }, Math.ceil(remaining))
      const settled =
        <Value>(settle: (value: Value) => void) =>
        (value: Value): void => {
          clearTimeout(timer)
          settle(value)
        }
      result.then(settled(resolve), settled(reject))
    })
  }
}
