// Times two ways of doing the same, alternating, so that the machine's drift meets both alike.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at } from '../../scripts/lib/paths.js'

/**
 * @typedef {{ readonly name: string, readonly run: () => Promise<unknown> | unknown }} Candidate
 * @typedef {{ readonly ours: number, readonly floor: number, readonly ratio: number, readonly rounds: number }} Pair
 */

/**
 * Runs a candidate and its floor in turn and returns the medians, in milliseconds a run, and the median of the ratios
 * of neighbouring runs.
 *
 * @param {Candidate} ours
 * @param {Candidate} floor
 * @param {{ rounds?: number, runs?: number, warmUp?: number }} [options] how many rounds, how many runs each round times, and for
 *   how many milliseconds the two run before, in turn
 * @returns {Promise<Pair>}
 */
export async function pair(ours, floor, { rounds = 41, runs = 10, warmUp = 500 } = {}) {
  const warm = performance.now() + warmUp
  do {
    for (const candidate of [ours, floor]) await timed(candidate, runs)
  } while (performance.now() < warm)
  /** @type {{ ours: number, floor: number }[]} */
  const measured = []
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0
    const first = await timed(isOursFirst ? ours : floor, runs)
    const second = await timed(isOursFirst ? floor : ours, runs)
    measured.push(isOursFirst ? { ours: first, floor: second } : { ours: second, floor: first })
  }
  return {
    ours: median(measured.map((one) => one.ours)),
    floor: median(measured.map((one) => one.floor)),
    ratio: median(measured.map((one) => one.ours / one.floor)),
    rounds,
  }
}

/**
 * Prints pairs as a table.
 *
 * @param {string} title
 * @param {readonly (readonly [string, Pair])[]} rows
 */
export function report(title, rows) {
  save(title, rows)
  console.log(
    `\n${title} (medians of alternating runs; ratios are what counts, the milliseconds are this machine's)`,
  )
  const width = Math.max(...rows.map(([name]) => name.length))
  console.log(`${''.padEnd(width)}  ${'ours'.padStart(9)}  ${'floor'.padStart(9)}  ratio`)
  for (const [name, { ours, floor, ratio }] of rows) {
    console.log(
      `${name.padEnd(width)}  ${ours.toFixed(3).padStart(9)}  ${floor.toFixed(3).padStart(9)}  ${ratio.toFixed(2)}`,
    )
  }
}

/**
 * Keeps what was measured for the chart.
 *
 * @param {string} title
 * @param {readonly (readonly [string, Pair])[]} rows
 */
export function save(title, rows) {
  const file = at(`.tmp/bench/results/${title.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ title, rows }, null, 2))
}

/** @param {Candidate} candidate @param {number} runs */
async function timed({ run }, runs) {
  const start = performance.now()
  for (let index = 0; index < runs; index++) await run()
  return (performance.now() - start) / runs
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
