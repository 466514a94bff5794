import type { Condition } from '../adapter/condition.js'
import type { Order } from '../adapter/window.js'
import type { Loader } from '../base/loader.js'
import type { AttributeConfig } from '../declare/config.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { QueryEntry } from '../query/entry.js'
import type { CompiledResource } from '../resource/compile.js'

/** Plans pages by cursors. The code is loaded by the first query that needs it. */
export interface Paging {
  /** The page that a query asks for (rule 24.1). Faults are collected; a sort without cursors has no page. */
  pageOf(planning: PagePlanning, faults: JsonapiError[]): CursorPlan | undefined
  /** Writes the cursor behind a record of an included page; undefined if its sort has no cursors. */
  behind(planning: PagePlanning): CursorBehind | undefined
}

/** The parts of a query that decide a page by cursors. */
export interface PagePlanning {
  readonly resource: CompiledResource
  readonly entry: QueryEntry
  readonly order: readonly Order[]
  readonly view: CursorView
  /** The relationship whose records are read, with its record; undefined for all records of the resource. */
  readonly within: string | undefined
  /** The path before every route of the API; empty in process. */
  readonly prefix: string
}

/** The request's view of the resource: anyone who decodes a cursor sees the values of the keys in it. */
export interface CursorView {
  attribute(name: string): AttributeConfig | undefined
}

/** A page between places in the order of its records: it has no number. */
export interface CursorPlan {
  /**
   * Reads the page after a cursor, before one, or between two (rule 24.5).
   *
   * Throws UnsupportedSort if a cursor cannot hold a value, InvalidPage if a cursor has a value that the enum no longer
   * has.
   */
  read(source: PageSource): Promise<ReadCursorPage>
}

/** The records that a page is a part of. */
export interface PageSource {
  /** The size of the page. */
  readonly size: number
  /** Whether there are no records, without a query. */
  readonly isNothing: boolean
  /** Reads the first records of a range. */
  readonly firstOf: (range: CursorRange, count: number) => Promise<readonly object[]>
}

/** A part of a sort that one query reads: all of its records come after those of the ranges before it. */
export interface CursorRange {
  readonly conditions: readonly Condition[]
  readonly orders: readonly Order[]
}

/** The records of a page in their order, with their cursors. */
export interface ReadCursorPage {
  readonly records: readonly object[]
  readonly page: CursorPage
}

/** A page that was read by cursors. */
export interface CursorPage {
  /** The cursor of each record, in the order of the records. */
  readonly cursors: readonly string[]
  /** The cursor for the page before; null if there are no more records. */
  readonly prev: string | null
  /** The cursor for the page after; null if there are no more records. */
  readonly next: string | null
  /**
   * The cursor at the end of the collection: a page after it begins at the first record, a page before it ends at the
   * last one.
   */
  readonly edge: string
  /** Whether a range has more records than the page. */
  readonly rangeTruncated: boolean
}

/**
 * The cursor of a record of a relationship; undefined if the record has none, so that the next page is specified by
 * number.
 */
export type CursorBehind = (record: object, within: string) => string | undefined

let provided: Loader<Paging> | undefined

/** Says where the code for cursors is. The module of the class `Resource` does so: plans only know what it does. */
export function providePaging(paging: Loader<Paging>): void {
  provided = paging
}

/** Loads the code for cursors. */
export function loadPaging(): Promise<Paging> {
  if (!provided) throw new Error('A resource exists without the module of the class Resource.')
  return provided.load()
}
