import type { ExplorerLogin } from './login.js'

/** The facts about the API that the page needs in addition to the contract. */
export interface ExplorerSettings {
  /** The path of the page, after the API's prefix. */
  readonly path: string
  /** The beginning of links, if it is not the origin of the page. */
  readonly base?: string
  /** Whether the API rejects the spellings that JSON:API 1.1 does not allow (rule 2.4). */
  readonly strict: boolean
  /** Whether the page may ask for the queries of a response. */
  readonly queries: boolean
  /** Whether the API has the Atomic Operations extension. */
  readonly operations: boolean
  /** Whether writes accept the `Idempotency-Key` header. */
  readonly idempotency: boolean
  readonly login?: ExplorerLogin
  /** The parameters that the application itself reads. */
  readonly parameters: readonly string[]
}
