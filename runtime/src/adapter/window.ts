import type { Direction } from '../shape/shape.js'

/** What becomes of the order of a scope, or of how many of its records are read. */
export type Window =
  /** More keys to order by, behind those that the scope has (rule 4.1). */
  | { readonly kind: 'order'; readonly by: readonly Order[] }
  /** A page in place of any that the scope has: its number from 1, and its size (specification 4.2). */
  | { readonly kind: 'page'; readonly number: number; readonly size: number }
  /** One record more behind its page tells whether there is a next one. A scope that has no page is returned as it is. */
  | { readonly kind: 'oneMore' }
  /**
   * At most so many of its records, the first ones: an answer has only so much room (rule 14.4). A store that can't say that
   * returns the scope as it is: what `read` returns is counted afterwards.
   */
  | { readonly kind: 'atMost'; readonly count: number }

/** One key to order by, with the to-one relations that lead to it. */
export interface Order {
  readonly through: readonly string[]
  readonly column: string
  readonly direction: Direction
  /** Whether the column may be null; undefined where that is not known. */
  readonly nullable?: boolean | undefined
}
