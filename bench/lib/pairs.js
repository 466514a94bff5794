// Times two ways of doing the same thing, alternating between them, so that changes in the machine's speed affect both
// alike.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { at } from '../../scripts/lib/paths.js'

/**
 * @typedef {{ readonly name: string, readonly run: () => Promise<unknown> | unknown, readonly used?: () =>
 * Promise<number> | number }} Candidate `used` returns the processor time so far, in milliseconds, if the
 * candidate runs in a different process
 * @typedef {{ readonly ours: number, readonly floor: number, readonly ratio: number, readonly processor?:
 * number, readonly rounds: number }} Pair `processor` is the ratio of the processor times, which other
 * programs affect less
 */

/** @typedef {{ readonly clock: number, readonly processor: number }} Used the milliseconds of a run */

/**
 * Runs a candidate and its floor in turn. Returns the medians, in milliseconds per run, and the median ratio of
 * neighboring runs.
 *
 * @param {Candidate} ours
 * @param {Candidate} floor
 * @param {{ rounds?: number, runs?: number, warmUp?: number }} [options] the number of rounds, the number of runs in
 * each round, and the length of the warm-up in milliseconds
 * @returns {Promise<Pair>}
 */
export async function pair(ours, floor, { rounds = 41, runs = 10, warmUp = 500 } = {}) {
  const warm = performance.now() + warmUp
  do {
    for (const candidate of [ours, floor]) await timed(candidate, runs)
  } while (performance.now() < warm)
  /** @type {{ ours: Used, floor: Used }[]} */
  const measured = []
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0
    const first = await timed(isOursFirst ? ours : floor, runs)
    const second = await timed(isOursFirst ? floor : ours, runs)
    measured.push(isOursFirst ? { ours: first, floor: second } : { ours: second, floor: first })
  }
  return {
    ours: median(measured.map((one) => one.ours.clock)),
    floor: median(measured.map((one) => one.floor.clock)),
    ratio: median(measured.map((one) => one.ours.clock / one.floor.clock)),
    processor: median(measured.map((one) => one.ours.processor / one.floor.processor)),
    rounds,
  }
}

/**
 * Throws an Error if two responses differ.
 *
 * @param {string} ours
 * @param {string} floor
 */
export function same(ours, floor) {
  if (ours === floor) return
  const at = [...ours].findIndex((character, index) => character !== floor[index])
  throw new Error(
    `The responses differ at ${at}:\n${ours.slice(at - 80, at + 80)}\n${floor.slice(at - 80, at + 80)}`,
  )
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
  console.log(`${''.padEnd(width)}  ${'ours'.padStart(9)}  ${'floor'.padStart(9)}  ratio  by the processor`)
  for (const [name, { ours, floor, ratio, processor }] of rows) {
    const times = [ours, floor].map((time) => time.toFixed(3).padStart(9)).join('  ')
    console.log(`${name.padEnd(width)}  ${times}   ${ratio.toFixed(2)}  ${processor?.toFixed(2) ?? ''}`)
  }
}

/**
 * Saves the results for the chart.
 *
 * @param {string} title
 * @param {readonly (readonly [string, Pair])[]} rows
 */
export function save(title, rows) {
  const file = at(`.tmp/bench/results/${title.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ title, rows }, null, 2))
}

/** @param {Candidate} candidate @param {number} runs @returns {Promise<Used>} */
async function timed({ run, used = usedHere }, runs) {
  const before = await used()
  const start = performance.now()
  for (let index = 0; index < runs; index++) await run()
  const clock = (performance.now() - start) / runs
  return { clock, processor: ((await used()) - before) / runs }
}

function usedHere() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
