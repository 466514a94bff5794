import { joinsOf, restrictingIn } from '../../resource/relations.js'
import type { Graph } from '../request/graph.js'
import type { WriteNode } from '../request/node.js'
import { type Link, type Row, type Step } from './step.js'
import { watchersOf } from './watchers.js'

/**
 * Combines steps that the store can run in few statements (rule 11.14). A step joins the first batch of its kind if the
 * records that it needs are written by then, and if it may run before all steps between. Links come last. A step whose
 * record is watched keeps its place, and no step moves past it.
 */
export function batchSteps(steps: readonly Step[], graph: Graph): readonly Step[] {
  const kept: WriteNode[] = []
  const batches: Batch[] = []
  const links: Batch[] = []
  /** The batch that writes each node's record. */
  const places = new Map<WriteNode, number>()
  for (const step of steps) {
    if (step.kind === 'keep') {
      kept.push(...step.nodes)
      continue
    }
    const key = batchKey(step, graph)
    if (step.kind === 'link' && key) {
      addTo(links, step, key)
      continue
    }
    if (!key) batches.push(...links.splice(0))
    const first = key && firstPlace(step, key, batches, places)
    const at = first ?? batches.push({ key, steps: [], nodes: new Set() }) - 1
    const { steps: together = [], nodes } = batches[at] ?? {}
    together.push(step.kind === 'call' ? { ...step, steps: batchSteps(step.steps, graph) } : step)
    for (const node of writtenNodes(step)) {
      nodes?.add(node)
      places.set(node, at)
    }
  }
  const done = [...batches, ...links].map((batch) => joined(batch.steps))
  return kept.length > 0 ? [{ kind: 'keep', nodes: kept }, ...done] : done
}

/** Whether the store sees the steps in the planned order. */
export function keepsOrder(planned: readonly Step[], batches: readonly Step[]): boolean {
  const parts = batches.flatMap(partsOf)
  return planned.flatMap(partsOf).every((part, at) => part === parts[at])
}

/** The writes of a step, in order. */
function partsOf(step: Step): readonly object[] {
  switch (step.kind) {
    case 'keep':
      return []
    case 'insert':
    case 'update':
    case 'delete':
      return step.rows
    case 'link':
    case 'unlink':
      return step.isInMemory ? [] : step.pairs
    case 'call':
      return [step.node, ...step.steps.flatMap(partsOf)]
  }
}

function addTo(batches: Batch[], step: Step, key: readonly unknown[]): void {
  const batch = batches.find((each) => each.key && sameKey(each.key, key))
  if (batch) batch.steps.push(step)
  else batches.push({ key, steps: [step], nodes: new Set() })
}

/** Steps with one batch key, in order. */
interface Batch {
  readonly key: readonly unknown[] | undefined
  readonly steps: Step[]
  /** The nodes that the batch writes. */
  readonly nodes: Set<WriteNode>
}

/** Steps with equal batch keys can run together; undefined if the record of the step has a watcher. */
function batchKey(step: Step, { root, nodes }: Graph): readonly unknown[] | undefined {
  switch (step.kind) {
    case 'keep':
    case 'call':
      return undefined
    case 'insert': {
      const { resource } = step
      const isWatched = watchersOf(resource).overrides.create || resource.model === undefined
      return isWatched || step.rows.some(({ node }) => node === root) ? undefined : ['insert', resource]
    }
    case 'update':
      return updateKey(step.rows, root)
    case 'delete': {
      const { resource } = step
      const isWatched = watchersOf(resource).overrides.destroy || restrictingIn(resource).length > 0
      return isWatched || step.rows.some(({ node }) => node === root) ? undefined : ['delete', resource]
    }
    case 'link':
    case 'unlink': {
      const { relationship, pairs, isInMemory, kind } = step
      const owner = pairs[0]?.parent.resource
      if (!owner) return undefined
      const operation = kind === 'link' ? 'associate' : 'disassociate'
      const { declared } = relationship
      // The request may also write the same row as a record of its own.
      const isRecord = joinsOf(declared).some(({ model }) =>
        nodes.some(({ resource }) => resource.model === model),
      )
      return !isInMemory && (isRecord || watchersOf(owner).overrides[operation])
        ? undefined
        : [kind, declared, isInMemory]
    }
  }
}

/** Updates that only link or unlink their records, to the same record, have equal keys. */
function updateKey(rows: readonly Row[], root: WriteNode): readonly unknown[] | undefined {
  const [row] = rows
  const link = row?.parents[0] ?? row?.relatives[0]
  if (!row || !link || row.parents.length + row.relatives.length > 1) return undefined
  const { node } = row
  const { resource } = node
  const { overrides, hooks } = watchersOf(resource)
  const isWatched =
    overrides.update || overrides.validateGraph || hooks.has('update') || resource.version !== undefined
  const isLinkAlone = node !== root && node.attributes.size === 0 && !node.hasContent
  // A link of a new record may repeat the columns that link it already.
  if (isWatched || !isLinkAlone || node.method === 'create') return undefined
  return ['update', resource, link.unlinks, ...valuesOfLink(link)]
}

const valuesOfLink = ({ values, refs }: Link): readonly unknown[] => [
  ...Object.entries(values).flat(),
  ...Object.entries(refs).flatMap(([column, ref]) => [column, ref.node, ref.column]),
]

/** The first batch that a step can join. */
function firstPlace(
  step: Step,
  key: readonly unknown[],
  batches: readonly Batch[],
  places: ReadonlyMap<WriteNode, number>,
): number | undefined {
  let needed = -1
  for (const node of neededNodes(step)) needed = Math.max(needed, places.get(node) ?? -1)
  let found: number | undefined
  for (let at = batches.length - 1; at > needed; at--) {
    const batch = batches[at]
    if (!batch) continue
    if (batch.key && sameKey(batch.key, key)) found = at
    else if (!mayPass(step, batch)) break
  }
  return found
}

const sameKey = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at])

/**
 * Whether a step may run before an earlier one. A step that frees a key stays before the step that takes it, and a
 * record is destroyed only after its referrers are unlinked.
 */
function mayPass(step: Step, { key, steps: [fixed], nodes }: Batch): boolean {
  if (key === undefined || !fixed || writtenNodes(step).some((node) => nodes.has(node))) return false
  if ('isInMemory' in fixed && fixed.isInMemory) return true
  if (frees(step)) return step.kind !== 'delete' && fixed.kind !== 'delete'
  return !frees(fixed)
}

/** Whether a step frees values or records for later steps. */
function frees(step: Step): boolean {
  switch (step.kind) {
    case 'unlink':
    case 'delete':
      return true
    case 'update':
      return step.rows.some(({ parents, relatives }) =>
        [...parents, ...relatives].some(({ unlinks }) => unlinks),
      )
    case 'keep':
    case 'insert':
    case 'link':
    case 'call':
      return false
  }
}

/** The nodes that a step writes. */
function writtenNodes(step: Step): readonly WriteNode[] {
  switch (step.kind) {
    case 'keep':
      return step.nodes
    case 'insert':
    case 'update':
    case 'delete':
      return step.rows.map(({ node }) => node)
    case 'link':
    case 'unlink':
      return []
    case 'call':
      return [step.node, ...step.steps.flatMap(writtenNodes)]
  }
}

/** The nodes that must be written before a step. */
function neededNodes(step: Step): readonly WriteNode[] {
  const nodes: WriteNode[] = []
  switch (step.kind) {
    case 'keep':
    case 'call':
      break
    case 'insert':
    case 'update':
      for (const { node, parent, parents, relatives, isWritten } of step.rows) {
        if (isWritten) nodes.push(node)
        if (parent) nodes.push(parent)
        for (const links of [parents, relatives]) {
          for (const { refs } of links) for (const ref of Object.values(refs)) nodes.push(ref.node)
        }
      }
      break
    case 'delete':
      for (const { node, parent } of step.rows) nodes.push(...(parent ? [node, parent] : [node]))
      break
    case 'link':
    case 'unlink':
      for (const { parent, child } of step.pairs) nodes.push(parent, child)
  }
  return nodes
}

/** Combines steps with one batch key. */
function joined(steps: readonly Step[]): Step {
  const [first] = steps
  if (!first) throw new Error('There is no step to run.')
  if (steps.length === 1) return first
  switch (first.kind) {
    case 'insert':
    case 'update':
      return { ...first, rows: steps.flatMap((step) => (step.kind === first.kind ? step.rows : [])) }
    case 'delete':
      return { ...first, rows: steps.flatMap((step) => (step.kind === 'delete' ? step.rows : [])) }
    case 'link':
    case 'unlink':
      return { ...first, pairs: steps.flatMap((step) => ('pairs' in step ? step.pairs : [])) }
    case 'keep':
    case 'call':
      throw new Error(`Steps of the kind "${first.kind}" cannot run together.`)
  }
}
