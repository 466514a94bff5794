import { oncePer } from '../base/made-once.js'
import type { QueryLogEntry } from '../shape/query-log.js'
import type { WriteCondition } from '../write/session/write-condition.js'
import type { WriteResult } from '../write/persist/write-document.js'
import type { Scope } from '../reader/scope.js'
import type { VersionTags } from './entity-tag.js'
import type { Context, ContextHost } from './context.js'

/** The entity tags in the headers of a request that reads one record. */
export interface ReadCondition {
  /**
   * The current tag of the record, if the version alone decides it: looks up only key and version, and does not read
   * the record.
   */
  readonly settledBy: (scope: Scope, id: string, tags: VersionTags) => Promise<string | undefined>
}

/** The state of a context, which handles one request. */
export interface ContextState {
  /** The HTTP method; undefined if only the context's own request knows it. */
  method?: string
  /** The entity tags in the headers of a request that reads one record. */
  reads?: ReadCondition
  /** The entity tag that the record must have for the write. */
  writes?: WriteCondition
  /** Runs the action at the address of the request that is not one of the five. */
  ownAction?: (context: Context) => Promise<Response>
  /** The context's writes, by the instance that the context received (rule 11.9). */
  readonly written: Map<object, WriteResult>
  /** Every query of the context. */
  readonly log: QueryLogEntry[]
}

/** The state of a context. */
export const stateOf: (context: object) => ContextState = oncePer(() => ({ written: new Map(), log: [] }))

/** The query log of a context, if its API permits one. */
export const logOf = (context: ContextHost): QueryLogEntry[] | undefined =>
  context.settings?.queryLog === true ? stateOf(context).log : undefined
