import type { Direction, Shape } from '../shape/shape.js'
import type { CacheControl } from '../vocabulary/cache-directives.js'
import type { DefaultSortEntry, NamesOf, SortPath } from './column-types.js'
import type { PageStyle, ResourceConfig, SortEntry } from './config.js'
import { changed, type Declaring } from './configured.js'
import type { PaginateHandler, Shaped, ShapeOf, SortHandler } from './declaration-types.js'
import { WriteDeclarations } from './write-declarations.js'

/** The declarations of collections: their order and their pages (rules 4.1, 4.2, 1.3). */
export abstract class CollectionDeclarations<S extends Shape = Shape> extends WriteDeclarations<S> {
  /**
   * Allows a sort through to-one relationships, such as `author.name`, although a resource on the path hides records by
   * default filters or its own `baseScope` (rule 14.2). The order then reveals something about hidden records too.
   *
   * ```ts
   * this.allowSort('author.name') // GET /posts?sort=author.name
   * ```
   */
  static allowSort<R extends Shaped>(this: Declaring<R>, path: SortPath<ShapeOf<R>>): void {
    changed(this).sorts.add(path)
  }

  /**
   * Replaces the adapter's sorting. The function is called once for each key, the most important one first, with the
   * column of the key (rules 4.1, 22.1). It returns the scope with the key added after its present ones.
   *
   * ```ts
   * this.sort((scope, column, direction) => scope.orderBy({ [column]: { sort: direction, nulls: 'last' } }))
   * ```
   */
  static sort<R extends Shaped>(this: Declaring<R>, sort: SortHandler<R>): void {
    changed(this).sorting = sort
  }

  /**
   * Replaces the adapter's pagination. The function gets the number of the page, from 1, and its size, and returns the
   * scope limited to that page.
   *
   * ```ts
   * this.paginate((scope, number, size) => scope.window((number - 1) * size, size))
   * ```
   */
  static paginate<R extends Shaped>(this: Declaring<R>, paginate: PaginateHandler<R>): void {
    changed(this).pagination = paginate
  }

  /**
   * Sets the sort of requests without one (rule 4.2). The primary key is added to it, so that pages are stable.
   *
   * ```ts
   * this.defaultSort([{ publishedAt: 'desc' }, { id: 'asc' }])
   * ```
   */
  static defaultSort<R extends Shaped>(
    this: Declaring<R>,
    sort: readonly {
      readonly [Name in 'id' | NamesOf<ShapeOf<R>, ShapeOf<R>['attributes']>]?: Direction
    }[],
  ): void
  static defaultSort<R extends Shaped>(
    this: Declaring<R>,
    sort: readonly DefaultSortEntry<ShapeOf<R>>[],
  ): void
  static defaultSort(this: { readonly config: ResourceConfig }, sort: readonly SortEntry[]): void {
    changed(this).defaultSort = Object.freeze(sort.map((entry) => Object.freeze({ ...entry })))
  }

  /** Sets the page number of requests that name none; the default is 1 (rule 1.3). */
  static defaultPageNumber(number: number): void {
    changed(this).defaultPageNumber = number
  }

  /** Sets the page size, in records, of requests that name none; the default is 20 (rule 1.3). */
  static defaultPageSize(size: number): void {
    changed(this).defaultPageSize = size
  }

  /** Sets the largest page size, in records; the default is 1,000 (rule 1.3). A request for more is a 400. */
  static maxPageSize(size: number): void {
    changed(this).maxPageSize = size
  }

  /**
   * Sets the style of pages for requests that name neither a page number nor a cursor: by number, which is the default,
   * or by cursor (rule 24.8). With cursors, no record is lost or repeated while others insert and destroy records, and
   * the links of a page have cursors.
   *
   * ```ts
   * this.pageStyle('cursor') // GET /posts: links.next is /posts?page[after]=…
   * ```
   */
  static pageStyle(style: PageStyle): void {
    changed(this).pageStyle = style
  }

  /**
   * Sets the `Cache-Control` of answers to GET that show only records of this resource (rule 26.7). The default is
   * `private, no-cache`: a client keeps the answer, but asks each time whether it is still current.
   *
   * ```ts
   * this.cache('private, max-age=60') // for a minute, a client does not ask again
   * this.cache('public, max-age=3600') // proxies keep it too, for everybody
   * ```
   */
  static cache<const Text extends string>(directives: CacheControl<Text>): void {
    changed(this).cache = directives
  }
}
