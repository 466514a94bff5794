import type { Limits } from '../query/limits.js'
import { type Links, NO_LINKS } from '../render/links.js'

/** What an API sets for all of its requests. */
export interface Settings {
  /** Refuses the three places where the specification departs from JSON:API 1.1 (rule 2.4). */
  readonly strict: boolean
  readonly limits: Partial<Limits>
  /** Parameters that the application reads itself. */
  readonly parameters: readonly string[]
  readonly links: Links
  /** The controller classes, by JSON:API type: what the address of a relationship includes is up to its target's own. */
  readonly controllers?: Readonly<Record<string, object>>
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
