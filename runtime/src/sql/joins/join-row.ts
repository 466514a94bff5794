import { keyOf } from '../../adapter/rows/keys.js'
import type { Row } from '../new-rows.js'
import { RefusedValues } from '../refusals/refused-values.js'

/**
 * The row that joins two records. Throws RefusedValues if their keys share a column, such as a tenant's, but their
 * values differ.
 */
export function joinRow(own: Row, other: Row): Row {
  const differing = Object.keys(own).filter(
    (column) => Object.hasOwn(other, column) && keyOf(own[column]) !== keyOf(other[column]),
  )
  if (differing.length > 0) throw new RefusedValues('disagreement', differing)
  return { ...own, ...other }
}
