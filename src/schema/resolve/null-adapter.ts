import { quoted } from '../../diagnostic/words.js'
import type { Resolving } from './context.js'

/** The actions that begin with one record, found by its id. */
const FINDING: readonly string[] = ['show', 'update', 'destroy']

/** Reports a resource on the null adapter that would have to find a record, and has no filter `id` to do so (JG413). */
export function checkFinding({ resource, report }: Resolving): void {
  const { adapter, actions, filters, type } = resource
  if (adapter?.value !== 'null' || filters.some(({ name }) => name.value === 'id')) return
  const finding = actions?.find(({ value }) => FINDING.includes(value))
  if (actions && !finding) return
  const message = `${quoted(type.value)} is on the null adapter, which finds no record by its id for ${quoted(finding?.value ?? 'show')}`
  report.add('JG413', finding?.at ?? type.at, message, {
    help: `add id to its filters, or leave ${FINDING.join(', ')} out of its actions`,
  })
}
