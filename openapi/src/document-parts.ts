import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Accepted } from './accepted.js'
import type { Components } from './components.js'
import type { IncludesOf } from './includes.js'
import type { Listed } from './parameter-list.js'

/** The inputs that the parts of a document are built from. */
export interface DocumentParts {
  readonly contract: Contract
  /** The parts that several operations share. */
  readonly components: Components
  readonly includes: IncludesOf
  /** The query parameters of an operation. */
  readonly listed: (accepted: Accepted) => Listed
}
