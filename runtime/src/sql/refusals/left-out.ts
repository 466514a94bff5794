import type { StoreFault } from '../../adapter/fault.js'

/** A trigger in the store silently dropped a new record. */
export class LeftOut extends Error {
  readonly fault: StoreFault = { kind: 'check' }

  constructor(type: string) {
    super(`The store created no record of "${type}" and reported no error: a trigger may have dropped it.`)
  }
}
