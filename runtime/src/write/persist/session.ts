import { type ErrorObject } from '../../error/error-object.js'
import { ValidationError, validationErrorObject, type ValidationIssue } from '../../error/validation-error.js'
import type { WriteAction } from '../../declare/config.js'
import type { Resource } from '../../resource/operations.js'
import type { Candidate } from '../check/check-attributes.js'
import type { JoinRow } from './join-rows.js'
import type { LinkKeys } from '../plan/link-keys.js'
import type { Step } from '../plan/step.js'
import { allNodes, type WriteNode, type WriteRelationship } from '../request/node.js'
import { linkedKeys } from '../request/keys-said.js'
import { issuePlace } from '../request/issue-place.js'
import type { WriteCondition } from './write-condition.js'
import type { WriteRoom } from './write-room.js'

/** An issue of one record of a write; where its place is not that of its attribute, the pointer of it. */
export interface NodeIssue {
  readonly node: WriteNode
  readonly issue: ValidationIssue
  readonly pointer?: string | undefined
}

/** A record that a write has touched, and how. */
export interface Touched {
  readonly node: WriteNode
  readonly action: WriteAction
  readonly record: object
}

/** One attempt at a write: everything that it finds out and does. A retry begins with another. */
export interface Session {
  /** The Resource of the primary record. */
  readonly instance: Resource
  readonly root: WriteNode
  readonly nodes: readonly WriteNode[]
  /** The keys of existing records that the request sets. */
  readonly linkedKeys: () => ReadonlySet<string>
  /** Whether records may be written together: not where the store has refused them so, or a refusal would be the caller's. */
  readonly inBatches: boolean
  /** Whether its steps are not done in the order of the plan: what is refused then may not be what is refused first. */
  isReordered: boolean
  /** Whether what decides about its sets is locked already, with that of other writes. */
  readonly isLocked: boolean
  /** How many records more the request may write. */
  readonly room: WriteRoom
  /** What the primary record has to be like. */
  readonly condition: WriteCondition | undefined
  readonly candidates: ReadonlyMap<WriteNode, Candidate>
  /** The values that are written, as validation has left them. */
  readonly values: Map<WriteNode, ReadonlyMap<string, unknown>>
  readonly issues: NodeIssue[]
  /** The records that were there before, as the store has them. */
  readonly existing: Map<WriteNode, object>
  /** Of a relationship whose set is replaced, or that has to tell what is linked already: its members, by id. */
  readonly members: Map<WriteRelationship, ReadonlyMap<string, object>>
  /** What links a record to those that it was reached from, as far as it is written. */
  readonly links: Map<WriteNode, LinkKeys>
  /** The steps of records whose `persistWithRelationships` is overridden. */
  readonly calls: Map<WriteNode, readonly Step[]>
  /** What such an override has handed on, and what the application says of the primary record. */
  readonly given: Map<WriteNode, Given>
  /** The records as they were written. */
  readonly saved: Map<WriteNode, object>
  /** By node, in the order of the writes: a record that is written twice was touched once, the first way. */
  readonly touched: Map<WriteNode, Touched>
  /** The records of join models that links have made. */
  readonly joined: JoinRow[]
  /** The records of join models that links are to be taken from. */
  readonly unjoined: JoinRow[]
}

/** What an application has said of a record: its columns, where it has said them, and the parent that it is told of. */
export interface Given {
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
  room,
  condition,
}: Pick<Session, 'instance' | 'root' | 'candidates' | 'inBatches' | 'room'> &
  Partial<Pick<Session, 'condition' | 'isLocked'>>): Session {
  const nodes = allNodes(root)
  // Most writes unlink nothing, and do not ask.
  let linked: ReadonlySet<string> | undefined
  return {
    instance,
    root,
    nodes,
    linkedKeys: () => (linked ??= linkedKeys(root)),
    inBatches,
    isReordered: false,
    isLocked,
    room,
    condition,
    candidates,
    values: new Map(),
    issues: [],
    existing: new Map(),
    members: new Map(),
    links: new Map(),
    calls: new Map(),
    given: new Map(),
    saved: new Map(),
    touched: new Map(),
    joined: [],
    unjoined: [],
  }
}

/** The error objects of every issue, in the order of the records (rule 11.6). */
export function errorObjects({ nodes, issues }: Pick<Session, 'nodes' | 'issues'>): readonly ErrorObject[] {
  return issues
    .toSorted((a, b) => nodes.indexOf(a.node) - nodes.indexOf(b.node))
    .map(({ node, issue, pointer }) => validationErrorObject(issue, issuePlace(node, issue, pointer)))
}

/** Every issue of a write as one error, each with its place in the request. */
export function sessionError({ issues }: Pick<Session, 'issues'>): ValidationError {
  const places = new Map(issues.map(({ node, issue, pointer }) => [issue, issuePlace(node, issue, pointer)]))
  const nowhere = { pointer: undefined, meta: (own: Readonly<Record<string, unknown>>) => own }
  return new ValidationError([...places.keys()], (issue) => places.get(issue) ?? nowhere)
}
