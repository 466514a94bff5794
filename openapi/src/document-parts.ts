import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Components } from './components.js'

/** The inputs that the parts of a document are built from. */
export interface DocumentParts {
  readonly contract: Contract
  /** The parts that several operations share. */
  readonly components: Components
  /** Whether to spell out in full what would otherwise be described in prose. */
  readonly isFull: boolean
}
