import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Components } from './components.js'

/** What the parts of a document are made with. */
export interface DocumentParts {
  readonly contract: Contract
  /** What stands once. */
  readonly components: Components
  /** Whether to spell out in full what would otherwise be described in prose. */
  readonly isFull: boolean
}
