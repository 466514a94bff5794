// Measures the cost of typed queries for the compiler: type instantiations for rings of 20 and 200 resources with 8
// sideloads each, compared with a budget. Instantiations are counted, not timed, so the same code always gives the same
// number.
import { mkdir, writeFile } from 'node:fs/promises'
import { at } from '../scripts/lib/paths.js'
import { run, tsc } from '../scripts/lib/run.js'

const BUDGET = 30_000
const SIDELOADS = 8
const FLAGS =
  '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext --target es2023 --lib es2023,es2024.string --types node'.split(
    ' ',
  )

await mkdir(at('.tmp/bench'), { recursive: true })
for (const count of [20, 200]) {
  const file = at(`.tmp/bench/types-${count}.ts`)
  await writeFile(file, ring(count))
  for (const alias of ['typescript', 'typescript-7']) {
    const { output } = await run(process.execPath, [tsc(alias), ...FLAGS, '--extendedDiagnostics', file], {
      quiet: true,
    })
    const instantiations = Number(/Instantiations:\s+(\d+)/.exec(output)?.[1])
    const verdict = instantiations <= BUDGET ? 'within' : 'OVER'
    console.log(
      `${count} resources, ${alias}: ${instantiations} instantiations, ${verdict} the budget of ${BUDGET}`,
    )
    if (verdict === 'OVER') process.exitCode = 1
  }
}

/** @param {number} count */
function ring(count) {
  const numbers = Array.from({ length: count }, (_, index) => index)
  const shapes = numbers.map((index) => {
    const sideloads = Array.from({ length: SIDELOADS }, (_, k) => {
      const target = (index * SIDELOADS + k + 1) % count
      return `r${k}: ${k % 2 === 0 ? 'ToOne' : 'ToMany'}<S${target}>`
    })
    return `export interface S${index} {
      type: 't${index}'; id: number; record: object; scope: object
      attributes: { a: string; b: number; c${index}: Date }
      filters: { a: Filter<string>; b: Filter<number> }
      required: never; sorts: 'a' | 'b'; stats: { total: 'count' }; extraFields: { x: number }
      sideloads: { ${sideloads.join('; ')} }
    }`
  })
  const queries = numbers
    .slice(0, 20)
    .map(
      (index) =>
        `export const q${index}: QueryOf<S${index}> = { include: 'r0.r1.r2', sort: '-a', filter: { r1: { b: 1 } } }`,
    )
  return [
    `import type { Filter, QueryOf, ToMany, ToOne } from '${at('runtime/dist/index.js')}'`,
    ...shapes,
    ...queries,
  ].join('\n')
}
