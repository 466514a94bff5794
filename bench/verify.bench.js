// Measures `jsonapi-gen verify` as a process, on databases that match their schema: the medians of the elapsed time, and
// of the processor time, which hardly depends on other programs.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { createTablesOf } from '../examples/blog/dist/database.js'
import { at } from '../scripts/lib/paths.js'
import { prismaSchema, yamlSchema } from './lib/many-resources.js'

const RUNS = 3
const MODELS = [10, 100, 300]
const SERVER = process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

// When a process ends, writes the processor time that it used, in microseconds, to a separate file.
const METER = `data:text/javascript,${encodeURIComponent(
  "import { writeFileSync } from 'node:fs'; process.on('exit', () => { const { user, system } = process.cpuUsage(); writeFileSync(process.env.METER, String(user + system)) })",
)}`

// The drivers are those of the repository.
await mkdir(at('.tmp'), { recursive: true })
const base = await mkdtemp(at('.tmp/bench-verify-'))
try {
  await measure('sqlite', async (datamodel, count) => {
    const url = `file:${join(base, `${count}.db`)}`
    await createTablesOf(datamodel, new PrismaLibSql({ url }))
    return { url, drop: async () => {} }
  })
  await measure('postgresql', async (datamodel, count) => {
    const name = `bench_verify_${process.pid}_${count}`
    const url = new URL(SERVER)
    url.pathname = `/${name}`
    await execute(`CREATE DATABASE ${name}`)
    await createTablesOf(datamodel, new PrismaPg({ connectionString: url.href }))
    return { url: url.href, drop: () => execute(`DROP DATABASE ${name} WITH (FORCE)`) }
  }).catch((error) => {
    console.log(`PostgreSQL is omitted: ${error instanceof Error ? error.message : error}`)
  })
} finally {
  await rm(base, { recursive: true, force: true })
}

/**
 * @param {'sqlite' | 'postgresql'} provider
 * @param {(datamodel: string, count: number) => Promise<{ url: string, drop(): Promise<void> }>} create
 */
async function measure(provider, create) {
  for (const count of MODELS) {
    const folder = join(base, `${provider}-${count}`)
    const datamodel = prismaSchema(count).replace('"postgresql"', `"${provider}"`)
    await mkdir(join(folder, 'prisma'), { recursive: true })
    await writeFile(join(folder, 'prisma/schema.prisma'), datamodel)
    await writeFile(
      join(folder, 'schema.yaml'),
      yamlSchema(count).replace('client: src/prisma/client', 'schema: prisma/schema.prisma'),
    )
    const { url, drop } = await create(datamodel, count)
    try {
      const times = []
      for (let run = 0; run < RUNS; run++) times.push(await timed(folder, url))
      const seconds = (/** @type {'elapsed' | 'processor'} */ kind) =>
        median(times.map((time) => time[kind])).toFixed(2)
      console.log(
        `verify, ${provider}, ${String(count).padStart(3)} models: ${seconds('elapsed')} s, ${seconds('processor')} s of a processor`,
      )
    } finally {
      await drop()
    }
  }
}

/** @param {string} statement */
async function execute(statement) {
  const adapter = await new PrismaPg({ connectionString: SERVER }).connect()
  try {
    await adapter.executeRaw({ sql: statement, args: [], argTypes: [] })
  } finally {
    await adapter.dispose()
  }
}

/**
 * The elapsed time and the processor time of the command, in seconds.
 *
 * @param {string} cwd
 * @param {string} url
 * @returns {Promise<{ elapsed: number, processor: number }>}
 */
async function timed(cwd, url) {
  const began = performance.now()
  const meter = join(cwd, 'meter')
  await verify(cwd, url, meter)
  const elapsed = (performance.now() - began) / 1000
  return { elapsed, processor: Number(await readFile(meter, 'utf8')) / 1e6 }
}

/**
 * @param {string} cwd
 * @param {string} url
 * @param {string} meter
 * @returns {Promise<void>}
 */
function verify(cwd, url, meter) {
  const command = ['--import', METER, at('bin/jsonapi-gen.js'), 'verify', '--database', url]
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd,
      env: { ...process.env, METER: meter },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (data) => (said += data))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`verify ended with ${code}: ${said}`))
    })
  })
}

/** @param {readonly number[]} numbers */
function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
