// The code in docs/adapters.md.
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { type Api, createApi, Resource, type StoreFacts } from '@jsonapi-gen/runtime'
import { literalLike, PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { adapterContract } from '@jsonapi-gen/runtime/testing'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { PrismaClient } from '../../examples/blog/src/prisma/client.js'

const adapter = literalLike(new PrismaLibSql({ url: 'file:./prisma/dev.db', intMode: 'bigint' }))
export const prisma: PrismaClient = new PrismaClient({ adapter })

afterAll(() => prisma.$disconnect())

export const store: StoreFacts = {
  provider: 'postgresql',
  enums: {
    Status: ['draft', 'published'],
  },
  models: {
    Post: {
      table: 'posts',
      columns: {
        id: { type: 'integer', generated: 'autoincrement' },
        title: { type: 'string', native: 'VarChar(200)' },
        status: { enum: 'Status', default: 'draft' },
        slug: { type: 'string?', stored: 'url_slug', unique: true },
        authorId: 'integer',
      },
      relations: {
        author: { model: 'Author', key: { authorId: 'id' }, onDelete: 'Restrict' },
        tags: { model: 'Tag', many: true, inverse: 'posts', join: '_PostToTag' },
      },
    },
  },
}

export class ApplicationResource extends Resource {
  static {
    ApplicationResource.useAdapter(new PrismaAdapter(prisma))
  }
}

export class WordResource extends ApplicationResource {
  static {
    WordResource.type('words')
    WordResource.model('Tag')
    WordResource.facts({
      provider: 'sqlite',
      models: { Tag: { columns: { id: { type: 'integer', generated: 'autoincrement' }, name: 'string' } } },
    })
    WordResource.id('integer')
    WordResource.attribute('name', 'string')
  }
}

export function testContract(adapter: Adapter): void {
  const resource = {
    type: 'nodes',
    model: 'Node',
    primaryKey: ['id'],
    version: undefined,
    exact: new Set<string>(),
  }
  // oxlint-disable-next-line vitest/expect-expect -- a check throws the faults that it finds
  test.each(adapterContract)('$name', ({ check }) => check({ adapter, resource }))
}

export class CountingAdapter extends PrismaAdapter<PrismaClient> {
  records = 0

  override async read(...given: Parameters<PrismaAdapter['read']>): Promise<object[]> {
    const found = await super.read(...given)
    this.records += found.length
    return found
  }
}

export function logged(SECRET: string): Api {
  return createApi({
    registry,
    controllers,
    queryLog: (request) => request.headers.get('x-debug') === SECRET,
  })
}
