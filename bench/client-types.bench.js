// Measures the cost for the compiler of a query through three relationships, in the typed client and in
// process: type instantiations with 100 resources that have 8 relationships each. Instantiations are counted,
// not timed, so the same code always gives the same number. The in-process query has a limit, and the client
// may not cost more than that query.
import { mkdir, writeFile } from 'node:fs/promises'
import { at } from '../scripts/lib/paths.js'
import { run, tsc } from '../scripts/lib/run.js'

const BOUND = 10_000
const COUNT = 100
const RELATIONSHIPS = 8
const FLAGS =
  '--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --skipLibCheck --module nodenext --target es2023 --lib es2023,es2024.string,dom --types node'.split(
    ' ',
  )
const QUERY = `{ include: 'r0.r1.r2', sort: '-a', filter: { r1: { b: 1 } } }`
const USE = 'return data[0]?.r0?.r1[0]?.r2?.a'

await mkdir(at('.tmp/bench'), { recursive: true })
for (const alias of ['typescript', 'typescript-7']) {
  const client = await instantiations('client', ofClient(), alias)
  const inProcess = await instantiations('process', ofProcess(), alias)
  print(`in process, ${alias}`, inProcess, BOUND)
  print(`client, ${alias}`, client, inProcess)
}

/** @param {string} name @param {number} count @param {number} most */
function print(name, count, most) {
  console.log(`${name}: ${count} instantiations, ${count <= most ? 'within' : 'OVER'} ${most}`)
  if (count > most) process.exitCode = 1
}

/** @param {string} name @param {string} text @param {string} alias */
async function instantiations(name, text, alias) {
  const file = at(`.tmp/bench/three-hops-${name}.ts`)
  await writeFile(file, text)
  const { code, output } = await run(
    process.execPath,
    [tsc(alias), ...FLAGS, '--extendedDiagnostics', file],
    {
      quiet: true,
    },
  )
  if (code !== 0) throw new Error(output)
  return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1])
}

function ofClient() {
  const types = numbers().map(
    (index) => `export interface R${index} {
      attributes: { a: string; b: number; c${index}: Date }; extraFields: { x: number }
      relationships: { ${relationships(index, (target) => `'t${target}'`)} }
      filters: { a: Filter<string, Equality>; b: Filter<number, Equality> }
      required: never; sorts: 'a' | 'b'; stats: { total: 'count' }
      includes: { index: AnyPath; show: AnyPath; create: AnyPath; update: AnyPath }
      create: { a: string }; update: { a?: string }; actions: 'index' | 'show'
    }`,
  )
  return [
    `import type { AnyPath, Client, Equality, Filter, ToMany, ToOne } from '${at('client/dist/index.js')}'`,
    ...types,
    `export interface Types { ${numbers()
      .map((index) => `t${index}: R${index}`)
      .join('; ')} }`,
    'declare const api: Client<Types>',
    `export async function read() { const { data } = await api.t0.list(${QUERY}); ${USE} }`,
  ].join('\n')
}

function ofProcess() {
  const shapes = numbers().map(
    (index) => `export interface S${index} {
      type: 't${index}'; id: number; record: object; scope: object
      attributes: { a: string; b: number; c${index}: Date }
      filters: { a: Filter<string>; b: Filter<number> }
      required: never; sorts: 'a' | 'b'; stats: { total: 'count' }; extraFields: { x: number }
      sideloads: { ${relationships(index, (target) => `S${target}`)} }
    }`,
  )
  return [
    `import { type Filter, Resource, type ToMany, type ToOne } from '${at('runtime/dist/index.js')}'`,
    ...shapes,
    'export class R0 extends Resource<S0> {}',
    `export async function read() { const { data } = await R0.all(${QUERY}); ${USE} }`,
  ].join('\n')
}

/** @param {number} index @param {(target: number) => string} target */
function relationships(index, target) {
  return Array.from({ length: RELATIONSHIPS }, (_, k) => {
    const to = target((index * RELATIONSHIPS + k + 1) % COUNT)
    return `r${k}: ${k % 2 === 0 ? 'ToOne' : 'ToMany'}<${to}>`
  }).join('; ')
}

function numbers() {
  return Array.from({ length: COUNT }, (_, index) => index)
}
