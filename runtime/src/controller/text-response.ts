import { currentRequest } from '../resource/frame.js'

/**
 * The response of a text. Where who sends it takes the text, a body is made only if somebody asks for it: to make one costs as
 * much as to write the text of twenty records.
 */
export function textResponse(text: string, init: ResponseInit): Response {
  return currentRequest().takesText ? new TextResponse(text, init) : new Response(text, init)
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

/** A response of a text, whose body is made when it is asked for. */
export class TextResponse extends PlainResponse implements Response {
  readonly #text: string
  #whole: Response | undefined

  constructor(text: string, init: ResponseInit) {
    super(null, init)
    this.#text = text
  }

  /** The text, where nobody has asked for the body. */
  get unread(): string | undefined {
    return this.#whole ? undefined : this.#text
  }

  get #made(): Response {
    const { status, statusText, headers } = this
    this.#whole ??= new Response(this.#text, { status, statusText, headers })
    return this.#whole
  }

  get body(): Response['body'] {
    return this.#made.body
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false
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

/** Notes that who sends the answer to a request takes its text. */
export function noteTakesText(request: Request): void {
  taken.add(request)
}

/** Whether who sends the answer to a request takes its text. */
export const takesText = (request: Request): boolean => taken.has(request)
