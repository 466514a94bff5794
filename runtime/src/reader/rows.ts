import type { Narrowing } from '../adapter/narrowing.js'
import type { Order } from '../adapter/window.js'
import { inWrite, logged, type RowsOwner, type Run } from './run.js'

/** One read of rows, as data. */
export interface Rows {
  readonly resource: RowsOwner
  readonly path?: string
  readonly where: readonly Narrowing[]
  readonly order?: readonly Order[]
  /** How many rows to read at most. */
  readonly count?: number
  /** The columns that are needed; all by default. */
  readonly columns?: readonly string[]
}

/**
 * Reads rows for the runtime's own checks, which show no row to a viewer. No policy limits them, and none of the
 * application's functions is called.
 */
export function readRows(rows: Rows, run: Run = inWrite()): Promise<object[]> {
  const { resource, path = '', where, order, count, columns } = rows
  const adapter = resource.adapter()
  let scope = adapter.all(resource)
  for (const narrowing of where) scope = adapter.narrow(scope, narrowing, resource)
  if (order) scope = adapter.arrange(scope, { kind: 'order', by: order }, resource)
  if (count !== undefined) scope = adapter.arrange(scope, { kind: 'atMost', count }, resource)
  const some = columns !== undefined && resource.facts().can.readColumns ? columns : 'all'
  const ask = (): Promise<object[]> => adapter.read(scope, some, resource)
  return logged(run, { resource, path, operation: 'keys', scope }, ask, (found) => found.length)
}
