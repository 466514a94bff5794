import type { NodePlan } from '../plan/plan.js'

/** The children that one include has assigned, by the node whose includes are loaded into them next. */
export type Assigned = readonly (readonly [NodePlan, readonly object[]])[]
