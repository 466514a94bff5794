import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BlogClient,
  closeClient,
  databases,
  openClient,
  type OpenDatabase,
} from '../../support/databases.js'
import { shortErrors } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

/** Changes to a store's URL that make writes impossible. */
const UNABLE: Readonly<Record<string, (url: URL) => void>> = {
  'accepts no writes after a failover': ({ searchParams }) => {
    const options = searchParams.get('options') ?? ''
    searchParams.set('options', `${options} -c default_transaction_read_only=on`)
  },
  'lacks the database': (url) => {
    url.pathname = '/nosuch'
  },
}

describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'write/unable-stores (23.3): a write to a store on $name that cannot write',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    beforeAll(async () => {
      opened = await database.open()
    })
    afterAll(() => opened.close())

    test.each(Object.entries(UNABLE))(
      'a write to a store that %s returns 503, and no data is written',
      async (_name, change) => {
        const url = new URL(opened.url)
        change(url)
        const prisma = await openClient('blog', { name: database.name, url: url.href })
        const answer = await serveWrites(recordedBlog(prisma).resources).send('POST', '/tags', {
          data: { type: 'tags', attributes: { name: 'x' } },
        })
        await closeClient(prisma)
        expect([answer.status, shortErrors(answer)]).toEqual([
          503,
          ['503 - The store cannot be reached or is too busy.'],
        ])
        expect(await opened.prisma.tag.count()).toBe(0)
      },
    )
  },
)
