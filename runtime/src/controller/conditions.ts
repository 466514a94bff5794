import type { Scope } from '../read/scope.js'
import type { WriteCondition } from '../write/persist/write-condition.js'
import type { VersionTags } from './entity-tag.js'
import type { Context } from './host.js'

/** What a request that reads one record says of its entity tag. */
export interface ReadCondition {
  /**
   * The tag of the record of a scope, if that alone decides the answer: it is looked up by its key and its version, and the
   * record is not read.
   */
  readonly settledBy: (scope: Scope, id: string, tags: VersionTags) => Promise<string | undefined>
}

/** Finds the tag that a GET would have now, at the address of a request that writes; undefined where it would fail. */
export type ShownTag = () => Promise<string | undefined>

/** The conditions of a request, which its headers state. */
export interface RequestConditions {
  /** Lets the controller of the request know of them, before its action runs. */
  readonly tell: (controller: Context, shown: ShownTag) => void
  /** The answer as the conditions leave it. Throws PreconditionFailed. */
  readonly answered: (response: Response) => Response
}

const reads = new WeakMap<object, ReadCondition>()
const writes = new WeakMap<object, WriteCondition>()

/** Notes what the request of a context says of the entity tag of the record that it reads. */
export const noteReadCondition = (context: object, condition: ReadCondition): void => {
  reads.set(context, condition)
}

/** What the request of a context says of the entity tag of the record that it reads; undefined where it says nothing. */
export const readConditionOf = (context: object): ReadCondition | undefined => reads.get(context)

/** Notes which entity tag the record has to have that the request of a context writes. */
export const noteWriteCondition = (context: object, condition: WriteCondition): void => {
  writes.set(context, condition)
}

/** The condition of the write that the request of a context asks for; undefined where it has none. */
export const writeConditionOf = (context: object): WriteCondition | undefined => writes.get(context)
