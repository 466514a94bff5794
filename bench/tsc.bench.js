// Measures the cost of our types for the compiler in a whole application: `tsc` for a generated project of 200
// resources on Prisma, compared with a floor. The floor is the same project with the same Prisma client and the same
// files, statement by statement, but without types from our package (bench/lib/untyped.js). Records and scopes are
// plain interfaces, a shape does not describe filters, sorts, stats and sideloads, a query is an empty interface, and
// the declarations of resources and controllers accept any object. Both are compiled in turn. A ratio is the median of
// neighboring runs. The cost of Prisma's client alone is also printed. `RESOURCES=302` compiles a project of a
// different size.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../scripts/lib/paths.js'
import { node, run, tsc } from '../scripts/lib/run.js'
import { prismaSchema, yamlSchema } from './lib/many-resources.js'
import { save } from './lib/pairs.js'
import { UNTYPED, withoutTypes } from './lib/untyped.js'

const RESOURCES = Number(process.env['RESOURCES'] ?? 200)
const RUNS = Number(process.env['RUNS'] ?? 5)
// The limit, as a multiple of the floor's processor time and real time.
const BOUND = 1.3

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  module: 'nodenext',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
}
const STAND_IN = './types/runtime.d.ts'
const ENTRIES = ['', '/v1', '/prisma', '/express'].map((entry) => `@jsonapi-gen/runtime${entry}`)

// Prints the resources that the compiler used when it ends.
const METER = `data:text/javascript,${encodeURIComponent(
  `process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    process.stdout.write('Processor time: ' + (user + system) / 1e6 + 's\\n')
  })`,
)}`

const PRISMA = `import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './prisma/client.js';

export const prisma: PrismaClient = new PrismaClient({ adapter: new PrismaPg('postgresql://localhost/app') });
`

const ours = at('.tmp/bench/tsc/ours')
const floor = at('.tmp/bench/tsc/floor')
const client = at('.tmp/bench/tsc/client')
await writeOurs()
await writeFloor()
await writeClient()

const rounds = []
for (let round = 0; round < RUNS; round++) {
  rounds.push({ ours: await compiled(ours), floor: await compiled(floor) })
}
console.log(
  `tsc for ${RESOURCES} resources, medians of ${RUNS} runs in turn (bound of times: ${BOUND} × the floor)`,
)
for (const [name, unit, isTime] of [
  ['processor', 's', true],
  ['clock', 's', true],
  ['checking', 's', false],
  ['memory', 'MB', false],
  ['types', '', false],
  ['instantiations', '', false],
]) {
  const [typed, untyped] = ['ours', 'floor'].map((of) => median(rounds.map((one) => one[of][name])))
  const ratio = median(rounds.map((one) => one.ours[name] / one.floor[name]))
  const verdict = isTime ? (ratio <= BOUND ? ', within' : ', OVER') : ''
  console.log(
    `  ${name.padEnd(15)} ${typed.toFixed(1)} ${unit} beside ${untyped.toFixed(1)} ${unit}: ${ratio.toFixed(2)}${verdict}`,
  )
  if (verdict === ', OVER') process.exitCode = 1
  if (name === 'processor') {
    const pair = { ours: typed * 1000, floor: untyped * 1000, ratio, rounds: RUNS }
    save(`tsc, ${RESOURCES} resources, processor time`, [['with our types', pair]])
  }
}

const alone = await compiled(client)
console.log(
  `  Prisma's client alone: ${alone.processor.toFixed(1)} s by the processor, ${alone.memory.toFixed(0)} MB, ${alone.instantiations} instantiations`,
)

/** The generated project, with the code that its application must write. */
async function writeOurs() {
  await rm(ours, { recursive: true, force: true })
  await mkdir(join(ours, 'prisma'), { recursive: true })
  await mkdir(join(ours, 'src'))
  await writeFile(join(ours, 'schema.yaml'), yamlSchema(RESOURCES))
  await writeFile(join(ours, 'prisma/schema.prisma'), prismaSchema(RESOURCES))
  await writeFile(join(ours, 'src/prisma.ts'), PRISMA)
  await writeFile(join(ours, 'tsconfig.json'), config({}))
  await node([at('bin/jsonapi-gen.js'), 'generate', '--quiet'], { cwd: ours })
  // Prisma looks for a schema engine, although `generate` does not need it: any existing program will do.
  const env = { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' }
  await node([at('node_modules/prisma/build/index.js'), 'generate', '--no-hints'], { cwd: ours, env })
  for (let index = 0; index < RESOURCES; index++) {
    await writeFile(join(ours, `src/api/thing${index}.resource.ts`), resource(index))
  }
}

/** The same project without our types. */
async function writeFloor() {
  await rm(floor, { recursive: true, force: true })
  for (const entry of await readdir(join(ours, 'src'), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const from = join(entry.parentPath, entry.name)
    const to = join(floor, from.slice(ours.length))
    const text = await readFile(from, 'utf8')
    await mkdir(join(to, '..'), { recursive: true })
    await writeFile(to, from.includes('/api/') ? withoutTypes(text) : text)
  }
  await mkdir(join(floor, 'types'))
  await writeFile(join(floor, STAND_IN), UNTYPED)
  await writeFile(
    join(floor, 'tsconfig.json'),
    config({ paths: Object.fromEntries(ENTRIES.map((entry) => [entry, [STAND_IN]])) }),
  )
}

/** Only Prisma's client. */
async function writeClient() {
  await rm(client, { recursive: true, force: true })
  await cp(join(ours, 'src/prisma'), join(client, 'src/prisma'), { recursive: true })
  await cp(join(ours, 'src/prisma.ts'), join(client, 'src/prisma.ts'))
  await writeFile(join(client, 'tsconfig.json'), config({}))
}

/** The resources that the compiler used for a project. */
async function compiled(folder) {
  const began = performance.now()
  const { code, output } = await run(
    process.execPath,
    ['--import', METER, tsc('typescript'), '-p', folder, '--extendedDiagnostics'],
    { quiet: true },
  )
  const clock = (performance.now() - began) / 1000
  if (code !== 0) throw new Error(output)
  const value = (name) => Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(output)?.[1])
  return {
    clock,
    processor: value('Processor time'),
    checking: value('Check time'),
    memory: value('Memory used') / 1024,
    types: value('Types'),
    instantiations: value('Instantiations'),
  }
}

/** The application's file with the methods that the schema requires. */
function resource(index) {
  return `import { Thing${index}ResourceBase, type Thing${index}Scope } from './generated/thing${index}.gen.js';

export class Thing${index}Resource extends Thing${index}ResourceBase {
  filterPopular(scope: Thing${index}Scope, value: boolean): Thing${index}Scope {
    return scope.where({ views: value ? { gte: 100 } : { lt: 100 } });
  }
}
`
}

function config(more) {
  return JSON.stringify({ compilerOptions: { ...COMPILER_OPTIONS, ...more }, include: ['src'] })
}

/** @param {readonly number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
