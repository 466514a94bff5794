import { Base, type ContextHost, type ResourceClass } from '@jsonapi-gen/runtime'
import { registry as blog } from '../../../examples/blog/src/api/generated/index.gen.js'
import { batchSteps } from '../../../runtime/src/write/plan/batch-steps.js'
import { planSteps } from '../../../runtime/src/write/plan/plan-steps.js'
import type { Link, Row, Step } from '../../../runtime/src/write/plan/step.js'
import type { WriteNode, WriteRelationship } from '../../../runtime/src/write/request/node.js'

class Host implements ContextHost {
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly actionName: string

  constructor(body: Body, actionName: string) {
    this.params = { id: body.data.id ?? '1' }
    this.body = body
    this.actionName = actionName
  }
}

const contextOf = (resource: ResourceClass) =>
  class extends Base(Host) {
    static {
      this.jsonapi(resource)
    }
  }

/** The plan for a request, as one line per step, in single steps and in batches. No store is queried. */
export function planned(body: Body, stored: Stored = {}, resources = blog) {
  const resource = resources.get(body.data.type)
  if (!resource) throw new Error(`There are no "${body.data.type}".`)
  const action = stored.id === undefined ? 'create' : 'update'
  const { graph, faults } = new (contextOf(resource))(body, action).deserializedParams
  if (!graph || faults.length > 0) throw new AggregateError(faults, 'The body is at fault.')
  const { nodes } = graph
  const existing = new Map(
    nodes.flatMap((node): [WriteNode, object][] =>
      node.id === undefined || node.method === 'create' ? [] : [[node, { id: Number(node.id) }]],
    ),
  )
  const members = new Map(
    nodes.flatMap((node) =>
      node.relationships.map(
        (relationship) =>
          [
            relationship,
            new Map(membersOf(stored, node, relationship).map((id) => [String(id), { id }])),
          ] as const,
      ),
    ),
  )
  const { steps } = planSteps({
    graph,
    of: (node) => ({ existing: existing.get(node) }),
    members,
    linkedByRecords: new Map(),
  })
  return { single: steps.map(textOf), batched: batchSteps(steps, graph).map(textOf) }
}

export interface Body {
  readonly data: { readonly type: string; readonly id?: string; readonly [member: string]: unknown }
  readonly included?: readonly object[]
}

/**
 * The assumed content of the store: the primary record, and the members of relationships, by `replies` or `comments 2
 * replies`.
 */
export interface Stored {
  readonly id?: string
  readonly members?: Readonly<Record<string, readonly number[]>>
}

const membersOf = (
  { members = {} }: Stored,
  node: WriteNode,
  { declared }: WriteRelationship,
): readonly number[] => members[`${nameOf(node)} ${declared.name}`] ?? members[declared.name] ?? []

const nameOf = ({ resource, id, tempId }: WriteNode): string =>
  `${resource.type} ${tempId ?? id ?? ''}`.trim()

function textOf(step: Step): string {
  switch (step.kind) {
    case 'keep':
      return `keep ${step.nodes.map(nameOf).join(', ')}`
    case 'insert':
      return `insert ${step.rows.map(rowText).join(', ')}`
    case 'update':
      return `${step.kind} ${step.rows.map(rowText).join(', ')}`
    case 'delete':
      return `delete ${step.rows.map(({ node }) => nameOf(node)).join(', ')}`
    case 'link':
    case 'unlink': {
      const pairs = step.pairs.map(({ parent, child }) => `${nameOf(parent)} - ${nameOf(child)}`)
      return `${step.kind} ${pairs.join(', ')}${step.isInMemory ? ' in memory' : ''}`
    }
    case 'call':
      return `call ${nameOf(step.node)}${step.parents.map(linkText).join('')} (${step.steps.map(textOf).join('; ')})`
  }
}

const rowText = ({ node, parents, relatives, isWritten }: Row): string =>
  `${nameOf(node)}${isWritten ? ' again' : ''}${[...parents, ...relatives].map(linkText).join('')}`

const linkText = ({ values, refs }: Link): string =>
  ` {${[
    ...Object.entries(values).map(([column, value]) => `${column}: ${String(value)}`),
    ...Object.entries(refs).map(([column, ref]) => `${column}: ${nameOf(ref.node)}.${ref.column}`),
  ].join(', ')}}`
