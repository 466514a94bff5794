/** What a request demands of the record that it updates or destroys, as it is now (rule 26.5). */
export interface WriteCondition {
  /** Whether it is about the version alone: then the statement that updates the record compares the version. */
  readonly byVersion: boolean
  /** Checks it, inside of the transaction, when the record is found. Throws PreconditionFailed. */
  readonly check: () => Promise<void>
  /** Runs when everything is written, before the commit. */
  readonly written: () => Promise<void>
}
