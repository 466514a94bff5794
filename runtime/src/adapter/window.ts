import type { Direction } from '../shape/shape.js'

/** Changes the order of a scope, or how many of its records are read. */
export type Window =
  /** Adds keys to order by, after those of the scope (rule 4.1). */
  | { readonly kind: 'order'; readonly by: readonly Order[] }
  /** Sets the page, replacing any page that the scope has: its number from 1, and its size (specification 4.2). */
  | { readonly kind: 'page'; readonly number: number; readonly size: number }
  /**
   * Reads one record more than the page, which shows whether there is a next page. A scope without a page is returned
   * unchanged.
   */
  | { readonly kind: 'oneMore' }
  /**
   * Reads at most the first `count` records, because responses are limited (rule 14.4). A store that cannot do that
   * returns the scope unchanged: the result of `read` is counted afterwards.
   */
  | { readonly kind: 'atMost'; readonly count: number }
  /**
   * Keeps the first `count` records, in the order of the scope, for each value of the columns `by`: the pages of an
   * include (rule 5.3). Asked only if `cutPages` is true.
   */
  | { readonly kind: 'firstOfEach'; readonly by: readonly string[]; readonly count: number }

/** One key to order by, with the to-one relations on the path to it. */
export interface Order {
  readonly through: readonly string[]
  readonly column: string
  readonly direction: Direction
  /** Whether the column may be null; undefined if that is not known. */
  readonly nullable?: boolean | undefined
}
