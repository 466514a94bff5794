import type { ErrorObject, ErrorSource } from './error-object.js'

/** What one error says: its detail in words, its source in the request, and what existing clients read of `meta`. */
export interface ErrorOptions {
  readonly detail: string
  readonly source?: ErrorSource | undefined
  /** The URI of the type of the error, where a profile names one. */
  readonly type?: string | undefined
  readonly meta?: Readonly<Record<string, unknown>> | undefined
  /** The cause, for the log and never for the client. An error that has one reaches `onError` (rule 14.7). */
  readonly cause?: unknown
}

/** The constant part of a class of errors: the same title for the same kind of problem (rule 15.7). */
export interface ErrorKind {
  readonly status: number
  readonly code: string
  readonly title: string
}

/**
 * A mistake of the client: it has a status, a stable code and, where there is one, a source (rule 13.1).
 * Anything thrown that is no JsonapiError is an internal error and is answered without a word of the inside.
 *
 * ```ts
 * if (error instanceof JsonapiError) console.log(error.status, error.code, error.message)
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

  /** What the error says besides, for programs to read. */
  get meta(): Readonly<Record<string, unknown>> | undefined {
    return this.#meta
  }

  /** Adds the place in the request, because the code that has thrown the error does not know it. */
  set meta(meta: Readonly<Record<string, unknown>> | undefined) {
    this.#meta = meta
  }

  /** The error objects of the answer; several where the request had several faults. */
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
