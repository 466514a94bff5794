import type { NodePlan } from './plan.js'

/** A node of a plan and all nodes below it, parents first. */
export function planNodes(node: NodePlan): readonly NodePlan[] {
  return [node, ...node.includes.flatMap(({ nodes }) => [...nodes.values()].flatMap(planNodes))]
}
