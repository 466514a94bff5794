import { type ErrorObject } from '../../error/error-object.js'
import { ValidationError, validationErrorObject, type ValidationIssue } from '../../error/validation-error.js'
import type { WriteAction } from '../../declare/config.js'
import type { Resource } from '../../resource/operations.js'
import { madeOnce } from '../../base/made-once.js'
import { type Changes, currentChanges, type Moment } from './changes.js'
import type { Candidate } from '../check/check-attributes.js'
import type { JoinRow } from './join-rows.js'
import type { LinkKeys } from '../plan/step.js'
import type { Graph } from '../request/graph.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import { issuePlace } from '../request/issue-place.js'
import type { WriteCondition } from './write-condition.js'
import type { WriteBudget } from './write-budget.js'

/** An issue of one record of a write, with a pointer if its place is not that of its attribute. */
export interface NodeIssue {
  readonly node: WriteNode
  readonly issue: ValidationIssue
  readonly pointer?: string | undefined
}

/** A record that a write has touched, and the first action on it. */
export interface Touched {
  readonly node: WriteNode
  readonly action: WriteAction
  record: object
  /** The record as the store returned it; undefined if application code did. */
  returned: KnownRecord | undefined
}

/** A record as the store had it at a moment. */
export interface KnownRecord {
  readonly record: object
  readonly at: Moment
}

/** The state of one record in an attempt at a write. */
export interface RecordState {
  /** The checked attributes; undefined if the request does not describe the record. */
  readonly candidate: Candidate | undefined
  /** The values to write, after validation. */
  values?: ReadonlyMap<string, unknown>
  /** The existing record, as the store has it. */
  existing?: object
  /** The linked record, as the store had it when the write found it. */
  found?: KnownRecord
  /** The columns that link the record to its parents, as far as these are written. */
  links?: LinkKeys
  /**
   * The values that an override of `persistWithRelationships` has passed on, or that the application gives for the
   * primary record.
   */
  given?: GivenRecord
  /** The written record. */
  saved?: object
  touched?: Touched
}

/** The columns and the parent of a record, if an application gives them. */
export interface GivenRecord {
  readonly columns: LinkKeys | undefined
  readonly parent: object | undefined
}

/** A write that is read and checked. */
export interface Write {
  /** The Resource of the primary record. */
  readonly instance: Resource
  readonly graph: Graph
  readonly candidates: ReadonlyMap<WriteNode, Candidate>
  /** The base that must contain an existing primary record. */
  readonly base: () => unknown
  /** The parent of the primary record, if an application gives one. */
  readonly parent?: object | undefined
  /** The context whose request asks for this write; it learns of the commit. */
  readonly context?: object | undefined
  /** The condition on the primary record. */
  readonly condition?: WriteCondition | undefined
}

/** How an attempt at a write runs. */
interface AttemptOptions {
  /**
   * Whether records may be written together: false after the store has refused them together, or if a refusal would end
   * the caller's transaction.
   */
  readonly inBatches: boolean
  /** How many more records the request may write. */
  readonly writeBudget: WriteBudget
  /** Whether the locks of its sets are already held, together with those of other writes. */
  readonly isLocked: boolean
}

/** A write, and the state of one attempt at it. A retry begins a new one. */
export interface Session extends Write, AttemptOptions {
  /**
   * Whether steps run in an order that differs from the plan: then the first refusal may not be that of the first
   * refused record.
   */
  isReordered: boolean
  /** Whether the primary record was not looked up: a write that fails is then repeated with all lookups. */
  isUnread: boolean
  readonly issues: NodeIssue[]
  /** The members, by id, of each relationship that replaces its set or must not link a member again. */
  readonly members: Map<WriteRelationship, ReadonlyMap<string, object>>
  /** The records that a many-to-many of the request names, and that a record of its join model links in the same request. */
  readonly linkedByRecords: Map<WriteRelationship, ReadonlySet<WriteNode>>
  /** In the order of the writes: a record that is written twice is listed once. */
  readonly touched: Touched[]
  /** The actions of the request that may have changed records. */
  readonly changes: Changes
  readonly startedAt: Moment
  /** The rows of join models that links have created. */
  readonly joined: JoinRow[]
  /** The rows of join models that links are about to destroy. */
  readonly unjoined: JoinRow[]
  /** The attempt's state of a record. */
  of(node: WriteNode): RecordState
}

/** Begins an attempt at a write. */
export function newSession(write: Write, options: AttemptOptions): Session {
  const { candidates } = write
  const states = new Map<WriteNode, RecordState>()
  const changes = currentChanges()
  return {
    ...write,
    ...options,
    isReordered: false,
    isUnread: false,
    issues: [],
    members: new Map(),
    linkedByRecords: new Map(),
    touched: [],
    changes,
    startedAt: changes.now(),
    joined: [],
    unjoined: [],
    of: (node) => madeOnce(states, node, () => ({ candidate: candidates.get(node) })),
  }
}

/** The error objects of all issues, in the order of the records (rule 11.6). */
export function errorObjects({ graph, issues }: Pick<Session, 'graph' | 'issues'>): readonly ErrorObject[] {
  return issues
    .toSorted((a, b) => graph.nodes.indexOf(a.node) - graph.nodes.indexOf(b.node))
    .map(({ node, issue, pointer }) => validationErrorObject(issue, issuePlace(node, issue, pointer)))
}

/** All issues of a write as one error, each with its place in the request. */
export function sessionError({ issues }: Pick<Session, 'issues'>): ValidationError {
  const places = new Map(issues.map(({ node, issue, pointer }) => [issue, issuePlace(node, issue, pointer)]))
  const nowhere = { pointer: undefined, meta: (own: Readonly<Record<string, unknown>>) => own }
  return new ValidationError([...places.keys()], (issue) => places.get(issue) ?? nowhere)
}
