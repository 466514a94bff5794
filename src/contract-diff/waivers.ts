import { parseDate } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../diagnostic/report.js'
import { entriesOf, readFields } from '../schema/read/fields.js'
import { readText } from '../schema/read/values.js'
import type { Located, Span } from '../source/source.js'
import type { MapTree, Tree } from '../tree/tree.js'
import { FINGERPRINT, type Fingerprinted } from './fingerprints.js'

/** An accepted change: why it is accepted, and until when it is not reported. */
export interface Waiver {
  /** The fingerprint of the change. */
  readonly fingerprint: string
  readonly reason: string
  /** The last day on which it applies, such as `2027-01-31`. */
  readonly until: string
  /** The location of the waiver in its file. */
  readonly at: Span
}

/** A finding and its waiver, if any. */
export interface Judged extends Fingerprinted {
  readonly waiver?: Waiver
  /** Whether the waiver has expired, in which case the finding counts. */
  readonly expired?: true
}

/** Finds the waiver of each finding. `today` is a date, such as `2027-01-31`. */
export function judge(
  findings: readonly Fingerprinted[],
  waivers: readonly Waiver[],
  today: string,
): readonly Judged[] {
  const known = new Map(waivers.map((waiver) => [waiver.fingerprint, waiver]))
  return findings.map((found) => {
    const waiver = known.get(found.fingerprint)
    if (!waiver) return found
    return waiver.until < today ? { ...found, waiver, expired: true } : { ...found, waiver }
  })
}

/** Reports each waiver that matches no change (JG722), and each waiver that has expired (JG723). */
export function checkWaivers(waivers: readonly Waiver[], findings: readonly Judged[], report: Report): void {
  for (const { fingerprint, until, at } of waivers) {
    const matched = findings.find(({ waiver }) => waiver?.fingerprint === fingerprint)
    if (!matched) {
      report.add('JG722', at, `The waiver ${fingerprint} matches no change`, {
        help: 'remove it if the change was merged or withdrawn; if the change was modified, waive its new fingerprint',
      })
    } else if (matched.expired) {
      report.add(
        'JG723',
        at,
        `The waiver ${fingerprint} expired on ${until}, so its change is reported again`,
        {
          help: 'undo the change, or write a later date in the waiver',
        },
      )
    }
  }
}

/** Whether a finding still counts. */
export const counts = ({ waiver, expired }: Judged): boolean => waiver === undefined || expired === true

/** Whether any finding that counts breaks clients. */
export const breaks = (findings: readonly Judged[]): boolean =>
  findings.some((each) => each.level === 'breaking' && counts(each))

/**
 * Reads a waiver file. Its entries are keyed by the fingerprints of changes, which `diff` prints.
 *
 * ```yaml
 * c3f0c2a9b51d86e4: { reason: Nobody reads it since the app 4.2, until: 2027-01-31 }
 * ```
 */
export function readWaivers(tree: MapTree, report: Report): readonly Waiver[] {
  return entriesOf(tree, 'the waivers', report).flatMap(({ key, value, at }) => {
    if (!FINGERPRINT.test(key)) {
      report.add('JG201', at, `"${key}" is not a fingerprint`, {
        help: 'npx jsonapi-gen diff prints the fingerprint of each change, such as c3f0c2a9b51d86e4',
      })
      return []
    }
    return readWaiver(key, at, value, report)
  })
}

function readWaiver(fingerprint: string, at: Span, tree: Tree, report: Report): readonly Waiver[] {
  const fields = readFields(tree, `the waiver ${fingerprint}`, ['reason', 'until'], report)
  const reason = needed(fields.get('reason'), 'reason', tree, report)
  const until = needed(fields.get('until'), 'until', tree, report)
  if (!reason || !until) return []
  // One line, because a line break would end a list item or begin a workflow command.
  const text = reason.value.replaceAll(/\s+/g, ' ').trim()
  if (text === '') {
    report.add('JG205', reason.at, 'The reason for a waiver cannot be empty', {
      help: 'write why the change was accepted',
    })
    return []
  }
  if (!parseDate(until.value)) {
    report.add('JG205', until.at, `"until" must be a date such as 2027-01-31, not "${until.value}"`)
    return []
  }
  return [{ fingerprint, reason: text, until: until.value, at }]
}

function needed(tree: Tree | undefined, name: string, of: Tree, report: Report): Located<string> | undefined {
  if (!tree) {
    report.add('JG204', of.at, `A waiver requires "${name}"`, {
      help: 'write { reason: …, until: 2027-01-31 }',
    })
  }
  return readText(tree, name, report)
}
