import type { Limits } from '../query/limits.js'
import type { QueryOptions } from '../query/query.js'
import { type Links, NO_LINKS } from '../render/links.js'

/**
 * What an API sets for all of its requests. A controller reads it.
 *
 * ```ts
 * async index(): Promise<Response> {
 *   if (this.settings.strict) console.log('JSON:API 1.1 to the letter')
 *   return this.renderJsonapi(this.recordScope())
 * }
 * ```
 */
export interface Settings {
  /** Refuses the three places where the specification departs from JSON:API 1.1 (rule 2.4). */
  readonly strict: boolean
  readonly limits: Partial<Limits>
  /** Parameters that the application reads itself. */
  readonly parameters: readonly string[]
  readonly links: Links
  /** The path in front of every route: what a cursor knows its API by (rule 24.3). */
  readonly prefix?: string
  /** The address of the description of the API, where it serves one (rule 25.3). */
  readonly describedBy?: string | undefined
  /** The controller classes, by JSON:API type: what the address of a relationship includes is up to its target's own. */
  readonly controllers?: Readonly<Record<string, object>>
  /** The profile of cursors as the request names it, where it asks for it (rule 24.2). */
  readonly cursorProfile?: string | undefined
  /** Whether the answer gets the log of what ran, in `meta.queries`. */
  readonly queryLog?: boolean
}

/** The settings of a context that no API has made. */
export const DEFAULT_SETTINGS: Settings = Object.freeze({
  strict: false,
  limits: {},
  parameters: [],
  links: NO_LINKS,
})

/** How the queries of a context's requests are read. */
export const queryOptions = ({
  strict,
  limits,
  parameters,
  cursorProfile,
  prefix,
}: Settings): QueryOptions => ({
  strict,
  limits,
  parameters,
  cursors: cursorProfile !== undefined,
  prefix,
})
