import { setTimeout as sleep } from 'node:timers/promises'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases, type BlogClient, type OpenDatabase } from '../../support/databases.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'

describe.each(databases)(
  'write/aborted-transactions (23.8): a hook that swallows an error, on $name',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    let inner: () => BlogClient
    let errors: unknown[]
    beforeAll(async () => {
      opened = await database.open({ seed: true })
      const adapter = prismaAdapter(opened.prisma)
      inner = () => adapter.client as BlogClient
    })
    beforeEach(() => {
      errors = []
    })
    afterAll(() => opened.close())

    /** Updates the bio of an author, with a hook before the commit. */
    async function update(bio: string, hook: () => Promise<void>) {
      const { resources } = recordedBlog(opened.prisma)
      const authors = resources['authors'] as ResourceClass
      authors.beforeCommit('update', hook)
      const served = serveWrites(resources, {
        answerErrors: true,
        onError: (error: unknown) => errors.push(error),
      } as object)
      const data = { type: 'authors', id: '1', attributes: { bio } }
      const answer = await served.send('PATCH', '/authors/1', { data })
      const author = await opened.prisma.author.findUnique({ where: { id: 1 }, select: { bio: true } })
      return { answer, isWritten: author?.bio === bio }
    }
    const swallowed = (failing: () => Promise<unknown>) => failing().catch(() => {})
    const taken = () => inner().tag.create({ data: { id: 1, name: 'taken' } })

    test('if an error that a hook swallows aborts the transaction, the response is a logged 500; otherwise, the written record is returned', async () => {
      const { answer, isWritten } = await update('refused', () => swallowed(taken).then(() => {}))
      if (database.name !== 'postgresql') {
        expect([answer.status, isWritten, errors]).toEqual([200, true, []])
        return
      }
      expect([answer.status, isWritten]).toEqual([500, false])
      expect(answer.body).toMatchObject({ errors: [{ code: 'internal_error' }] })
      expect(JSON.stringify(answer.body)).not.toContain('written')
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining('aborted'),
          cause: { message: expect.stringContaining('Unique'), code: 'P2002' },
        },
      ])
      expect((await update('next', async () => {})).answer.status).toBe(200)
    })

    if (database.name === 'sqlite') return
    test('if a savepoint undoes an error that a hook swallows, the write succeeds', async () => {
      const { answer, isWritten } = await update('saved', async () => {
        await inner().$executeRawUnsafe('SAVEPOINT hooked')
        await swallowed(taken)
        await inner().$executeRawUnsafe('ROLLBACK TO SAVEPOINT hooked')
      })
      expect([answer.status, isWritten, errors]).toEqual([200, true, []])
    })

    test('if a hook swallows the timeout of a lock wait, no data is written, because the operation is partly undone', async () => {
      let release = (): void => {}
      const released = new Promise<void>((resume) => (release = resume))
      let hold = (): void => {}
      const held = new Promise<void>((resume) => (hold = resume))
      const others = opened.prisma.$transaction(
        async (theirs) => {
          await theirs.tag.update({ data: { name: 'held' }, where: { id: 2 } })
          hold()
          await released
        },
        { timeout: 60_000 },
      )
      await held
      let attempts = 0
      const refusals: string[] = []
      const { answer, isWritten } = await update('waited', async () => {
        if (++attempts > 1) return
        await inner().$executeRawUnsafe(
          database.name === 'postgresql'
            ? `SET LOCAL lock_timeout = '300ms'`
            : 'SET SESSION innodb_lock_wait_timeout = 1',
        )
        await swallowed(() => inner().tag.update({ data: { name: 'ours' }, where: { id: 2 } }))
        await inner()
          .tag.create({ data: { name: 'behind the lock' } })
          .catch(({ name, message }: Error) => refusals.push(`${name} ${message}`))
      })
      release()
      await others
      expect([answer.status, isWritten, attempts, refusals.length]).toEqual([200, true, 2, 1])
      expect(await opened.prisma.tag.count({ where: { name: 'behind the lock' } })).toBe(0)
    }, 60_000)

    test('after a deadlock that a hook swallows, the whole transaction restarts, because the store has undone all of it', async () => {
      let attempts = 0
      let other: Promise<unknown> | undefined
      const { answer, isWritten } = await update('deadlocked', async () => {
        if (++attempts > 1) return
        // The store chooses the victim. On PostgreSQL, this is the transaction that checks first. On MariaDB, it is the
        // one with fewer changes.
        if (database.name === 'postgresql') {
          await inner().$executeRawUnsafe(`SET LOCAL deadlock_timeout = '20ms'`)
        }
        let hasTags = (): void => {}
        const locked = new Promise<void>((resume) => {
          hasTags = resume
        })
        other = opened.prisma.$transaction(async (others) => {
          await others.post.updateMany({ data: { views: { increment: 1 } } })
          await others.tag.update({ data: { name: 'theirs' }, where: { id: 1 } })
          hasTags()
          await others.author.update({ where: { id: 1 }, data: { name: 'Theirs' } })
        })
        await locked
        await sleep(300)
        await swallowed(() => inner().tag.update({ data: { name: 'ours' }, where: { id: 1 } }))
        await swallowed(() => inner().tag.create({ data: { name: 'behind the deadlock' } }))
      })
      await other
      expect([answer.status, isWritten, attempts, errors]).toEqual([200, true, 2, []])
      expect(await opened.prisma.tag.count({ where: { name: 'behind the deadlock' } })).toBe(0)
    }, 30_000)
  },
)
