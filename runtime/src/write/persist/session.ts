import { type ErrorObject } from '../../error/error-object.js'
import { ValidationError, validationErrorObject, type ValidationIssue } from '../../error/validation-error.js'
import type { WriteAction } from '../../declare/config.js'
import type { Resource } from '../../resource/operations.js'
import { type Changes, currentChanges, type Moment } from './changes.js'
import type { Candidate } from '../check/check-attributes.js'
import type { JoinRow } from './join-rows.js'
import type { LinkKeys } from '../plan/step.js'
import type { Step } from '../plan/step.js'
import { allNodes, type WriteNode, type WriteRelationship } from '../request/node.js'
import { linkedKeys } from '../request/mentions.js'
import { issuePlace } from '../request/issue-place.js'
import type { WriteCondition } from './write-condition.js'
import type { WriteBudget } from './write-budget.js'

/** An issue of one record of a write, with a pointer if its place is not that of its attribute. */
export interface NodeIssue {
  readonly node: WriteNode
  readonly issue: ValidationIssue
  readonly pointer?: string | undefined
}

/** A record that a write has touched, and the action. */
export interface Touched {
  readonly node: WriteNode
  readonly action: WriteAction
  readonly record: object
  /** The record as the store returned it; undefined if application code did. */
  readonly returned: KnownRecord | undefined
}

/** A record as the store had it at a moment. */
export interface KnownRecord {
  readonly record: object
  readonly at: Moment
}

/** The state of one attempt at a write. A retry begins a new one. */
export interface Session {
  /** The Resource of the primary record. */
  readonly instance: Resource
  readonly root: WriteNode
  readonly nodes: readonly WriteNode[]
  /** The keys of existing records that the request sets. */
  readonly linkedKeys: () => ReadonlySet<string>
  /**
   * Whether records may be written together: false after the store has refused them together, or if a refusal would end
   * the caller's transaction.
   */
  readonly inBatches: boolean
  /**
   * Whether steps run in another order than planned: the first refusal may then not be that of the first refused
   * record.
   */
  isReordered: boolean
  /** Whether the locks of its sets are already held, together with those of other writes. */
  readonly isLocked: boolean
  /** How many more records the request may write. */
  readonly writeBudget: WriteBudget
  /** The condition on the primary record. */
  readonly condition: WriteCondition | undefined
  readonly candidates: ReadonlyMap<WriteNode, Candidate>
  /** The values to write, after validation. */
  readonly values: Map<WriteNode, ReadonlyMap<string, unknown>>
  readonly issues: NodeIssue[]
  /** The existing records, as the store has them. */
  readonly existing: Map<WriteNode, object>
  /** The members, by id, of each relationship that replaces its set or must not link a member again. */
  readonly members: Map<WriteRelationship, ReadonlyMap<string, object>>
  /** The records that a many-to-many of the request names, and that a record of its join model links in the same request. */
  readonly linkedByRecords: Map<WriteRelationship, ReadonlySet<WriteNode>>
  /** The columns that link a record to its parents, as far as these are written. */
  readonly links: Map<WriteNode, LinkKeys>
  /** The steps of records whose `persistWithRelationships` is overridden. */
  readonly calls: Map<WriteNode, readonly Step[]>
  /** The values that such an override has passed on, or that the application gives for the primary record. */
  readonly given: Map<WriteNode, GivenRecord>
  /** The written records. */
  readonly saved: Map<WriteNode, object>
  /** In the order of the writes: a record that is written twice is listed once, with its first action. */
  readonly touched: Map<WriteNode, Touched>
  /** Linked records, as the store had them when the write found them. */
  readonly found: Map<WriteNode, KnownRecord>
  /** What the request has done that may have changed records. */
  readonly changes: Changes
  readonly startedAt: Moment
  /** The rows of join models that links have created. */
  readonly joined: JoinRow[]
  /** The rows of join models that links are about to destroy. */
  readonly unjoined: JoinRow[]
}

/** The columns and the parent of a record, if an application gives them. */
export interface GivenRecord {
  readonly columns: LinkKeys | undefined
  readonly parent: object | undefined
}

/** Begins an attempt. */
export function newSession({
  instance,
  root,
  candidates,
  inBatches,
  isLocked = false,
  writeBudget,
  condition,
}: Pick<Session, 'instance' | 'root' | 'candidates' | 'inBatches' | 'writeBudget'> &
  Partial<Pick<Session, 'condition' | 'isLocked'>>): Session {
  const nodes = allNodes(root)
  const changes = currentChanges()
  // Most writes unlink nothing and never need the set.
  let linked: ReadonlySet<string> | undefined
  return {
    instance,
    root,
    nodes,
    linkedKeys: () => (linked ??= linkedKeys(root)),
    inBatches,
    isReordered: false,
    isLocked,
    writeBudget,
    condition,
    candidates,
    values: new Map(),
    issues: [],
    existing: new Map(),
    members: new Map(),
    linkedByRecords: new Map(),
    links: new Map(),
    calls: new Map(),
    given: new Map(),
    saved: new Map(),
    touched: new Map(),
    found: new Map(),
    changes,
    startedAt: changes.now(),
    joined: [],
    unjoined: [],
  }
}

/** The error objects of all issues, in the order of the records (rule 11.6). */
export function errorObjects({ nodes, issues }: Pick<Session, 'nodes' | 'issues'>): readonly ErrorObject[] {
  return issues
    .toSorted((a, b) => nodes.indexOf(a.node) - nodes.indexOf(b.node))
    .map(({ node, issue, pointer }) => validationErrorObject(issue, issuePlace(node, issue, pointer)))
}

/** All issues of a write as one error, each with its place in the request. */
export function sessionError({ issues }: Pick<Session, 'issues'>): ValidationError {
  const places = new Map(issues.map(({ node, issue, pointer }) => [issue, issuePlace(node, issue, pointer)]))
  const nowhere = { pointer: undefined, meta: (own: Readonly<Record<string, unknown>>) => own }
  return new ValidationError([...places.keys()], (issue) => places.get(issue) ?? nowhere)
}
