import type { StoreFault } from '../adapter/fault.js'

/** A trigger of the store has silently dropped a new record. */
export class LeftOut extends Error {
  readonly fault: StoreFault = { kind: 'check' }

  constructor(type: string) {
    super(`The store has created no record of "${type}", and refused none: a trigger may have left it out.`)
  }
}
