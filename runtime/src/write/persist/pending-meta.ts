import type { WriteMeta, WriteMethod } from '../../resource/payload.js'
import type { WriteNode } from '../request/node.js'
import type { Session } from './session.js'

/** A record of a write that is under way. */
interface PendingWrite {
  readonly session: Session
  readonly node: WriteNode
}

/** What an override of `persistWithRelationships` is told of its record. It hands it on, and the write goes on with the record. */
export class PendingMeta implements WriteMeta {
  readonly type: string
  readonly tempId: string | undefined
  readonly method: WriteMethod
  readonly #write: PendingWrite

  constructor(session: Session, node: WriteNode) {
    this.type = node.resource.type
    this.tempId = node.tempId
    this.method = node.method
    this.#write = { session, node }
  }

  /** The write that a call of `persistWithRelationships` is part of; undefined for a call of the application's own. */
  static writeOf(meta: WriteMeta): PendingWrite | undefined {
    return meta instanceof PendingMeta ? meta.#write : undefined
  }
}
