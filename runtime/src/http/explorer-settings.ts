/** What the page of the explorer is told beside the contract. */
export interface ExplorerSettings {
  /** Where the page is below the address of the API. */
  readonly path: string
  /** What links begin with, where that is not the address of the page. */
  readonly base?: string
  /** Whether the API refuses the spellings that JSON:API 1.1 does not allow (rule 2.4). */
  readonly strict: boolean
  /** Whether the page may ask for the queries of an answer. */
  readonly queries: boolean
  /** The parameters that the application reads itself. */
  readonly parameters: readonly string[]
}
