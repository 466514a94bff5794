/** Changes that a write's statements may cause in a store, other than changes to the rows that they name. */
export interface SideEffects {
  /** The side effects of statements on a model's table, or on the table of a join without a model. */
  readonly of: (model: unknown) => TableEffects
}

/** The side effects of the statements on one table. */
export interface TableEffects {
  /** Whether a trigger, a rule or row-level security may act on a statement. */
  readonly isTriggered: boolean
  /** The effects of foreign keys when a row is deleted. */
  readonly onDelete: Reach
  /** The effects of foreign keys when these columns of a row change. */
  readonly onUpdate: (columns: readonly string[]) => Reach
}

/** The models whose rows may be changed by foreign keys. */
export interface Reach {
  readonly models: ReadonlySet<unknown>
  /** Whether a trigger may act on one of their tables. */
  readonly isTriggered: boolean
}

/** The side effects of a store without triggers and foreign keys. */
export const NO_SIDE_EFFECTS: SideEffects = constantEffects(false)

/** The side effects of a store that cannot report them: anything may change. */
export const UNKNOWN_SIDE_EFFECTS: SideEffects = constantEffects(true)

function constantEffects(isTriggered: boolean): SideEffects {
  const reach: Reach = Object.freeze({ models: new Set(), isTriggered })
  const effects: TableEffects = Object.freeze({ isTriggered, onDelete: reach, onUpdate: () => reach })
  return Object.freeze({ of: () => effects })
}
