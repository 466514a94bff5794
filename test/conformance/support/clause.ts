import type { Answer } from './answer.js'

/** How much a sentence of the specification asks for. */
export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY'

/** A part of the specification, with what it asks of a server. */
export interface Chapter {
  readonly title: string
  readonly clauses: readonly Clause[]
}

interface Stated {
  /** The chapter and a name in it; never changed, for reports refer to it. */
  readonly id: string
  /** The section of the specification. */
  readonly section: string
  readonly level: Level
  /** The sentence, in our own words. */
  readonly says: string
}

/** A sentence that requests show. They are made one after the other, on the rows of the seed. */
export interface Shown extends Stated {
  readonly shownBy: readonly Exchange[]
  /** Where the API does something else unless it is strict, and why. The exchanges show both. */
  readonly departs?: { readonly how: string; readonly why: string; readonly strict: string }
}

/** A sentence that every answer of the whole table shows. */
export interface Everywhere extends Stated {
  /** What is wrong with an answer; undefined where the sentence is not about it. */
  readonly everywhere: (answer: Answer) => readonly string[] | undefined
}

/** A sentence that no request can show. */
export interface Unshown extends Stated {
  readonly notShown: string
}

/** A sentence of the specification, and how it is shown to hold. */
export type Clause = Shown | Everywhere | Unshown

/** A request, and what is expected of its answer: what is named is compared whole. */
export interface Exchange {
  /** `GET /posts/1`; or made of the answer before. */
  readonly ask: string | ((last: Answer) => string)
  readonly headers?: Readonly<Record<string, string>>
  /** A document, or the text of a body. */
  readonly body?: unknown
  /** Asks the API that is strict. */
  readonly strict?: true
  readonly status: number
  /** Headers of the answer; null for one that is not there. */
  readonly answers?: Readonly<Record<string, string | null>>
  /** The whole document; null where there is no body. */
  readonly document?: unknown
  /** Parts of the document by JSON Pointer; undefined for one that is not there. */
  readonly at?: Readonly<Record<string, unknown>>
  /** The errors, each as `status code`, and where it points: `400 bad_sort parameter sort`. */
  readonly errors?: readonly string[]
}

/** The media type of JSON:API. */
export const TYPE = 'application/vnd.api+json'

/** The URI of Atomic Operations. */
export const ATOMIC_URI = 'https://jsonapi.org/ext/atomic'

/** The media type with Atomic Operations. */
export const ATOMIC = `${TYPE};ext="${ATOMIC_URI}"`

/** The URI of the profile Cursor Pagination. */
export const CURSORS_URI = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'

/** The media type with the profile Cursor Pagination. */
export const CURSORS = `${TYPE};profile="${CURSORS_URI}"`

/** The reason of sentences that are about clients. */
export const CLIENTS = 'It is about clients.'
