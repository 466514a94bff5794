import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { StoreFault } from '../../adapter/fault.js'
import type { Datamodel } from '../../datamodel/datamodel.js'
import { NoSuchVersion } from '../next-version.js'
import { AbortedTransaction, WaitedLongEnough } from './aborted-transaction.js'
import { uncheckedColumns } from './columns-at-fault.js'
import { LeftOut } from './left-out.js'
import { RefusedValues } from './refused-values.js'
import { isReported } from './states.js'

/** A rejection by the database, as its driver reports it. */
export interface Rejection {
  /** The SQL state, or the database's own code. */
  readonly state: string
  readonly columns: () => readonly string[]
  /** If the database is unavailable, whether it certainly wrote nothing. */
  readonly isUndone: () => boolean
}

/** The fault for a rejection of a known kind. */
export function faultOfKind(
  kind: StoreFault['kind'],
  { state, columns, isUndone }: Rejection,
  datamodel: Datamodel,
  resource: AdapterResource | undefined,
): StoreFault {
  switch (kind) {
    case 'none':
      return { kind, ...(isReported(state) && { isRolledBack: true }) }
    case 'check':
    case 'notFound':
    case 'conflict':
    case 'busy':
    case 'aborted':
      return { kind }
    case 'unavailable':
      return { kind, ...(isUndone() && { isRolledBack: true }) }
    case 'misfit': {
      const named = columns()
      return {
        kind,
        columns: named.length > 0 ? named : uncheckedColumns(datamodel, String(resource?.model), state),
      }
    }
    case 'unique':
    case 'foreignKey':
    case 'notNull':
    case 'tooLong':
    case 'outOfRange':
    case 'tooPrecise':
    case 'disagreement':
      return { kind, columns: columns() }
  }
}

/**
 * The fault for an error that these helpers throw; undefined for any other error. If the database aborted a
 * transaction because of other transactions, another attempt may succeed. Otherwise, the application is at
 * fault.
 *
 * @param faultOf the fault of the error that aborted a transaction
 */
export function faultOfHelper(
  error: object,
  faultOf: (cause: unknown) => StoreFault | undefined,
): StoreFault | undefined {
  if (error instanceof NoSuchVersion) return { kind: 'notFound' }
  if (error instanceof RefusedValues || error instanceof LeftOut) return error.fault
  if (error instanceof WaitedLongEnough) return { kind: 'conflict' }
  if (!(error instanceof AbortedTransaction)) return undefined
  const fault = faultOf(error.cause)
  if (fault?.kind === 'unavailable') return { ...fault, isRolledBack: true }
  return fault?.kind === 'conflict' ? fault : { kind: 'aborted' }
}
