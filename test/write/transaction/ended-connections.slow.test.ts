import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientDirectory } from '../../../scripts/lib/datamodels.js'
import { at } from '../../../scripts/lib/paths.js'
import { clientModuleFor } from '../../../src/init/client-module.js'
import { kyselyModuleFor } from '../../../src/init/kysely-module.js'
import { bundle } from '../../support/bundle.js'
import { PROVIDERS } from '../../support/clients.js'
import { databases, type OpenDatabase, type TypesClient } from '../../support/databases.js'
import { SEED } from '../../support/dice.js'
import { factsOf } from '../../support/facts.js'
import { isSoak } from '../../support/sample.js'
import type { EndedOrders, EndedReport } from '../support/ended-worker.js'

const ROUNDS = isSoak ? 300 : 16

const ENGINES = ['prisma', 'kysely'] as const

const servers = databases.filter(({ name }) => name !== 'sqlite')

describe.each(servers)(
  'write/ended-connections: a server created by `init`, whose connections $name ends',
  (database) => {
    const directory = at(`.tmp/ended-${process.pid}-${database.name}`)
    const provider = PROVIDERS[database.name]
    let opened: OpenDatabase<TypesClient>
    beforeAll(async () => {
      await mkdir(directory, { recursive: true })
      opened = await database.openTypes()
      const modules = ENGINES.flatMap((engine) => [1, 10].map((size) => ({ engine, size })))
      for (const { engine, size } of modules) {
        const client = join(clientDirectory('types', provider), 'client.js')
        const module =
          engine === 'prisma'
            ? clientModuleFor(provider, { client, isReloaded: false })
            : kyselyModuleFor(provider, './store.gen.js')
        const path = join(directory, `${engine}-${size}.ts`)
        await writeFile(path, interrupted(String(await module?.text()), size))
      }
      await bundle(directory, {
        worker: at('test/write/support/ended-worker.ts'),
        ...Object.fromEntries(
          modules.map(({ engine, size }) => [`${engine}-${size}`, join(directory, `${engine}-${size}.ts`)]),
        ),
      })
    }, 120_000)
    afterAll(async () => {
      await opened.close()
      await rm(directory, { recursive: true, force: true })
    })

    test.each(ENGINES.flatMap((engine) => [1, 10].map((size) => [engine, size] as const)))(
      `the server survives ${ROUNDS} rounds from seed ${SEED} and returns only correct responses, on %s with a pool of %i (14.6, 23.15)`,
      async (engine, size) => {
        const module = pathToFileURL(join(directory, `${engine}-${size}.mjs`)).href
        const orders: EndedOrders = {
          module,
          engine,
          server: database.name === 'postgresql' ? 'postgresql' : 'mariadb',
          url: opened.url,
          facts: factsOf(opened.prisma),
          rounds: ROUNDS,
          seed: SEED + size,
        }
        const worker = spawn(process.execPath, [join(directory, 'worker.mjs'), JSON.stringify(orders)], {
          env: {
            ...process.env,
            DATABASE_URL: addressFor(opened.url, engine),
            PGAPPNAME: `ended_${process.pid}_${engine}_${size}`,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        const [output, errors, code] = await Promise.all([
          text(worker.stdout),
          text(worker.stderr),
          new Promise<number | null>((resolve) => worker.once('close', resolve)),
        ])
        expect([code, code === 0 ? '' : errors]).toEqual([0, ''])
        const { statuses, ...others } = JSON.parse(output) as EndedReport
        if (isSoak) process.stdout.write(`${database.name} ${engine} ${size}: ${JSON.stringify(statuses)}\n`)
        // Prisma's driver `mariadb` leaves a timer for a second.
        const timers: unknown = engine === 'kysely' ? 0 : expect.any(Number)
        expect(others).toEqual({ untrue: [], unexpected: [], timers })
        expect(Object.keys(statuses)).toContain('503 false')
      },
      1_200_000,
    )
  },
)

/** The module from `init`, with the given pool size, which awaits `between` before each statement. */
function interrupted(module: string, size: number): string {
  const changes: readonly (readonly [string | RegExp, string])[] = [
    [/(max|connectionLimit): 10/, `$1: ${size}`],
    [
      /new PrismaClient\(\{ adapter \}\)/,
      'new PrismaClient({ adapter: interruptedFactory(adapter, () => globalThis.between()) })',
    ],
    [/\{ dialect: /, '{ log: () => globalThis.between(), dialect: '],
  ]
  return changes.reduce(
    (changed, [from, to]) => changed.replace(from, to),
    module.includes('PrismaClient')
      ? `import { interruptedFactory } from '${at('test/write/support/interrupted-factory.ts')}'\n${module}`
      : module,
  )
}

/** Each engine expects the test's schema in a different part of the URL. */
function addressFor(url: string, engine: EndedOrders['engine']): string {
  const located = new URL(url)
  if (located.protocol === 'mariadb:') return url.replace(/^mariadb:/, 'mysql:')
  const schema = /search_path=(\w+)/.exec(located.searchParams.get('options') ?? '')?.[1] ?? ''
  if (engine === 'prisma') {
    located.searchParams.delete('options')
    located.searchParams.set('schema', schema)
  }
  return located.href
}
