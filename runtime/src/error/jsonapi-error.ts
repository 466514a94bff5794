import type { ErrorObject, ErrorSource } from './error-object.js'

/**
 * The content of one error: its detail in words, its source in the request, and the `meta` that existing clients read.
 */
export interface ErrorOptions {
  readonly detail: string
  readonly source?: ErrorSource | undefined
  /** The URI of the type of the error, if a profile defines one. */
  readonly type?: string | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /** The cause, for the log and never for the client. An error that has one reaches `onError` (rule 14.7). */
  readonly cause?: unknown
}

/** The constant part of an error class: the same kind of problem always has the same title (rule 15.7). */
export interface ErrorKind {
  readonly status: number
  readonly code: string
  readonly title: string
}

/**
 * A mistake of the client: it has a status, a stable code and, if known, a source. Anything else that is thrown is an
 * internal error, whose response reveals no internals.
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

  /** Further information for programs. */
  get meta(): Readonly<Record<string, unknown>> | undefined {
    return this.#meta
  }

  /** Adds the place in the request, which the code that threw the error does not know. */
  set meta(meta: Readonly<Record<string, unknown>> | undefined) {
    this.#meta = meta
  }

  /** The error objects of the response; several if the request had several faults. */
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
