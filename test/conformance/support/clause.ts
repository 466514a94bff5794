import type { Answer } from './answer.js'

/** The level of a requirement in the specification. */
export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY'

/** A part of the specification that contains requirements for a server. */
export interface Chapter {
  readonly title: string
  readonly clauses: readonly Clause[]
}

interface Stated {
  /** The chapter and a name in it. The id never changes, because reports refer to it. */
  readonly id: string
  /** The section of the specification. */
  readonly section: string
  readonly level: Level
  /** The requirement in our own words. */
  readonly says: string
}

/** A requirement that requests demonstrate. They run one after another on the seeded rows. */
export interface Shown extends Stated {
  readonly shownBy: readonly Exchange[]
  /**
   * The deviation from the requirement if the API is not strict, and the reason for it. The exchanges show
   * both modes.
   */
  readonly departs?: { readonly how: string; readonly why: string; readonly strict: string }
}

/** A requirement that every response in the table demonstrates. */
export interface Everywhere extends Stated {
  /** The faults of a response, or undefined if the requirement does not apply to it. */
  readonly everywhere: (answer: Answer) => readonly string[] | undefined
}

/** A requirement that no request can demonstrate. */
export interface Unshown extends Stated {
  readonly notShown: string
}

/** A requirement of the specification, and how it is demonstrated. */
export type Clause = Shown | Everywhere | Unshown

/** A request and the expected parts of its response, each of which is compared as a whole. */
export interface Exchange {
  /** `GET /posts/1`, or a function of the previous response. */
  readonly ask: string | ((last: Answer) => string)
  readonly headers?: Readonly<Record<string, string>>
  /** A document, or a body as text. */
  readonly body?: unknown
  /** Whether the request goes to the strict API. */
  readonly strict?: true
  readonly status: number
  /** Headers of the response, with null for a missing header. */
  readonly answers?: Readonly<Record<string, string | null>>
  /** The whole document, or null if the response has no body. */
  readonly document?: unknown
  /** Parts of the document by JSON Pointer, with undefined for a missing part. */
  readonly at?: Readonly<Record<string, unknown>>
  /** The errors, each as `status code` and its source, such as `400 bad_sort parameter sort`. */
  readonly errors?: readonly string[]
}

/** The media type of JSON:API. */
export const TYPE = 'application/vnd.api+json'

/** The URI of Atomic Operations. */
export const ATOMIC_URI = 'https://jsonapi.org/ext/atomic'

/** The media type with Atomic Operations. */
export const ATOMIC = `${TYPE};ext="${ATOMIC_URI}"`

/** The URI of the Cursor Pagination profile. */
export const CURSORS_URI = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'

/** The media type with the Cursor Pagination profile. */
export const CURSORS = `${TYPE};profile="${CURSORS_URI}"`

/** The reason why requests cannot demonstrate a requirement for clients. */
export const CLIENTS = 'for clients'
