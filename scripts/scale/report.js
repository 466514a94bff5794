// The output of a run: a line for each number of processes, and every fault.

/**
 * @typedef {{ began: number, killed: number, back: number, ended: number }} Times the times of events
 * @typedef {{ readonly count: number, readonly journal: import('./load.js').Journal, readonly times: Times, readonly lost: readonly string[], readonly torn: readonly string[], readonly said: string }} Run
 */

/**
 * Prints the report. Returns whether nothing was lost, half written, out of date or unexpected.
 *
 * @param {import('./stores.js').Deployment} deployment
 * @param {readonly Run[]} runs
 * @param {readonly string[]} found
 */
export function printReport({ name, what }, runs, found) {
  console.log(`\n${name}: requests a second before ${what} is killed, while it is gone, and when it is back`)
  console.log(row(HEAD))
  for (const { count, journal, times, lost, torn } of runs) {
    const rates = [
      rate(journal.answered, times.began, times.killed),
      rate(journal.answered, times.killed, times.back),
      rate(journal.answered, times.back, times.ended),
    ]
    const faults = [lost, torn, journal.violations, journal.unexpected].map(({ length }) => length)
    console.log(row([count, ...rates, journal.acknowledged, ...faults]))
  }
  for (const { count, journal } of runs) {
    const kinds = [...journal.errors].map(([kind, number]) => `${number} × ${kind}`)
    console.log(`errors with ${count}: ${kinds.join('; ') || 'none'}`)
  }
  for (const line of found) console.log(line)
  const faults = runs.flatMap(({ count, journal, lost, torn }) =>
    Object.entries({
      lost,
      'half-written': torn,
      older: journal.violations,
      unexpected: journal.unexpected,
    }).flatMap(([kind, lines]) => lines.slice(0, MOST).map((line) => `${kind} with ${count}: ${line}`)),
  )
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) for (const { said } of runs) console.error(said)
  return faults.length === 0
}

const HEAD = [
  'processes',
  'before',
  'gone',
  'back',
  'acknowledged',
  'lost',
  'half-written',
  'older reads',
  'unexpected',
]

/** The maximum number of faults to print for each kind. */
const MOST = 10

/** @param {readonly (string | number)[]} cells */
const row = (cells) =>
  cells.map((cell, index) => String(cell).padStart((HEAD[index] ?? '').length)).join('  ')

/** The number of responses per second. @param {readonly number[]} answered @param {number} from @param {number} to */
function rate(answered, from, to) {
  const { length } = answered.filter((time) => time >= from && time < to)
  return to > from ? Math.round((length * 1000) / (to - from)) : 0
}
