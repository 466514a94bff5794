import type { Report } from '../diagnostic/report.js'
import { entriesOf, readFields } from '../schema/read/fields.js'
import { readText } from '../schema/read/values.js'
import type { Located } from '../source/source.js'
import type { MapTree, Tree } from '../tree/tree.js'
import { type Finding, RULES } from './rules.js'

/** An accepted change: why it is accepted, and until when it is not reported. */
export interface Waiver {
  readonly place: string
  readonly rule: string
  readonly reason: string
  /** The last day on which it applies: `2027-01-31`. */
  readonly until: string
}

/** A finding, and its waiver, if there is one. */
export interface Judged extends Finding {
  readonly waiver?: Waiver
  /** Whether the waiver has expired, so that the finding counts. */
  readonly expired?: true
}

/** Finds the waiver of each finding. `today` is a day as `2027-01-31`. */
export function judge(
  findings: readonly Finding[],
  waivers: readonly Waiver[],
  today: string,
): readonly Judged[] {
  return findings.map((found) => {
    const waiver = waivers.find(({ place, rule }) => place === found.place && rule === found.rule)
    if (!waiver) return found
    return waiver.until < today ? { ...found, waiver, expired: true } : { ...found, waiver }
  })
}

/** The waivers that match no finding: a misspelled place, or a change that both contracts now have. */
export function unused(waivers: readonly Waiver[], findings: readonly Finding[]): readonly Waiver[] {
  return waivers.filter(
    (waiver) => !findings.some(({ place, rule }) => place === waiver.place && rule === waiver.rule),
  )
}

/** Whether a finding still counts. */
export const counts = ({ waiver, expired }: Judged): boolean => waiver === undefined || expired === true

/**
 * Reads a file of waivers: places of the contract, and under each the rules that are waived.
 *
 * ```yaml
 * posts.attributes.title:
 *   attribute-removed: { reason: Nobody reads it since the app 4.2, until: 2027-01-31 }
 * ```
 */
export function readWaivers(tree: MapTree, report: Report): readonly Waiver[] {
  return entriesOf(tree, 'the waivers', report).flatMap(({ key: place, value }) =>
    entriesOf(value, place, report).flatMap(({ key: rule, value: waived, at }) => {
      if (!Object.hasOwn(RULES, rule)) {
        report.add('JG201', at, `Unknown rule "${rule}"`, {
          help: 'docs/internals/contract-rules.md lists the rules',
        })
        return []
      }
      return readWaiver(place, rule, waived, report)
    }),
  )
}

function readWaiver(place: string, rule: string, tree: Tree, report: Report): readonly Waiver[] {
  const fields = readFields(tree, `the waiver of ${rule}`, ['reason', 'until'], report)
  const reason = needed(fields.get('reason'), 'reason', tree, report)
  const until = needed(fields.get('until'), 'until', tree, report)
  if (!reason || !until) return []
  if (reason.value.trim() === '') {
    report.add('JG205', reason.at, 'The reason of a waiver cannot be empty', {
      help: 'write why the change was accepted',
    })
    return []
  }
  if (!isDay(until.value)) {
    report.add('JG205', until.at, `"until" must be a day such as 2027-01-31, not "${until.value}"`)
    return []
  }
  return [{ place, rule, reason: reason.value, until: until.value }]
}

function needed(tree: Tree | undefined, name: string, of: Tree, report: Report): Located<string> | undefined {
  if (!tree) {
    report.add('JG204', of.at, `A waiver needs "${name}"`, { help: 'write { reason: …, until: 2027-01-31 }' })
  }
  return readText(tree, name, report)
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
