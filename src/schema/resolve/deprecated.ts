import type { Report } from '../../diagnostic/report.js'
import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredDeprecation } from '../declared.js'
import type { DeprecationSchema } from '../schema.js'

/** A part of a resource that may be deprecated. */
export interface Deprecable {
  readonly name: Located<string>
  readonly deprecated?: DeclaredDeprecation | undefined
}

/**
 * Checks the deprecation that a part declares. `kind` is the kind of the part, such as `attribute`. Its replacement must be
 * another one of `names` (JG421).
 */
export function resolveDeprecated(
  { name, deprecated }: Deprecable,
  kind: string,
  names: Iterable<string>,
  report: Report,
): DeprecationSchema | undefined {
  if (!deprecated) return undefined
  const { at, since, sunset, use } = deprecated
  if (use) {
    const others = [...new Set(names)].filter((each) => each !== name.value)
    if (use.value === name.value) {
      report.add('JG421', use.at, `The ${kind} ${quoted(name.value)} cannot replace itself`, {
        help: help(others),
      })
    } else if (!others.includes(use.value)) {
      const message = `The replacement ${quoted(use.value)} is not the name of ${a(kind)}${didYouMean(use.value, others)}`
      report.add('JG421', use.at, message, { help: help(others), unknown: use.value })
    }
  }
  return {
    at: sunset?.at ?? at,
    since: since.value,
    ...(sunset && { sunset: sunset.value }),
    ...(use && { use: use.value }),
  }
}

const help = (others: readonly string[]): string =>
  others.length === 0
    ? 'remove use: there is no other part of this kind'
    : `${allowed(others)}; or remove use`

const a = (kind: string): string => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`)
