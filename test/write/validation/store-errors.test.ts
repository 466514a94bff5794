import { PrismaPg } from '@prisma/adapter-pg'
import { ValidationError } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClient } from '../../support/clients.js'
import { databases } from '../../support/databases.js'
import { mariadbAdapter } from '../../support/probe.js'
import { shortErrors, written } from '../support/documents.js'
import { writableBlog } from '../support/blog.js'
import { dumpBlog } from '../support/dump.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'
import { sqliteAdapter } from '../../support/stores.js'

/** A value of every type, as in a document. */
const SAMPLE = {
  string: 'Ünïcödé 🚀',
  integer: -2_147_483_648,
  bigint: '9223372036854775807',
  float: 0.1,
  decimal: '12345.6789',
  boolean: false,
  date: '2024-02-29',
  datetime: '2024-02-29T23:59:59.999Z',
  json: { set: [1, null, { increment: 1 }] },
  bytes: 'AAH+/w==',
  uuid: '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
  color: 'green',
}

describe.each(databases)('write/store-errors (11.10): errors from the store on $name', (database) => {
  const blog = writableBlog(database)
  const types = writableTypes(database)
  const documents = (attributes: object) =>
    serveWrites(typesResources(types.adapter)).send('POST', '/documents', {
      data: { type: 'documents', attributes },
    })

  test('a unique value that is taken is reported at its attribute', async () => {
    const body = { data: { type: 'authors', attributes: { name: 'x', email: 'ada@example.com' } } }
    const answer = await blog.send('POST', '/authors', body)
    expect([answer.status, answer.body]).toEqual([
      422,
      {
        jsonapi: { version: '1.1' },
        errors: [
          {
            status: '422',
            code: 'validation_error',
            title: 'Validation error',
            detail: 'email is already taken.',
            source: { pointer: '/data/attributes/email' },
            meta: { attribute: 'email', message: 'is already taken' },
          },
        ],
      },
    ])
    expect(
      shortErrors(
        await blog.send('PATCH', '/tags/1', {
          data: { type: 'tags', id: '1', attributes: { name: 'food' } },
        }),
      ),
    ).toEqual(['422 /data/attributes/name name is already taken.'])
  })

  test('a store error names all values that must be unique together', async () => {
    written(await documents({ slug: 'a', folder: 'f', title: 't' }))
    expect(shortErrors(await documents({ slug: 'b', folder: 'f', title: 't' }))).toEqual([
      '422 /data/attributes/folder folder is already taken together with "title".',
      '422 /data/attributes/title title is already taken together with "folder".',
    ])
    expect(shortErrors(await documents({ slug: 'a', folder: 'g', title: 't' }))).toEqual([
      '422 /data/attributes/slug slug is already taken.',
    ])
  })

  test('an error in a nested record points to the child', async () => {
    const before = await dumpBlog(blog.prisma)
    const answer = await blog.send('PATCH', '/posts/1', {
      data: {
        type: 'posts',
        id: '1',
        attributes: { title: 'Rolled back' },
        relationships: { tags: { data: [{ type: 'tags', 'temp-id': 't', method: 'create' }] } },
      },
      included: [{ type: 'tags', 'temp-id': 't', attributes: { name: 'travel' } }],
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      422,
      ['422 /included/0/attributes/name name is already taken.'],
    ])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('a store error names a required relationship that is missing', async () => {
    const answer = await blog.send('POST', '/posts', {
      data: { type: 'posts', attributes: { title: 'x', body: 'y' } },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([422, ['422 /data author is required.']])
    const cleared = await blog.send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', relationships: { author: { data: null } } },
    })
    expect([cleared.status, shortErrors(cleared)]).toEqual([
      422,
      ['422 /data/relationships/author author is required.'],
    ])
  })

  test('each required relationship that is missing causes its own error (11.10)', async () => {
    const { api: _api, ...served } = serveWrites(typesResources(types.adapter))
    const create = (relationships: object) =>
      served.send('POST', '/memberships', { data: { type: 'memberships', relationships } })
    expect(shortErrors(await create({}))).toEqual([
      '422 /data/relationships user is required.',
      '422 /data/relationships team is required.',
    ])
    const { id } = await types.prisma.user.create({
      data: { name: 'n', email: `missing@${database.name}.org` },
    })
    const user = { data: { type: 'users', id: String(id) } }
    expect(shortErrors(await create({ user }))).toEqual(['422 /data/relationships team is required.'])
  })

  test('if an attribute that only the store requires is missing, the error names it', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['posts']?.attribute('body', 'string?')
    const posts = serveWrites(resources)
    const create = await posts.send('POST', '/posts', {
      data: {
        type: 'posts',
        attributes: { title: 'x' },
        relationships: { author: { data: { type: 'authors', id: '1' } } },
      },
    })
    expect(shortErrors(create)).toEqual(['422 /data/attributes body is required.'])
    const update = await posts.send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', attributes: { body: null } },
    })
    expect(shortErrors(update)).toEqual(['422 /data/attributes/body body is required.'])
  })

  test('a foreign key whose target no longer exists returns 404 at the relationship', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Posts = resources['posts']
    if (!Posts) throw new Error('There are posts.')
    class Racing extends Posts {
      override async create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        return super.create({ ...parameters, authorId: 999 }, parent)
      }
    }
    const answer = await serveWrites({ ...resources, posts: Racing }).send('POST', '/posts', {
      data: {
        type: 'posts',
        attributes: { title: 'x', body: '' },
        relationships: { author: { data: { type: 'authors', id: '1' } } },
      },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      404,
      ['404 /data/relationships/author A record that this one refers to does not exist.'],
    ])
  })

  test('if one of several foreign keys has no target, the error names that key if the store reports it', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Comments = resources['comments']
    if (!Comments) throw new Error('There are comments.')
    class Racing extends Comments {
      override async create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        return super.create({ ...parameters, authorId: 999 }, parent)
      }
    }
    const answer = await serveWrites({ ...resources, comments: Racing }).send('POST', '/comments', {
      data: {
        type: 'comments',
        attributes: { body: 'x' },
        relationships: {
          post: { data: { type: 'posts', id: '1' } },
          author: { data: { type: 'authors', id: '1' } },
        },
      },
    })
    const pointer = database.name === 'sqlite' ? '/data' : '/data/relationships/author'
    expect([answer.status, shortErrors(answer)]).toEqual([
      404,
      [`404 ${pointer} A record that this one refers to does not exist.`],
    ])
  })

  test('updating a record that no longer exists returns 404', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Tags = resources['tags']
    if (!Tags) throw new Error('There are tags.')
    class Racing extends Tags {
      override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        return super.update({ ...parameters, id: 999 }, parent)
      }
    }
    const answer = await serveWrites({ ...resources, tags: Racing }).send('PATCH', '/tags/1', {
      data: { type: 'tags', id: '1', attributes: { name: 'x' } },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      404,
      ['404 /data There is no record of type "tags" with the id "1".'],
    ])
  })

  test('linking a record that no longer exists returns 404 at its linkage', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Posts = resources['posts']
    if (!Posts) throw new Error('There are posts.')
    class Racing extends Posts {
      override associate(parent: object, _child: object, name: string, kind: string) {
        return super.associate(parent, { id: 999 }, name, kind)
      }
    }
    const before = await dumpBlog(blog.prisma)
    const answer = await serveWrites({ ...resources, posts: Racing }).send('PATCH', '/posts/1', {
      data: {
        type: 'posts',
        id: '1',
        relationships: { tags: { data: [{ type: 'tags', id: '20', method: 'update' }] } },
      },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      404,
      ['404 /data/relationships/tags/data/0 A record that this one refers to does not exist.'],
    ])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test('an error in an override of associate is reported at the relationship', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Posts = resources['posts']
    if (!Posts) throw new Error('There are posts.')
    class Picky extends Posts {
      override associate(): never {
        throw new ValidationError('is full')
      }
    }
    const answer = await serveWrites({ ...resources, posts: Picky }).send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', relationships: { tags: { data: [{ type: 'tags', id: '20' }] } } },
    })
    expect([answer.status, shortErrors(answer)]).toEqual([
      422,
      ['422 /data/relationships/tags/data/0 tags is full.'],
    ])
  })

  test("values that are too long or out of range are reported at the record, without the store's messages", async () => {
    const long = await blog.send('POST', '/authors', {
      data: { type: 'authors', attributes: { name: 'x'.repeat(300), email: 'long@example.com' } },
    })
    const wide = await blog.send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', attributes: { rating: '1e60' } },
    })
    const expected = {
      sqlite: [[], []],
      postgresql: [[], ['422 /data A value is out of range.']],
      mariadb: [
        ['422 /data/attributes/name name is too long.'],
        ['422 /data/attributes/rating rating is out of range.'],
      ],
    }
    expect([long, wide].map((answer) => (answer.status < 300 ? [] : shortErrors(answer)))).toEqual(
      expected[database.name],
    )
  })

  const computing = database.name === 'postgresql' ? [database.name] : []
  test.each(computing)(
    'values that make a calculation in PostgreSQL fail are reported as out of range',
    async () => {
      await blog.prisma.$executeRawUnsafe(
        `CREATE INDEX "zero" ON "Tag" ((1 / position('x' in name))) WHERE name LIKE 'zero%'`,
      )
      const answer = await blog.send('POST', '/tags', {
        data: { type: 'tags', attributes: { name: 'zero' } },
      })
      expect([answer.status, shortErrors(answer)]).toEqual([422, ['422 /data A value is out of range.']])
    },
  )

  test('if the store cannot be reached, a write returns 503', async () => {
    const nowhere = {
      sqlite: () => sqliteAdapter('file:/nonexistent/blog.db'),
      postgresql: () => new PrismaPg({ connectionString: 'postgresql://postgres@127.0.0.1:1/postgres' }),
      mariadb: () => mariadbAdapter('mariadb://root@127.0.0.1:1/test', 500),
    }
    const prisma = await createClient('blog', database.name, nowhere[database.name]())
    const answer = await serveWrites(recordedBlog(prisma).resources).send('POST', '/tags', {
      data: { type: 'tags', attributes: { name: 'x' } },
    })
    await prisma.$disconnect()
    expect([answer.status, shortErrors(answer)]).toEqual([
      503,
      ['503 - The store cannot be reached or is too busy.'],
    ])
  })

  test('values of every type are read back as they were written', async () => {
    const attributes = SAMPLE
    const nulls = Object.fromEntries(Object.keys(attributes).map((name) => [`${name}OrNull`, null]))
    const served = serveWrites(typesResources(types.adapter))
    const { data } = written(
      await served.send('POST', '/samples', {
        data: { type: 'samples', attributes: { ...attributes, ...nulls } },
      }),
    )
    expect(data.attributes).toEqual({ ...attributes, ...nulls })
    const filled = Object.fromEntries(
      Object.entries(attributes).map(([name, value]) => [`${name}OrNull`, value]),
    )
    const patch = async (values: object) =>
      written(
        await served.send('PATCH', `/samples/${data.id}`, {
          data: { type: 'samples', id: data.id, attributes: values },
        }),
      ).data.attributes
    expect(await patch(filled)).toEqual({ ...attributes, ...filled })
    expect(await patch(nulls)).toEqual({ ...attributes, ...nulls })
  })

  test('an error in a JSON value points to the exact location in the value, or to the nearest part that the request contains', async () => {
    const resources = typesResources(types.adapter)
    resources['samples']?.validates(
      z.object({ json: z.object({ list: z.array(z.number()), deep: z.object({ er: z.string() }) }) }),
    )
    const answer = await serveWrites(resources).send('POST', '/samples', {
      data: { type: 'samples', attributes: { ...SAMPLE, json: { list: [1, 'two'], deep: {} } } },
    })
    expect(shortErrors(answer).map((error) => error.split(' ').slice(0, 3).join(' '))).toEqual([
      '422 /data/attributes/json/list/1 json',
      '422 /data/attributes/json/deep json',
    ])
  })

  test('reading a value never calls a method of the object that contains it', async () => {
    const served = serveWrites(typesResources(types.adapter))
    const hostile = { toString: 0, valueOf: 0, toFixed: 0, toJSON: 0 }
    const names = ['string', 'integer', 'bigint', 'float', 'decimal', 'date', 'bytes', 'uuid', 'color']
    const attributes = Object.fromEntries(names.map((name) => [name, hostile]))
    const answer = await served.send('POST', '/samples', { data: { type: 'samples', attributes } })
    expect(answer.status).toBe(422)
    const refused = shortErrors(answer).map((error) => error.split(' ')[1]?.split('/').at(-1))
    expect(refused).toEqual(expect.arrayContaining(names))
  })

  test('values of the wrong type are rejected before they are stored', async () => {
    const served = serveWrites(typesResources(types.adapter))
    const answer = await served.send('POST', '/samples', {
      data: {
        type: 'samples',
        attributes: {
          string: 1,
          integer: '1',
          bigint: '9223372036854775808',
          float: '0.1',
          decimal: 'NaN',
          boolean: 'true',
          date: '2023-02-29',
          datetime: 'now',
          json: 'a\u0000b',
          bytes: 'not base64',
          uuid: 'x',
          color: 'Red',
          stringOrNull: { set: 'x' },
          integerOrNull: 2_147_483_648,
        },
      },
    })
    expect(shortErrors(answer).map((error) => error.slice('422 /data/attributes/'.length))).toEqual([
      'string string is not a string.',
      'stringOrNull stringOrNull is not a string.',
      'integer integer is not an integer.',
      'integerOrNull integerOrNull is out of range.',
      'bigint bigint is out of range.',
      'float float is not a float.',
      'decimal decimal is not a decimal.',
      'boolean boolean is not a boolean.',
      'date date is not a date.',
      'datetime datetime is not a datetime.',
      'json json contains a text that no store accepts.',
      'bytes bytes is not bytes.',
      'uuid uuid is not a uuid.',
      'color color is not one of red, green, blue.',
    ])
  })

  test.each([
    [{ string: 'a\u0000b' }, 'string contains the character U+0000, which is not allowed.'],
    [
      { stringOrNull: '\ud83d\ude00 \udc00' },
      'stringOrNull contains the character U+DC00, which is not allowed.',
    ],
    [{ integer: -2_147_483_649 }, 'integer is out of range.'],
    [{ integer: 0.5 }, 'integer is not an integer.'],
    [{ bigint: '-9223372036854775809' }, 'bigint is out of range.'],
    [{ bigint: '1x' }, 'bigint is not a bigint.'],
  ])('the validation error for %j describes the problem (13.3)', async (attributes, message) => {
    const served = serveWrites(typesResources(types.adapter))
    const answer = await served.send('PATCH', '/samples/1', {
      data: { type: 'samples', id: '1', attributes },
    })
    const [name] = Object.keys(attributes)
    expect(shortErrors(answer)).toEqual([
      '404 - There is no record of type "samples" with the id "1".',
      `422 /data/attributes/${name} ${message}`,
    ])
  })
})
