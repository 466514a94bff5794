import { hasPolicies } from '../../reader/policies.js'
import { watchersOf } from '../plan/watchers.js'
import type { Graph } from '../request/graph.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'
import { actionOf } from '../request/written-actions.js'

/**
 * Whether a write sends a single step that writes a single record, and neither checks nor application code come between
 * that step and the commit. Such a write needs no transaction (rule 11.5).
 */
export function isOneStep({ graph: { root, nodes }, condition }: OneStep): boolean {
  const { resource } = root
  const { overrides } = watchersOf(resource)
  if (!resource.facts().standsAlone || condition !== undefined || resource.version !== undefined) return false
  if (OPERATIONS.some((operation) => overrides[operation])) return false
  if (hasPolicies(resource)) return false
  if (resource.config.hooks.some(({ moment }) => moment === 'beforeCommit')) return false
  return (
    nodes.every((node) => node === root || isOnlyLinked(node, root)) &&
    root.relationships.every((relationship) => isWrittenWith(root, relationship))
  )
}

const isOnlyLinked = (node: WriteNode, root: WriteNode): boolean =>
  actionOf(node, root) === undefined && !watchersOf(node.resource).overrides.persistWithRelationships

/** Whether the statement of a record also writes a relationship. A new record that links itself takes a second one. */
const isWrittenWith = (node: WriteNode, { declared, references }: WriteRelationship): boolean =>
  declared.holder === 'owner' &&
  !(node.method === 'create' && references.some((reference) => reference.node === node))

/** A write, as far as this depends on it. */
interface OneStep {
  readonly graph: Graph
  readonly condition?: object | undefined
}

/** The operations whose overrides may write, or refuse what is written. */
const OPERATIONS = [
  'create',
  'update',
  'destroy',
  'associate',
  'disassociate',
  'persistWithRelationships',
  'validate',
  'validateGraph',
  'transaction',
] as const
