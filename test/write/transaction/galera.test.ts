import { DriverAdapterError } from '@prisma/driver-adapter-utils'
import type { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../support/clients.js'
import { type BlogClient, closeClient, databases, type OpenDatabase } from '../../support/databases.js'
import { noteUrl } from '../../support/engine.js'
import { adapterTo } from '../../support/stores.js'
import { prepareGround, threeLevels } from '../support/graph.js'
import { dumpBlog } from '../support/dump.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

/** The error from a Galera node if another node's transaction was faster. */
const DEADLOCK = 'Deadlock found when trying to get lock; try restarting transaction'

/**
 * A driver adapter that rejects a number of commits as Galera does: the node rolls back and reports error
 * 1213.
 */
function refusingCommits(url: string, refusals: { left: number; met: number }): PrismaMariaDb {
  const factory = adapterTo('mariadb', url) as PrismaMariaDb
  const connect = factory.connect.bind(factory)
  factory.connect = async () => {
    const connection = await connect()
    const startTransaction = connection.startTransaction.bind(connection)
    connection.startTransaction = async (level) => {
      const transaction = await startTransaction(level)
      const commit = transaction.commit.bind(transaction)
      transaction.commit = async () => {
        if (refusals.left === 0) return commit()
        refusals.left -= 1
        refusals.met += 1
        await transaction.rollback()
        throw new DriverAdapterError({
          originalCode: '1213',
          originalMessage: DEADLOCK,
          kind: 'TransactionWriteConflict',
        })
      }
      return transaction
    }
    return connection
  }
  return factory
}

describe.each(databases.filter(({ name }) => name === 'mariadb'))(
  'write/galera: errors from a Galera node on $name',
  (database) => {
    const refusals = { left: 0, met: 0 }
    let opened: OpenDatabase<BlogClient>
    let prisma: BlogClient
    beforeAll(async () => {
      opened = await database.open({ seed: true })
      prisma = await createClient('blog', 'mariadb', refusingCommits(opened.url, refusals))
      noteUrl(prisma, opened)
    })
    afterAll(async () => {
      await closeClient(prisma)
      await opened.close()
    })
    const serve = () => serveWrites(recordedBlog(prisma).resources, { answerErrors: true })

    /**
     * Runs a function while an INSERT of a tag fails with the error from a node that is outside the cluster or
     * accepts no writes.
     */
    async function whileTagsSay(code: number, words: string, run: () => Promise<void>): Promise<void> {
      const said = `SIGNAL SQLSTATE '08S01' SET MYSQL_ERRNO = ${code}, MESSAGE_TEXT = '${words}'`
      await opened.prisma.$executeRawUnsafe(`CREATE TRIGGER away BEFORE INSERT ON Tag FOR EACH ROW ${said}`)
      try {
        await run()
      } finally {
        await opened.prisma.$executeRawUnsafe('DROP TRIGGER away')
      }
    }

    test('a commit that conflicts with another node is retried, and written once (19.4)', async () => {
      const { path, body } = threeLevels(await prepareGround(opened.prisma), 'galera-again')
      Object.assign(refusals, { left: 2, met: 0 })
      const { status } = await serve().send('PATCH', path, body)
      expect([status, refusals.met]).toEqual([200, 2])
      const made = await opened.prisma.post.count({ where: { title: { contains: 'galera-again' } } })
      const comments = await opened.prisma.comment.count({ where: { body: { contains: 'galera-again' } } })
      expect([made > 0, comments > 0]).toEqual([true, true])
    })

    test('a commit that conflicts each time returns 409, and no data is written (19.4)', async () => {
      const { path, body } = threeLevels(await prepareGround(opened.prisma), 'galera-never')
      const before = await dumpBlog(opened.prisma)
      Object.assign(refusals, { left: 100, met: 0 })
      const answer = await serve().send('PATCH', path, body)
      const { met } = refusals
      refusals.left = 0
      expect([answer.status, met]).toEqual([409, 4])
      expect(answer.body).toMatchObject({ errors: [{ code: 'conflict' }] })
      expect(await dumpBlog(opened.prisma)).toEqual(before)
    })

    test.each([
      [1047, 'WSREP has not yet prepared node for application use'],
      [1290, 'The MariaDB server is running with the --read-only option so it cannot execute this statement'],
    ])('a node that currently accepts no writes (error %i) returns 503 (19.5)', async (code, words) => {
      const tag = { data: { type: 'tags', attributes: { name: `galera-${code}` } } }
      await whileTagsSay(code, words, async () => {
        const answer = await serve().send('POST', '/tags', tag)
        expect([answer.status, answer.body]).toEqual([
          503,
          {
            jsonapi: { version: '1.1' },
            errors: [
              {
                id: expect.any(String),
                status: '503',
                code: 'service_unavailable',
                title: 'Service unavailable',
                detail: 'The store cannot be reached or is too busy.',
              },
            ],
          },
        ])
      })
      expect(await opened.prisma.tag.count({ where: { name: `galera-${code}` } })).toBe(0)
      expect((await serve().send('POST', '/tags', tag)).status).toBe(201)
    })
  },
)
