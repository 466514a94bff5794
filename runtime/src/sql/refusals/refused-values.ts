import type { StoreFault } from '../../adapter/fault.js'

/** Values that the adapter rejects before they reach Prisma, and the reason. */
export class RefusedValues extends Error {
  readonly fault: StoreFault

  constructor(
    kind: 'notNull' | 'tooLong' | 'outOfRange' | 'tooPrecise' | 'disagreement' | 'misfit',
    columns: readonly string[],
  ) {
    super(`The values for these columns were rejected (${kind}): ${columns.join(', ')}.`)
    this.fault = { kind, columns }
  }
}
