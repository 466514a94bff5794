import type { CompiledResource } from '../../resource/compile.js'
import type { Draft } from './draft.js'
import type { Identity } from './identity.js'
import type { IncludedEntry } from './included.js'
import type { WriteMethod } from '../../resource/payload.js'
import type { WriteRelationship } from './node.js'

/** Where an entry of a linkage stands. */
export interface LinkagePlace {
  /** The record whose relationship it stands in. */
  readonly parent: Draft
  readonly relationship: WriteRelationship
  /** Of the entry. */
  readonly pointer: string
}

/** One entry of a linkage that is being read: which record it names, and what for. */
export interface LinkageEntry extends LinkagePlace {
  readonly identity: Identity
  /** The method as it is given; undefined where none is. */
  readonly given: WriteMethod | undefined
  readonly resource: CompiledResource
  /** The value of the type column that leads to the record's type, where the sideload is polymorphic. */
  readonly group: string
  /** What `included` has of the record. */
  readonly included: IncludedEntry | undefined
  /** The record, where the request has named it before. */
  readonly known: Draft | undefined
}
