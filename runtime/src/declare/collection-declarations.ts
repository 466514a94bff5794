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
   * Allows a sort through to-one relationships, `author.name`, although a resource on its way hides records by default
   * filters or its own `baseScope` (rule 14.2). The order then reveals hidden records too.
   *
   * ```ts
   * this.allowSort('author.name') // GET /posts?sort=author.name
   * ```
   */
  static allowSort<R extends Shaped>(this: Declaring<R>, path: SortPath<ShapeOf<R>>): void {
    changed(this).sorts.add(path)
  }

  /**
   * Replaces the adapter's sorting. The function is called once for each key, the most important one first, with the column
   * of the key (rules 4.1, 22.1). It returns the scope with the key put behind those that it has.
   *
   * ```ts
   * this.sort((scope, column, direction) => scope.orderBy({ [column]: { sort: direction, nulls: 'last' } }))
   * ```
   */
  static sort<R extends Shaped>(this: Declaring<R>, sort: SortHandler<R>): void {
    changed(this).sorting = sort
  }

  /**
   * Replaces the adapter's pagination. The function gets the number of the page, from 1, and its size, and returns the scope
   * narrowed to that page.
   *
   * ```ts
   * this.paginate((scope, number, size) => scope.window((number - 1) * size, size))
   * ```
   */
  static paginate<R extends Shaped>(this: Declaring<R>, paginate: PaginateHandler<R>): void {
    changed(this).pagination = paginate
  }

  /**
   * Sets the sort of requests that have none (rule 4.2). The primary key is added behind it, so that pages are stable.
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

  /** Sets the number of the page of requests that name none; 1 unless it is set (rule 1.3). */
  static defaultPageNumber(number: number): void {
    changed(this).defaultPageNumber = number
  }

  /** Sets the page size, in records, of requests that name none; 20 unless it is set (rule 1.3). */
  static defaultPageSize(size: number): void {
    changed(this).defaultPageSize = size
  }

  /** Sets the largest page size, in records; 1,000 unless it is set (rule 1.3). A larger one is a 400. */
  static maxPageSize(size: number): void {
    changed(this).maxPageSize = size
  }

  /**
   * Sets what pages of requests that name neither a number nor a cursor begin by: their number, unless it is set, or cursors
   * (rule 24.8). Then no record is lost or repeated while others insert and destroy, and the links of a page are cursors.
   *
   * ```ts
   * this.pageStyle('cursor') // GET /posts: links.next is /posts?page[after]=…
   * ```
   */
  static pageStyle(style: PageStyle): void {
    changed(this).pageStyle = style
  }

  /**
   * Sets the `Cache-Control` of answers to GET that show records of this resource alone (rule 26.7). Unless it is set it is
   * `private, no-cache`: a client keeps what it got, and asks each time whether that still holds.
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
