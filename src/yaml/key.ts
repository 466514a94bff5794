import { isScalar } from 'yaml'
import type { Report } from '../diagnostic/report.js'
import type { Span } from '../source/source.js'
import { checkedText } from './text.js'

// Words that other YAML readers, or older versions of the language, read as booleans, numbers or dates.
const AMBIGUOUS = /^(?:yes|no|on|off|true|false|null|~|[-+.]?\d[\d_.:+\-eExXoO]*(?:[tT ].*)?)$/i

// The format itself has this word as a key: an action is `on` a record or on the collection.
const OF_THE_FORMAT = 'on'

/** A name in YAML, quoted if some parser would not read it as text. */
export const yamlName = (name: string): string => (AMBIGUOUS.test(name) ? `'${name}'` : name)

/**
 * The text of a map's key. Undefined, with a report, if it is not plain text: a list, a map, a merge key (JG107), or an
 * unquoted word that some YAML readers do not read as text (JG111).
 */
export function readKey(key: unknown, at: Span, { report }: { readonly report: Report }): string | undefined {
  if (!isScalar(key)) {
    report.add('JG111', at, 'A key must be plain text, not a list, a map or an alias')
    return undefined
  }
  if (key.type !== 'PLAIN') return checkedText(String(key.value), at, report)
  const written = key.source ?? ''
  if (written === '<<') {
    report.add('JG107', at, 'Merge keys are not allowed: write out the merged keys')
    return undefined
  }
  if (typeof key.value !== 'string' || (AMBIGUOUS.test(written) && written !== OF_THE_FORMAT)) {
    report.add(
      'JG111',
      at,
      `Some YAML readers do not read ${written === '' ? 'an empty key' : `"${written}"`} as text`,
      {
        help: `write it in quotes: '${written}'`,
      },
    )
    return undefined
  }
  return checkedText(written, at, report)
}
