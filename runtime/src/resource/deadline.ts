import { behindTheCommit } from '../error/behind-commit.js'
import { RequestTimeout, ServiceUnavailable } from '../error/errors.js'
import { JsonapiError } from '../error/jsonapi-error.js'

/** What a client that has gone is answered, which nobody reads and which is nobody's fault: no log needs to tell of it. */
class ClientGone extends JsonapiError {
  constructor() {
    super(
      { status: 499, code: 'client_gone', title: 'Client gone' },
      { detail: 'The client has gone before it had its answer.' },
    )
  }
}

/** The longest that a timer of JavaScript waits; what is longer has no end. */
const LONGEST = 2 ** 31 - 1

/**
 * Until when a request may go on, and whether somebody still waits for its answer (rule 14.4). It is looked at before every
 * query and before every COMMIT; nothing that is under way is stopped by it.
 */
export class Deadline {
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

  /** How long the request still has, in milliseconds. */
  get remaining(): number {
    return Math.max(0, this.#end - performance.now())
  }

  /** Whether the time is over. */
  get isOver(): boolean {
    return this.#isOver || this.remaining === 0
  }

  /** Throws where nothing more may begin: ServiceUnavailable once the time is over; what nobody reads where the client has gone. */
  check(): void {
    if (this.isOver) throw this.error()
    if (this.#isGone()) throw new ClientGone()
  }

  /** What a body comes to. If the time is over before it is there, that is the client's doing: RequestTimeout (rule 14.4). */
  async receives<Body>(body: Promise<Body>): Promise<Body> {
    this.#isReceiving = true
    const received = await body
    if (this.isOver) throw this.error()
    this.#isReceiving = false
    return received
  }

  /** Says that a COMMIT is about to be sent. Throws what `check` throws, and then none may be sent. */
  commits(): void {
    this.check()
    if (this.#commit !== 'sent') this.#before = this.#commit
    this.#commit = 'sent'
  }

  /** Says what has become of the COMMIT, or that none was sent. */
  committed(isDone: boolean): void {
    if (isDone) this.#commit = 'done'
    else if (this.#commit === 'sent') this.#commit = this.#before
  }

  /** The error of a request whose time is over: what it says of a write depends on how far that has come (rule 14.6). */
  error(): object {
    if (this.#isReceiving) {
      return new RequestTimeout({
        detail: `The body took longer than ${this.#time} ms. Nothing was written.`,
      })
    }
    const detail = `The answer took longer than ${this.#time} ms.`
    if (this.#commit === 'none') return new ServiceUnavailable({ detail: `${detail} Nothing was written.` })
    if (this.#commit === 'done') return behindTheCommit(new ServiceUnavailable({ detail }))
    return new ServiceUnavailable({
      detail: `${detail} It was being committed then: this may be written, or not.`,
      meta: { written: 'unknown' },
    })
  }

  /** What a promise comes to, or, once the time is over, something else. The promise is not to be rejected. */
  within<Result>(result: Promise<Result>, otherwise: () => Result): Promise<Result> {
    const { remaining } = this
    if (remaining > LONGEST) return result
    return new Promise((resolve, reject) => {
      // In whole milliseconds, because Node keeps a list of timers for each delay: so most requests share one.
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
