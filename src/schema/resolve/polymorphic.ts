import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Resolving } from './context.js'

/**
 * Reports every polymorphic has-many whose `as` does not name a polymorphic belongs-to that refers back to it (JG414).
 */
export function checkPolymorphic({ resource, directory, report }: Resolving): void {
  for (const sideload of resource.sideloads) {
    const target = directory.resources.get(sideload.resource?.value ?? '')
    if (sideload.kind?.value !== 'polymorphicHasMany' || !sideload.as || !target) continue
    const counterpart = directory.sideload(target, sideload.as.value)
    const type = resource.type.value
    if (counterpart?.kind?.value !== 'polymorphicBelongsTo') {
      const names = target.sideloads
        .filter((each) => each.kind?.value === 'polymorphicBelongsTo')
        .map((each) => each.name.value)
      const message = `${quoted(target.type.value)} has no polymorphic sideload ${quoted(sideload.as.value)}${didYouMean(sideload.as.value, names)}`
      report.add('JG414', sideload.as.at, message, { help: allowed(names) })
    } else if (!counterpart.groups.some((group) => group.resource?.value === type)) {
      const message = `${quoted(sideload.as.value)} of ${quoted(target.type.value)} has no group for ${quoted(type)}`
      report.add('JG414', sideload.as.at, message, {
        related: [{ at: counterpart.name.at, message: 'its groups are declared here' }],
      })
    }
  }
}
