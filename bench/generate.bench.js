// Measures the time and memory of the whole command line for many resources, compared with `prisma generate` for as
// many models. The results are medians of alternating runs, each in an empty folder. The folders are removed at the
// end, because ext4 skips all recently freed inodes for each new file, which would account for half of the measured
// time.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../scripts/lib/paths.js'
import { prismaSchema, yamlSchema } from './lib/many-resources.js'

const RUNS = 5
// The limits: a fraction of the time that `prisma generate` takes, and an amount of memory.
const BOUNDS = [
  { resources: 100, ratio: 0.65, mb: 450 },
  { resources: 1000, ratio: 0.33, mb: 450 },
]

// When a process ends, writes the resources that it used to a separate file.
const METER = `data:text/javascript,${encodeURIComponent(
  "import { writeFileSync } from 'node:fs'; process.on('exit', () => writeFileSync(process.env.METER, String(process.resourceUsage().maxRSS)))",
)}`

const base = await mkdtemp(join(tmpdir(), 'jsonapi-gen-bench-'))
try {
  for (const bound of BOUNDS) await compare(bound)
} finally {
  await rm(base, { recursive: true, force: true })
}

async function compare({ resources, ratio, mb }) {
  const rows = [
    { name: 'jsonapi-gen generate', command: ['bin/jsonapi-gen.js', 'generate', '--quiet'] },
    {
      name: 'jsonapi-gen generate --check',
      command: ['bin/jsonapi-gen.js', 'generate', '--check', '--quiet'],
    },
    { name: 'prisma generate', command: ['node_modules/prisma/build/index.js', 'generate', '--no-hints'] },
  ].map((row) => ({ ...row, times: [], memory: 0 }))
  for (let run = 0; run <= RUNS; run++) {
    const folder = join(base, `${resources}-${run}`)
    await mkdir(join(folder, 'prisma'), { recursive: true })
    await writeFile(join(folder, 'schema.yaml'), yamlSchema(resources))
    await writeFile(join(folder, 'prisma/schema.prisma'), prismaSchema(resources))
    for (const row of rows) {
      // The meter itself takes about forty milliseconds, so the last run measures only memory.
      if (run < RUNS) row.times.push(await timed(row.command, folder))
      else row.memory = await metered(row.command, folder)
    }
  }
  console.log(
    `${resources} resources, medians of ${RUNS} runs (bounds: ${ratio} × prisma generate, ${mb} MB)`,
  )
  const peer = rows[rows.length - 1].times
  for (const { name, times, memory } of rows) {
    const time = Math.round(median(times))
    const share = median(times.map((each, run) => each / peer[run])).toFixed(2)
    console.log(
      `  ${name.padEnd(30)} ${String(time).padStart(6)} ms ${share.padStart(5)} × ${String(Math.round(memory)).padStart(5)} MB`,
    )
  }
}

/** The time of a program in a folder, in milliseconds. */
async function timed(command, folder) {
  const began = performance.now()
  await runIn(folder, command)
  return performance.now() - began
}

/** The maximum memory that a program used, in MB. */
async function metered(command, folder) {
  const meter = join(folder, '.meter')
  await runIn(folder, command, ['--import', METER], { METER: meter })
  return Number(await readFile(meter, 'utf8')) / 1024
}

function runIn(folder, [program, ...parameters], nodeOptions = [], env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeOptions, at(program), ...parameters], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...env,
        // Prisma looks for a schema engine, although `generate` does not need it: any existing program will do.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: '1',
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
      },
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))))
  })
}

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
