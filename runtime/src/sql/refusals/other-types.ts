import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { StoreFault } from '../../adapter/fault.js'
import { rootState } from '../root-state.js'

/**
 * Interprets a PostgreSQL error about a column whose type differs from the schema's: a value that the type does not
 * allow, or a comparison, an order or a calculation that the type does not support. Any other fault is returned
 * unchanged.
 *
 * @param error the SQL state and the message from the database
 */
export function withOtherTypes(
  fault: StoreFault,
  root: object,
  { state, words }: { readonly state: string; readonly words: string },
  resource: AdapterResource | undefined,
): StoreFault {
  const others = rootState(root).otherTypes
  const isOfValue = /^22...$/.test(state) && 'columns' in fault && fault.columns.length === 0
  const isOfType =
    fault.kind === 'none' &&
    state === '42883' &&
    !JOINED.test(words) &&
    others.some(({ type }) => words.includes(type.replace(/\(.*\)/, '')))
  if (others.length === 0 || !(isOfValue || isOfType)) return fault
  const columns = others.flatMap(({ model, column }) => (model === resource?.model ? [column] : []))
  return { kind: 'misfit', columns, parameter: parameterOf(words) }
}

/** Two columns of different types, such as those of a relationship, which no request can change. */
const JOINED = /does not exist: (.+) = (?!\1$|unknown$)/

function parameterOf(words: string): 'filter' | 'sort' | 'stats' {
  if (words.includes('ordering operator')) return 'sort'
  return /equality operator|^function /.test(words) ? 'stats' : 'filter'
}
