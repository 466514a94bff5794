import { type ErrorObject } from '../../error/error-object.js'
import { ValidationError, validationErrorObject, type ValidationIssue } from '../../error/validation-error.js'
import type { WriteAction } from '../../declare/config.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Resource } from '../../resource/operations.js'
import type { Candidate } from '../check/check-attributes.js'
import type { JoinRow } from './join-rows.js'
import type { LinkKeys } from './link-keys.js'
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

/**
 * Persists a record and everything below it.
 *
 * @returns the record; undefined where it, or a relative that it needs, is invalid
 */
export type PersistNode = (
  session: Session,
  node: WriteNode,
  attributes: LinkKeys,
  parent: object | undefined,
) => Awaitable<object | undefined>

/** One attempt at a write: everything that it finds out and does. A retry begins with another. */
export interface Session {
  /** What persists each record: a record leads to others, and these to more. */
  readonly persist: PersistNode
  /** The Resource of the primary record. */
  readonly instance: Resource
  readonly root: WriteNode
  readonly nodes: readonly WriteNode[]
  /** The keys of existing records that the request sets. */
  readonly linkedKeys: () => ReadonlySet<string>
  /** Whether links may be made together: not where the store has refused them so, or a refusal would be the caller's. */
  readonly atOnce: boolean
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
  /** The keys by which records will be linked to one that is saved: whoever saves them first writes these too. */
  readonly pendingKeys: Map<WriteNode, LinkKeys>
  /** The records that more than one entry names. */
  readonly shared: ReadonlySet<WriteNode>
  /** The records that were created together with others, and are still to be linked. */
  readonly made: Map<WriteNode, object>
  /** The records as they were written. */
  readonly saved: Map<WriteNode, object>
  /** By node, in the order of the writes: a record that is written twice was touched once, the first way. */
  readonly touched: Map<WriteNode, Touched>
  /** The records whose keys were set together, where nothing needs to see each of them. */
  readonly relinked: Relinked[]
  /** The records of join models that links have made. */
  readonly joined: JoinRow[]
  /** The records of join models that links are to be taken from. */
  readonly unjoined: JoinRow[]
  /** The primary record with all that was written, as the store had it behind the last statement; undefined where it has to be read. */
  answer: object | undefined
}

/** A record whose own key was set, or cleared. */
export interface Relinked {
  readonly resource: CompiledResource
  readonly record: object
  readonly pointer: string | undefined
}

/** Begins an attempt. */
export function newSession({
  persist,
  instance,
  root,
  candidates,
  atOnce,
  isLocked = false,
  room,
  condition,
}: Pick<Session, 'persist' | 'instance' | 'root' | 'candidates' | 'atOnce' | 'room'> &
  Partial<Pick<Session, 'condition' | 'isLocked'>>): Session {
  const nodes = allNodes(root)
  // Most writes unlink nothing, and do not ask.
  let linked: ReadonlySet<string> | undefined
  return {
    persist,
    instance,
    root,
    nodes,
    shared: namedAgain(nodes),
    made: new Map(),
    linkedKeys: () => (linked ??= linkedKeys(root)),
    atOnce,
    isLocked,
    room,
    condition,
    candidates,
    values: new Map(),
    issues: [],
    existing: new Map(),
    members: new Map(),
    pendingKeys: new Map(),
    saved: new Map(),
    touched: new Map(),
    relinked: [],
    joined: [],
    unjoined: [],
    answer: undefined,
  }
}

function namedAgain(nodes: readonly WriteNode[]): ReadonlySet<WriteNode> {
  const named = new Set<WriteNode>()
  const again = new Set<WriteNode>()
  for (const { relationships } of nodes) {
    for (const { references } of relationships) {
      for (const { node, isInverse } of references) {
        if (isInverse) continue
        if (named.has(node)) again.add(node)
        named.add(node)
      }
    }
  }
  return again
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
