import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredResource } from '../declared.js'

/** Reports aliases that are already the name or an alias of a filter (JG308, rule 3.1). */
export function checkAliases(resource: DeclaredResource, report: Report): void {
  const taken = new Map<string, Located<string>>(resource.filters.map(({ name }) => [name.value, name]))
  for (const { name, aliases } of resource.filters) {
    for (const alias of aliases) {
      const other = taken.get(alias.value)
      if (other === undefined) {
        taken.set(alias.value, alias)
        continue
      }
      const message =
        other === name
          ? `Alias ${quoted(alias.value)} is the name of the filter itself`
          : `Alias ${quoted(alias.value)} of filter ${quoted(name.value)} is already used by a different filter`
      report.add('JG308', alias.at, message, {
        related: [{ at: other.at, message: 'the name is already used here' }],
      })
    }
  }
}
