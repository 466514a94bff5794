import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../support/clients.js'
import { databases, type BlogClient, type OpenDatabase } from '../../support/databases.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

const NAME = `terminated-${process.pid}`

describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'write/terminated-backends: a server on $name that uses the handler in docs/operations.md',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    let prisma: BlogClient
    beforeAll(async () => {
      opened = await database.open({ seed: true })
      const schema = /search_path=(\w+)/.exec(new URL(opened.url).searchParams.get('options') ?? '')?.[1]
      const adapter = new PrismaPg(
        {
          connectionString: opened.url,
          application_name: NAME,
          onConnect: (client) => {
            client.on('error', () => {})
          },
        },
        schema === undefined ? {} : { schema },
      )
      prisma = await createClient('blog', database.name, adapter)
    })
    afterAll(async () => {
      await prisma.$disconnect()
      await opened.close()
    })

    test('the server survives the loss of backends, however often they are terminated, and responds again', async () => {
      const served = serveWrites(recordedBlog(prisma).resources, { answerErrors: true })
      const patch = (n: number) =>
        served.send('PATCH', `/tags/${(n % 20) + 1}`, {
          data: { type: 'tags', id: String((n % 20) + 1), attributes: { name: `tag ${n} ${Math.random()}` } },
        })
      const statuses = new Set<number>()
      for (let round = 0; round < 15; round++) {
        const answers = Promise.all(Array.from({ length: 8 }, (_, n) => patch(round * 8 + n)))
        for (let times = 0; times < 3; times++) {
          await opened.prisma.$executeRawUnsafe(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${NAME}'`,
          )
        }
        for (const { status } of await answers) statuses.add(status)
      }
      expect([...statuses].filter((status) => ![200, 500, 503].includes(status))).toEqual([])
      expect((await patch(0)).status).toBe(200)
    }, 60_000)
  },
)
