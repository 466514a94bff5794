/** The parts of a response that a binding for Node sends. */
export interface ResponseParts {
  readonly status: number
  readonly headers: Iterable<readonly [name: string, value: string]>
  readonly bytes: Uint8Array<ArrayBuffer> | string | null
}

/**
 * A response whose bytes a binding for Node sends itself. It looks like a web-standard Response, and becomes one as soon
 * as the application reads its body, because creating one costs more than sending the bytes.
 */
export class DirectResponse implements Response {
  readonly status: number
  readonly #bytes: ResponseParts['bytes']
  #headers: Headers | Readonly<Record<string, string>>
  #response: Response | undefined

  /** @param headers their names are in lower case */
  constructor(
    bytes: ResponseParts['bytes'],
    { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  ) {
    this.status = status
    this.#bytes = bytes
    this.#headers = headers
  }

  /** The parts of a response; undefined if it is a web-standard one, or if its body has been read. */
  static partsOf(response: Response): ResponseParts | undefined {
    if (!(#bytes in response) || response.#response) return undefined
    const headers = response.#headers
    return {
      status: response.status,
      headers: headers instanceof Headers ? headers : Object.entries(headers),
      bytes: response.#bytes,
    }
  }

  get headers(): Headers {
    if (this.#headers instanceof Headers) return this.#headers
    const headers = new Headers(this.#headers)
    this.#headers = headers
    return headers
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300
  }

  get statusText(): string {
    return ''
  }

  get type(): Response['type'] {
    return 'default'
  }

  get url(): string {
    return ''
  }

  get redirected(): boolean {
    return false
  }

  get bodyUsed(): boolean {
    return this.#response?.bodyUsed ?? false
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#bytes === null ? null : this.#whole().body
  }

  clone(): Response {
    return this.#whole().clone()
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole().arrayBuffer()
  }

  blob(): Promise<Blob> {
    return this.#whole().blob()
  }

  /** Only newer versions of Node have this method. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer())
  }

  formData(): Promise<FormData> {
    return this.#whole().formData()
  }

  json(): Promise<unknown> {
    return this.#whole().json()
  }

  text(): Promise<string> {
    return this.#whole().text()
  }

  #whole(): Response {
    if (!this.#response) {
      this.#response = new Response(this.#bytes, { status: this.status, headers: this.headers })
      // The application changes the headers of the response that it has.
      this.#headers = this.#response.headers
    }
    return this.#response
  }
}

// `instanceof Response` is how an application, or a library, recognizes a response.
Object.setPrototypeOf(DirectResponse.prototype, Response.prototype)
