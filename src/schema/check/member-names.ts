import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredResource } from '../declared.js'

/**
 * The maximum length of a name. A file system allows 255 bytes, which leaves room for our additions to a name of 100
 * characters.
 */
export const MAX_NAME_LENGTH: number = 100

// JSON:API "Member Names", limited to names that are identifiers without their hyphens: letters, digits, `_` and `-`,
// beginning with a letter and not ending with `_` or `-`.
const MEMBER_NAME = /^\p{L}(?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}])?$/u

/**
 * Reports types, attributes, extra fields, sideloads, filters and aliases that are not valid member names (JG301,
 * JG307).
 */
export function checkMemberNames(resource: DeclaredResource, report: Report): void {
  checkName(resource.type, 'a resource type', report)
  const { attributes, extraFields, sideloads, filters, stats } = resource
  for (const { name } of attributes.kind === 'listed' ? attributes.items : []) {
    checkName(name, 'an attribute', report)
  }
  for (const { name } of extraFields) checkName(name, 'an extra field', report)
  for (const { name } of sideloads) checkName(name, 'a sideload', report)
  for (const { name, custom, builtIn } of stats) {
    checkName(name, 'a stat', report)
    for (const calculation of [...builtIn, ...custom]) checkName(calculation, 'a calculation', report)
  }
  for (const { input } of resource.ownActions) {
    for (const { name } of input) checkName(name, 'an input', report)
  }
  for (const { name } of resource.defaultFilters) checkName(name, 'a default filter', report)
  for (const { name, aliases } of filters) {
    for (const segment of name.value.split('.')) {
      checkName({ value: segment, at: name.at }, 'a filter', report)
    }
    for (const alias of aliases) checkName(alias, 'an alias', report)
  }
}

/** Whether a name is a valid member name; other checks skip invalid ones. */
export function isMemberName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && MEMBER_NAME.test(name)
}

function checkName({ value, at }: Located<string>, what: string, report: Report): void {
  if (value.length > MAX_NAME_LENGTH) {
    report.add(
      'JG307',
      at,
      `${quoted(value)} has ${value.length} characters; the name of ${what} can have at most ${MAX_NAME_LENGTH}`,
    )
  } else if (!MEMBER_NAME.test(value)) {
    report.add('JG301', at, `${quoted(value)} cannot be the name of ${what}`, {
      help: 'a name must begin with a letter, end with a letter or a digit, and contain only letters, digits, "_" and "-"',
    })
  }
}
