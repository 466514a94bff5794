/** The condition of a request on the present state of the record that it updates or destroys (rule 26.5). */
export interface WriteCondition {
  /** Whether the condition is on the version alone: the statement that updates the record then compares the version. */
  readonly byVersion: boolean
  /** Checks the condition inside the transaction, once the record is found. Throws PreconditionFailed. */
  readonly check: () => Promise<void>
  /** Runs after the write, before the commit. */
  readonly written: () => Promise<void>
}
