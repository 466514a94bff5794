import type { Limits } from '../query/limits.js'
import type { QueryOptions } from '../query/query.js'
import { type Links, NO_LINKS } from '../render/links.js'

/**
 * The settings that all requests of an API share. A controller reads them.
 *
 * ```ts
 * override async index(): Promise<Response> {
 *   if (this.settings.strict) console.log('JSON:API 1.1 to the letter');
 *   return this.renderJsonapi(this.recordScope());
 * }
 * ```
 */
export interface Settings {
  /** Refuses three spellings of this specification that JSON:API 1.1 does not allow (rule 2.4). */
  readonly strict: boolean
  readonly limits: Partial<Limits>
  /** Parameters that the application reads itself. */
  readonly parameters: readonly string[]
  readonly links: Links
  /** The path in front of every route, by which a cursor identifies its API (rule 24.3). */
  readonly prefix?: string
  /** The address of the API description, if the API serves one (rule 25.3). */
  readonly describedBy?: string | undefined
  /**
   * The controller classes, by JSON:API type: the whitelist of includes at a relationship's address is that of the
   * target's controller.
   */
  readonly controllers?: Readonly<Record<string, object>>
  /** The profile of cursors as the request spells it, if the request applies it (rule 24.2). */
  readonly cursorProfile?: string | undefined
  /** Whether all pages have numbers, because the API leaves out cursors. */
  readonly numbersOnly?: boolean
  /** Whether responses contain the query log in `meta.queries`. */
  readonly queryLog?: boolean
}

/** The settings of a context outside an API. */
export const DEFAULT_SETTINGS: Settings = Object.freeze({
  strict: false,
  limits: {},
  parameters: [],
  links: NO_LINKS,
})

/** The options for reading the queries of a context's requests. */
export const queryOptions = ({
  strict,
  limits,
  parameters,
  cursorProfile,
  numbersOnly,
  prefix,
}: Settings): QueryOptions => ({
  strict,
  limits,
  parameters,
  cursors: cursorProfile !== undefined,
  numbersOnly,
  prefix,
})
