import type { NodePlan } from './plan.js'

/** A node of a plan and all that are included below it: the node first, and each before those below it. */
export function planNodes(node: NodePlan): readonly NodePlan[] {
  return [node, ...node.includes.flatMap(({ nodes }) => [...nodes.values()].flatMap(planNodes))]
}
