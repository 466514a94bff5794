import type { WriteMeta, WriteMethod } from '../../resource/payload.js'
import type { Step } from '../plan/step.js'
import type { WriteNode } from '../request/node.js'
import type { Session } from '../session/session.js'

/** A record whose write is under way, and the steps that are left of it. */
export interface PendingCall {
  readonly node: WriteNode
  readonly steps: readonly Step[]
}

/** The same, with its attempt. */
interface PendingWrite extends PendingCall {
  readonly session: Session
}

/**
 * The `meta` argument of an override of `persistWithRelationships`. The override passes it to super, which continues
 * the write of the record.
 */
export class PendingMeta implements WriteMeta {
  readonly type: string
  readonly tempId: string | undefined
  readonly method: WriteMethod
  readonly #write: PendingWrite

  constructor(session: Session, { node, steps }: PendingCall) {
    this.type = node.resource.type
    this.tempId = node.tempId
    this.method = node.method
    this.#write = { session, node, steps }
  }

  /**
   * The write that a call of `persistWithRelationships` belongs to; undefined if the application calls it by itself.
   */
  static writeOf(meta: WriteMeta): PendingWrite | undefined {
    return meta instanceof PendingMeta ? meta.#write : undefined
  }
}
