import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientDirectory } from '../../../scripts/lib/datamodels.js'
import { at } from '../../../scripts/lib/paths.js'
import { bundle } from '../../support/bundle.js'
import { PROVIDERS } from '../../support/clients.js'
import { databases, type BlogClient, type OpenDatabase } from '../../support/databases.js'
import { factsOf } from '../../support/facts.js'
import { isSoak } from '../../support/sample.js'
import { dumpBlog } from '../support/dump.js'
import { prepareGround, threeLevels } from '../support/graph.js'
import type { WorkerOrders } from '../support/killed-worker.js'

/**
 * The distance between the tested steps. On PostgreSQL, every third step is tested, or every step in a soak. A few
 * steps are sufficient on SQLite, because only one process uses the file, and on MariaDB, because PostgreSQL is a
 * similar server.
 */
const STEPS = { sqlite: 9, postgresql: isSoak ? 1 : 3, mariadb: 9 }

describe.each(databases)('write/killed: a process that is killed, on $name', (database) => {
  const directory = at(`.tmp/killed-${process.pid}-${database.name}`)
  let opened: OpenDatabase<BlogClient> | undefined
  beforeAll(async () => {
    await mkdir(directory, { recursive: true })
    await bundle(directory, {
      worker: at('test/write/support/killed-worker.ts'),
      client: join(clientDirectory('blog', PROVIDERS[database.name]), 'client.ts'),
    })
    opened = await database.open({ seed: true })
  })
  afterAll(async () => {
    await opened?.close()
    await rm(directory, { recursive: true, force: true })
  })

  test('a killed process leaves no partial write behind, whichever step it is killed at', async () => {
    if (!opened) throw new Error('The blog is opened before.')
    const { prisma, url } = opened
    const { path, body } = threeLevels(await prepareGround(prisma), 'killed')
    const before = await dumpBlog(prisma)
    const client = pathToFileURL(join(directory, 'client.mjs')).href
    const outcomes: string[] = []
    for (let dieAt = 1; outcomes.at(-1) !== '200' && dieAt < 100; dieAt += STEPS[database.name]) {
      outcomes.push(
        await serve(join(directory, 'worker.mjs'), {
          client,
          url,
          path,
          body,
          dieAt,
          facts: factsOf(prisma),
        }),
      )
      const isWritten = (await prisma.tag.count({ where: { name: 'killed' } })) > 0
      // The process may also be killed after the commit, while it reads the response. Then everything is written.
      if (!isWritten) expect(await dumpBlog(prisma)).toEqual(before)
      else {
        expect(await prisma.comment.count({ where: { body: { startsWith: 'killed' } } })).toBe(2)
        break
      }
    }
    expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['SIGKILL']))
    expect(outcomes.length).toBeGreaterThan(20 / STEPS[database.name])
  }, 180_000)
})

/** Runs one process, and returns the signal that ended it, or its output. */
function serve(worker: string, orders: WorkerOrders): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [worker, JSON.stringify(orders)],
      { timeout: 60_000 },
      (error, stdout, stderr) => {
        resolve(error?.signal ?? (stdout || stderr))
      },
    )
  })
}
