import { currentRequest } from '../resource/frame.js'

/** What a response says as a whole: a text, or its bytes in UTF-8. */
export type Whole = string | Uint8Array<ArrayBuffer>

/**
 * A response that is there as a whole. Where who sends it takes it so, a body is made only if somebody asks for it: to make one
 * costs as much as to write twenty records.
 */
export function wholeResponse(whole: Whole, init: ResponseInit): Response {
  return currentRequest().takesWhole ? new WholeResponse(whole, init) : new Response(whole, init)
}

/**
 * Whether a value is a response, whichever copy of the class has made it: `@hono/node-server` puts one of its own in the place of
 * the platform's, and what that one clones is the platform's.
 */
export const isResponse = (value: unknown): value is Response =>
  value instanceof Response || Object.prototype.toString.call(value) === '[object Response]'

type BodyMember =
  | 'body'
  | 'bodyUsed'
  | 'clone'
  | 'text'
  | 'json'
  | 'arrayBuffer'
  | 'bytes'
  | 'blob'
  | 'formData'

// The types have these as properties, which an accessor or a method may not override.
const PlainResponse: new (body: null, init: ResponseInit) => Omit<Response, BodyMember> = Response

/** A response that is there as a whole, whose body is made when it is asked for. */
export class WholeResponse extends PlainResponse implements Response {
  readonly #whole: Whole
  #response: Response | undefined

  constructor(whole: Whole, init: ResponseInit) {
    super(null, init)
    this.#whole = whole
  }

  /** What it says, where nobody has asked for the body. */
  get unread(): Whole | undefined {
    return this.#response ? undefined : this.#whole
  }

  get #made(): Response {
    const { status, statusText, headers } = this
    this.#response ??= new Response(this.#whole, { status, statusText, headers })
    return this.#response
  }

  get body(): Response['body'] {
    return this.#made.body
  }

  get bodyUsed(): boolean {
    return this.#response?.bodyUsed ?? false
  }

  clone(): Response {
    const { status, statusText, headers } = this
    return new Response(this.#made.clone().body, { status, statusText, headers })
  }

  text(): Promise<string> {
    return this.#made.text()
  }

  json(): ReturnType<Response['json']> {
    return this.#made.json()
  }

  arrayBuffer(): ReturnType<Response['arrayBuffer']> {
    return this.#made.arrayBuffer()
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.#made.arrayBuffer())
  }

  blob(): ReturnType<Response['blob']> {
    return this.#made.blob()
  }

  formData(): ReturnType<Response['formData']> {
    return this.#made.formData()
  }
}

const taken = new WeakSet<Request>()

/** Notes that who sends the answer to a request takes it as a whole. */
export function noteTakesWhole(request: Request): void {
  taken.add(request)
}

/** Whether who sends the answer to a request takes it as a whole. */
export const takesWhole = (request: Request): boolean => taken.has(request)
