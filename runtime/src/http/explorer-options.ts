/**
 * The options of the explorer.
 *
 * ```ts
 * const explorer: ApiOptions['explorer'] = { if: ({ headers }) => headers.get('x-developer') === 'yes', path: '/try' };
 * ```
 */
export interface ExplorerOptions {
  /**
   * Whether a request gets the page, and its contract. Without this function, every request does. For others, there is
   * nothing at these addresses.
   */
  readonly if?: (request: Request) => boolean | Promise<boolean>
  /** The path of the page below the prefix; `/explorer` by default. */
  readonly path?: string
  /**
   * For development: whether the page gets the queries of each answer, as `queryLog` gives them. The page asks for them
   * by the header `X-Explorer: queries`, and whoever may see the page may do the same. The default is false.
   */
  readonly queries?: boolean
}
