import type { ErrorObject, ErrorSource } from './error-object.js'

/** The content of one error: a description, the source in the request, and the `meta` that existing clients read. */
export interface ErrorOptions {
  readonly detail: string
  readonly source?: ErrorSource | undefined
  /** The URI of the error type, if a profile defines one. */
  readonly type?: string | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /**
   * The cause, which is logged but never sent to the client. An error with a cause is passed to `onError` (rule 14.7).
   */
  readonly cause?: unknown
}

/** The constant part of an error class, because the same kind of problem always has the same title (rule 15.7). */
export interface ErrorKind {
  readonly status: number
  readonly code: string
  readonly title: string
}

/**
 * A client error, with a status, a stable code and, if known, a source. Anything else that is thrown is an internal
 * error, and its response does not reveal any internals.
 *
 * ```ts
 * if (error instanceof JsonapiError) console.log(error.status, error.code, error.message);
 * ```
 */
export abstract class JsonapiError extends Error {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly source: ErrorSource | undefined
  readonly type: string | undefined
  #meta: Readonly<Record<string, unknown>> | undefined

  constructor(kind: ErrorKind, options: ErrorOptions) {
    super(options.detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.status = kind.status
    this.code = kind.code
    this.title = kind.title
    this.source = options.source
    this.type = options.type
    this.#meta = options.meta
  }

  /** Additional information for programs. */
  get meta(): Readonly<Record<string, unknown>> | undefined {
    return this.#meta
  }

  /** Sets the place in the request if the code that threw the error does not know it. */
  set meta(meta: Readonly<Record<string, unknown>> | undefined) {
    this.#meta = meta
  }

  /** The error objects for the response; several if the request caused several errors. */
  get errors(): readonly ErrorObject[] {
    return [
      {
        status: String(this.status),
        code: this.code,
        title: this.title,
        detail: this.message,
        ...(this.type !== undefined && { links: { type: this.type } }),
        ...(this.source && { source: this.source }),
        ...(this.meta && { meta: this.meta }),
      },
    ]
  }
}
