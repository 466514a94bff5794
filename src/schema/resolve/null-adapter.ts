import { quoted } from '../../diagnostic/words.js'
import { methodNames } from '../method-names.js'
import { servedActions } from './actions.js'
import type { Resolving } from './context.js'

/** The actions that need one record by its id. A created record is read back for the response (rule 11.9). */
const FINDING: readonly string[] = ['show', 'create', 'update', 'destroy']

/** Reports parts that a resource leaves to the null adapter, which has no defaults (JG413). */
export function checkNullAdapter(resolving: Resolving): void {
  if (resolving.resource.adapter?.value !== 'null') return
  checkFinding(resolving)
  checkBehaviours(resolving)
}

function checkFinding({ resource, defaults, report }: Resolving): void {
  const { filters, type } = resource
  if (filters.some(({ name }) => name.value === 'id')) return
  const finding = servedActions(resource, defaults).find(({ action }) => FINDING.includes(action))
  if (!finding) return
  const message = `${quoted(type.value)} uses the null adapter, which cannot find records by id for ${quoted(finding.action)}`
  report.add('JG413', finding.at, message, {
    help: `add id to its filters, or remove ${FINDING.join(', ')} from its actions`,
  })
}

// Even without an `index` action, a list can be read in process and through a sideload to this resource.
function checkBehaviours({ resource, report }: Resolving): void {
  for (const key of ['sort', 'paginate'] as const) {
    const behaviour = resource[key]
    if (behaviour?.value !== 'default') continue
    const message = `${quoted(resource.type.value)} uses the null adapter, which has no default for ${key}`
    report.add('JG413', behaviour.at, message, {
      help: `remove ${key}, and write the method ${methodNames[key]}`,
    })
  }
}
