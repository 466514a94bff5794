import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Report } from '../../diagnostic/report.js'
import type { DeclaredDefaults, DeclaredResource, DeclaredUnindexed } from '../declared.js'
import type { ResourceSchema } from '../schema.js'

/**
 * The relationships, filters and sorts that a resource accepts without an index, according to its own declaration or
 * else the defaults.
 */
export function resolveUnindexed(
  { unindexed }: DeclaredResource,
  defaults: DeclaredDefaults,
): ResourceSchema['unindexed'] {
  const declared = unindexed ?? defaults.unindexed ?? false
  return typeof declared === 'boolean' ? declared || [] : declared.map(({ value }) => value)
}

/**
 * Reports names in `unindexed` that are not the names of a relationship, filter or sort (JG205): of the resource or, in
 * the defaults, of any resource.
 */
export function checkUnindexed(
  declared: readonly DeclaredResource[],
  defaults: DeclaredDefaults,
  resources: readonly ResourceSchema[],
  report: Report,
): void {
  for (const [index, { unindexed }] of declared.entries()) {
    const resource = resources[index]
    if (resource) checkNames(unindexed, namesOf(resource), report)
  }
  checkNames(defaults.unindexed, resources.flatMap(namesOf), report)
}

function checkNames(
  unindexed: DeclaredUnindexed | undefined,
  names: readonly string[],
  report: Report,
): void {
  if (unindexed === undefined || typeof unindexed === 'boolean') return
  const known = new Set(names)
  for (const { value, at } of unindexed) {
    if (known.has(value)) continue
    const message = `${quoted(value)} is not a relationship, filter or sort${didYouMean(value, known)}`
    report.add('JG205', at, message, { help: allowed([...known]), unknown: value })
  }
}

const namesOf = ({ sideloads, filters, attributes, sorts }: ResourceSchema): readonly string[] => [
  ...[...sideloads, ...filters, ...attributes].map(({ name }) => name),
  ...sorts,
]
