/**
 * The options of the explorer.
 *
 * ```ts
 * const explorer: ApiOptions['explorer'] = { if: ({ headers }) => headers.get('x-developer') === 'yes', path: '/try' };
 * ```
 */
export interface ExplorerOptions {
  /**
   * Whether a request may receive the page and its contract. Without this function, every request may. For all other
   * requests, these URLs do not exist.
   */
  readonly if?: (request: Request) => boolean | Promise<boolean>
  /** The path of the page after the prefix; `/explorer` by default. */
  readonly path?: string
  /**
   * For development: whether the page receives the query log of each response, as with `queryLog`. The page requests it
   * with the header `X-Explorer: queries`, and anyone who may see the page may do the same. The default is false.
   */
  readonly queries?: boolean
}
