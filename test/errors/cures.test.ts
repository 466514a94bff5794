import { Controller, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { emptyFolder } from '../generator/support/folder.js'
import { freePort } from '../real/support/server.js'
import { createClient } from '../support/clients.js'
import { type DatabaseName, mariadbAdapter } from '../support/probe.js'

/** What a first start lacks, and what the log says of it. */
type Lack = 'tables' | 'a database' | 'a server' | 'a folder'

const MIGRATE = 'Make it: `npm run db:migrate` where the project has that script, and'
const CURES: Readonly<Record<Lack, string>> = {
  tables: `The database lacks a table or a column that the Prisma schema has. ${MIGRATE}`,
  'a database': 'There is no database of that name. Make an empty one, or name another in DATABASE_URL.',
  'a server':
    'No database answers there. Start it, or name another in DATABASE_URL, and start the server again.',
  'a folder':
    'The file of the database cannot be opened. Make its folder, or name another file in DATABASE_URL.',
}

/** The drivers of stores that lack something. */
async function lacking(name: DatabaseName, lack: Lack): Promise<SqlDriverAdapterFactory> {
  if (name === 'sqlite') {
    const folder = await emptyFolder()
    return new PrismaLibSql({ url: `file:${folder}/${lack === 'a folder' ? 'none/' : ''}x.db` })
  }
  const url = new URL(inject('databases').find((each) => each.name === name)?.url ?? '')
  if (lack === 'a server') url.port = String(await freePort())
  // Every server has these, and none of them has our tables.
  url.pathname = lack === 'a database' ? '/none_of_ours' : name === 'postgresql' ? '/postgres' : '/mysql'
  return name === 'postgresql' ? new PrismaPg(url.href) : mariadbAdapter(url.href, 500)
}

const CASES = inject('databases').flatMap(({ name }) =>
  (name === 'sqlite'
    ? (['tables', 'a folder'] as const)
    : (['tables', 'a database', 'a server'] as const)
  ).map((lack) => ({ name, lack })),
)

describe('errors/cures (14.7): the log of a first start says what to type', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test.each(CASES)('$name without $lack', async ({ name, lack }) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    const prisma = await createClient('blog', name, await lacking(name, lack))
    class TagResource extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.useAdapter(new PrismaAdapter(prisma))
        this.id('integer')
        this.attribute('name', 'string')
      }
    }
    class TagsController extends Controller {
      static {
        this.jsonapi(TagResource)
      }
      index(): Promise<Response> {
        return this.renderJsonapi(this.jsonapiResource.baseScope(this))
      }
    }
    const api = createApi({
      registry: defineRegistry({ tags: TagResource }),
      controllers: { tags: TagsController },
    })
    const response = await api.fetch(new Request('http://api.test/tags'))
    const answer = await response.text()
    await prisma.$disconnect()
    const [[said] = [], [cure] = []] = printed.mock.calls
    expect(said).toMatch(/^[\da-f-]{36} GET \/tags$/)
    expect(cure).toEqual(expect.stringContaining(CURES[lack]))
    // The client is told none of it.
    expect([response.status, /DATABASE_URL|migrate|Tag\b/.test(answer)]).toEqual([
      lack === 'tables' ? 500 : 503,
      false,
    ])
  })

  test('an error of another kind has no line of its own', async () => {
    const prisma = await createClient('blog', 'sqlite', await lacking('sqlite', 'tables'))
    const { cureOf } = new PrismaAdapter(prisma)
    const loop = new Error('a bug')
    loop.cause = loop
    expect(
      [loop, undefined, { code: 'P2002', message: 'Unique constraint failed' }].map((error) => cureOf(error)),
    ).toEqual([undefined, undefined, undefined])
  })
})
