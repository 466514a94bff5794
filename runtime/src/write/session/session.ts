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

/** The parts of an attempt at a write. */
export interface SessionOptions {
  readonly instance: Resource
  readonly graph: Graph
  readonly candidates: ReadonlyMap<WriteNode, Candidate>
  readonly inBatches: boolean
  readonly writeBudget: WriteBudget
  readonly condition?: WriteCondition | undefined
  readonly isLocked?: boolean
}

/** The state of one attempt at a write. A retry begins a new one. */
export class Session {
  /** The Resource of the primary record. */
  readonly instance: Resource
  readonly graph: Graph
  /**
   * Whether records may be written together: false after the store has refused them together, or if a refusal would end
   * the caller's transaction.
   */
  readonly inBatches: boolean
  /**
   * Whether steps run in an order that differs from the plan: then the first refusal may not be that of the first
   * refused record.
   */
  isReordered: boolean = false
  /** Whether the primary record was not looked up: a write that fails is then repeated with all lookups. */
  isUnread: boolean = false
  /** Whether the locks of its sets are already held, together with those of other writes. */
  readonly isLocked: boolean
  /** How many more records the request may write. */
  readonly writeBudget: WriteBudget
  /** The condition on the primary record. */
  readonly condition: WriteCondition | undefined
  readonly issues: NodeIssue[] = []
  /** The members, by id, of each relationship that replaces its set or must not link a member again. */
  readonly members: Map<WriteRelationship, ReadonlyMap<string, object>> = new Map()
  /** The records that a many-to-many of the request names, and that a record of its join model links in the same request. */
  readonly linkedByRecords: Map<WriteRelationship, ReadonlySet<WriteNode>> = new Map()
  /** In the order of the writes: a record that is written twice is listed once. */
  readonly touched: Touched[] = []
  /** The actions of the request that may have changed records. */
  readonly changes: Changes = currentChanges()
  readonly startedAt: Moment = this.changes.now()
  /** The rows of join models that links have created. */
  readonly joined: JoinRow[] = []
  /** The rows of join models that links are about to destroy. */
  readonly unjoined: JoinRow[] = []
  readonly #candidates: ReadonlyMap<WriteNode, Candidate>
  readonly #states = new Map<WriteNode, RecordState>()

  constructor({
    instance,
    graph,
    candidates,
    inBatches,
    writeBudget,
    condition,
    isLocked = false,
  }: SessionOptions) {
    this.instance = instance
    this.graph = graph
    this.inBatches = inBatches
    this.isLocked = isLocked
    this.writeBudget = writeBudget
    this.condition = condition
    this.#candidates = candidates
  }

  /** The attempt's state of a record. */
  of(node: WriteNode): RecordState {
    return madeOnce(this.#states, node, () => ({ candidate: this.#candidates.get(node) }))
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
