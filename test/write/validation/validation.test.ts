import {
  type Resource,
  type ResourceClass,
  type ValidationDetails,
  ValidationError,
  type ValidationOutcome,
} from '@jsonapi-gen/runtime'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { keyedDatabases } from '../../support/databases.js'
import { inNumbers, numberOf } from '../../support/pairs/models.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors, written } from '../support/documents.js'
import { danglingPointers } from '../support/pointers.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(keyedDatabases)('write/validation (11.10): validation on $title', (database) => {
  const blog = writableBlog(database)
  const classOf = (resources: Readonly<Record<string, ResourceClass>>, type: string): ResourceClass => {
    const found = resources[type]
    if (!found) throw new Error(`There are ${type}.`)
    return found
  }
  const newPost = (attributes: object) => ({
    data: { type: 'posts', attributes, relationships: { author: { data: { type: 'authors', id: '1' } } } },
  })

  test('the declared rules of attributes are checked: required, type, enum, length and minimum', async () => {
    const body = newPost({
      title: 'x'.repeat(201),
      body: 7,
      status: 'gone',
      views: -1,
      rating: 'much',
      publishedAt: '2024-02-30',
    })
    const answer = await blog.send('POST', '/posts', body)
    expect([answer.status, shortErrors(answer)]).toEqual([
      422,
      [
        '422 /data/attributes/title title is longer than 200 characters.',
        '422 /data/attributes/body body is not a string.',
        '422 /data/attributes/status status is not one of draft, published.',
        '422 /data/attributes/views views is less than 0.',
        '422 /data/attributes/rating rating is not a decimal.',
        '422 /data/attributes/publishedAt publishedAt is not a datetime.',
      ],
    ])
    expect(danglingPointers(answer, body)).toEqual([])
    expect(shortErrors(await blog.send('POST', '/posts', newPost({ views: null })))).toEqual([
      '422 /data/attributes title is required.',
      '422 /data/attributes body is required.',
      '422 /data/attributes/views views cannot be null.',
    ])
    expect(
      shortErrors(
        await blog.send('PATCH', '/posts/1', {
          data: { type: 'posts', id: '1', attributes: { title: null } },
        }),
      ),
    ).toEqual(['422 /data/attributes/title title cannot be null.'])
  })

  test.each([
    ['email', 'email', ['a@b.example', 'ä.b+c@dö.example'], ['a', 'a@', '@b', 'a b@c.d', 'a@b@', 'a..b@c.d']],
    ['uri', 'uri', ['https://a.b/c?d#e', 'urn:x:y'], ['a', '//a', 'https://a b', 'http://[']],
    ['uuid', 'uuid', ['3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55'], ['3d8c1f0e']],
    ['ipv4', 'ipv4', ['127.0.0.1'], ['256.0.0.1', '1.2.3', '01.2.3.4']],
    ['ipv6', 'ipv6', ['::1', 'fe80::1'], ['1', ':::', '127.0.0.1']],
    ['date-time', 'date-time', ['2024-02-29T10:00:00Z'], ['2024-02-29', '2023-02-29T10:00:00Z']],
    ['time', 'time', ['10:00:00Z', '23:59:59.5+01:00'], ['24:00:00', '10:00']],
    ['hostname', 'hostname', ['a.b-c.example'], ['-a', 'a..b', 'a b']],
  ])('a value must have the format %s', async (_, format, good, bad) => {
    const { resources } = recordedBlog(blog.prisma)
    classOf(resources, 'tags').attribute('name', { type: 'string', format })
    const served = serveWrites(resources)
    const detail = async (name: string) =>
      shortErrors(
        await served.send('PATCH', '/tags/1', { data: { type: 'tags', id: '1', attributes: { name } } }),
      )
    for (const text of good) expect([text, await detail(text)]).toEqual([text, []])
    for (const text of bad) {
      expect([text, await detail(text)]).toEqual([
        text,
        [`422 /data/attributes/name name is not ${/^[ei]/.test(format) ? 'an' : 'a'} ${format}.`],
      ])
    }
  })

  test("a value's pattern, minLength in code points and maximum are checked", async () => {
    const { resources } = recordedBlog(blog.prisma)
    classOf(resources, 'posts').attribute('title', { type: 'string', pattern: '^[A-Z]', minLength: 3 })
    classOf(resources, 'posts').attribute('views', { type: 'integer', maximum: 10 })
    const served = serveWrites(resources)
    const detail = async (attributes: object) =>
      shortErrors(await served.send('PATCH', '/posts/1', { data: { type: 'posts', id: '1', attributes } }))
    expect(await detail({ title: 'A🚲' })).toEqual([
      '422 /data/attributes/title title is shorter than 3 characters.',
    ])
    expect(await detail({ title: 'abc' })).toEqual([
      '422 /data/attributes/title title does not match ^[A-Z].',
    ])
    expect(await detail({ views: 11 })).toEqual(['422 /data/attributes/views views is greater than 10.'])
    expect(await detail({ title: 'A🚲🚲', views: 10 })).toEqual([])
  })

  test('an attribute can be declared as required or optional', async () => {
    const { resources } = recordedBlog(blog.prisma)
    classOf(resources, 'posts').attribute('rating', { type: 'decimal?', required: true })
    classOf(resources, 'posts').attribute('status', { enum: ['draft', 'published'], required: false })
    const answer = await serveWrites(resources).send('POST', '/posts', newPost({ title: 'x', body: '' }))
    expect(shortErrors(answer)).toEqual(['422 /data/attributes rating is required.'])
  })

  test.each([
    [
      'zod',
      z
        .object({
          title: z.string().trim().min(5, 'is too short for a title'),
          body: z.string(),
          status: z.enum(['draft', 'published']),
        })
        .refine(({ title, body }) => body.includes(title), {
          path: ['body'],
          message: 'does not mention the title',
        }),
    ],
    [
      'valibot',
      v.pipe(
        v.object({
          title: v.pipe(v.string(), v.trim(), v.minLength(5, 'is too short for a title')),
          body: v.string(),
          status: v.picklist(['draft', 'published']),
        }),
        v.forward(
          v.check(({ title, body }) => body.includes(title), 'does not mention the title'),
          ['body'],
        ),
      ),
    ],
  ])('a schema from %s works without changes', async (_, schema) => {
    const { resources } = recordedBlog(blog.prisma)
    classOf(resources, 'posts').validates(schema)
    const served = serveWrites(resources)
    expect(shortErrors(await served.send('POST', '/posts', newPost({ title: ' no ', body: 'no' })))).toEqual([
      '422 /data/attributes/title title is too short for a title.',
    ])
    expect(
      shortErrors(await served.send('POST', '/posts', newPost({ title: 'A title', body: 'about nothing' }))),
    ).toEqual(['422 /data/attributes/body body does not mention the title.'])
    const { data } = written(
      await served.send('POST', '/posts', newPost({ title: '  A title ', body: 'A title and more' })),
    )
    expect(data.attributes).toMatchObject({ title: 'A title' })
    const patched = await served.send('PATCH', `/posts/${data.id}`, {
      data: { type: 'posts', id: data.id, attributes: { title: 'Another' } },
    })
    expect(shortErrors(patched)).toEqual(['422 /data/attributes body does not mention the title.'])
  })

  test('a schema may be asynchronous, apply only to new records, and check the whole record', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const tags = classOf(resources, 'tags')
    tags.validates(
      z.object({ name: z.string() }).refine(async ({ name }) => name !== 'never', 'That name is never taken'),
      { on: ['create'] },
    )
    const served = serveWrites(resources)
    const create = await served.send('POST', '/tags', {
      data: { type: 'tags', attributes: { name: 'never' } },
    })
    expect(shortErrors(create)).toEqual(['422 /data That name is never taken.'])
    written(
      await served.send('PATCH', '/tags/2', {
        data: { type: 'tags', id: '2', attributes: { name: 'never' } },
      }),
    )
  })

  test("a record's schema does not run if values have the wrong type", async () => {
    const { resources } = recordedBlog(blog.prisma)
    const seen: unknown[] = []
    const anything = z.looseObject({}).refine((values) => seen.push(values) > 0)
    classOf(resources, 'tags').validates(anything)
    const { send } = serveWrites(resources)
    for (const [name, message] of [
      ['a\u0000b', 'contains the character U+0000, which is not allowed'],
      ['a\ud800b', 'contains the character U+D800, which is not allowed'],
      [5, 'is not a string'],
    ]) {
      const answer = await send('POST', '/tags', { data: { type: 'tags', attributes: { name } } })
      expect(shortErrors(answer)).toEqual([`422 /data/attributes/name name ${message}.`])
    }
    expect(seen).toEqual([])
    const missing = await send('POST', '/tags', { data: { type: 'tags', attributes: {} } })
    expect([shortErrors(missing), seen]).toEqual([['422 /data/attributes name is required.'], [{}]])
  })

  test("errors from nested records' schemas point to those records", async () => {
    const { resources } = recordedBlog(blog.prisma)
    classOf(resources, 'comments').validates(z.object({ body: z.string().max(10, 'is chatty') }))
    const body = {
      data: {
        type: 'posts',
        id: '1',
        relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
      },
      included: [{ type: 'comments', 'temp-id': 'c', attributes: { body: 'rather a long one' } }],
    }
    expect(shortErrors(await serveWrites(resources).send('PATCH', '/posts/1', body))).toEqual([
      '422 /included/0/attributes/body body is chatty.',
    ])
  })

  test('`validate` receives the future record, asynchronously, if everything else is valid', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const seen: unknown[] = []
    class Validating extends (classOf(resources, 'posts') as new () => Resource) {
      override async validate(
        values: Readonly<Record<string, unknown>>,
        _context: object | undefined,
        details: ValidationDetails,
      ): Promise<ValidationOutcome> {
        seen.push([
          values['title'],
          values['views'],
          values['rating'],
          details.method,
          numberOf(details.record),
        ])
        if (values['status'] === 'published' && values['publishedAt'] === null) {
          return [{ attribute: 'publishedAt', message: 'is due' }]
        }
        if (values['title'] === 'thrown') throw new ValidationError('It was thrown')
        return undefined
      }
    }
    const served = serveWrites({ ...resources, posts: Validating as unknown as ResourceClass })
    const patch = async (attributes: object) =>
      shortErrors(await served.send('PATCH', '/posts/5', { data: { type: 'posts', id: '5', attributes } }))
    expect(await patch({ status: 'published' })).toEqual(['422 /data/attributes publishedAt is due.'])
    expect(await patch({ title: 'thrown' })).toEqual(['422 /data It was thrown.'])
    expect(await patch({ title: '' })).toEqual(['422 /data/attributes/title title cannot be empty.'])
    expect(await patch({ status: 'draft' })).toEqual([])
    expect(seen).toEqual([
      [expect.any(String), 0, expect.any(String), 'update', 5],
      ['thrown', 0, expect.any(String), 'update', 5],
      [expect.any(String), 0, expect.any(String), 'update', 5],
    ])
  })

  test('validateGraph runs after the whole graph is written, before the commit', async () => {
    const { resources } = recordedBlog(blog.prisma)
    class Tagged extends (classOf(resources, 'posts') as new () => Resource) {
      override validateGraph(post: unknown): ValidationOutcome {
        const tags: unknown = Reflect.get(Object(post), 'tags')
        return Array.isArray(tags) && tags.length > 0
          ? undefined
          : [{ attribute: 'tags', message: 'are needed, one at least' }]
      }
    }
    const served = serveWrites({ ...resources, posts: Tagged as unknown as ResourceClass })
    const before = await blog.prisma.post.count()
    expect(shortErrors(await served.send('POST', '/posts', newPost({ title: 'Bare', body: '' })))).toEqual([
      '422 /data/relationships tags are needed, one at least.',
    ])
    expect(await blog.prisma.post.count()).toBe(before)
    const tagged = newPost({ title: 'Tagged', body: '' })
    written(
      await served.send('POST', '/posts', {
        data: {
          ...tagged.data,
          relationships: { ...tagged.data.relationships, tags: { data: [{ type: 'tags', id: '1' }] } },
        },
      }),
    )
  })

  test('validateGraph receives the current relationships in memory, with linked and without destroyed records', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const seen: unknown[] = []
    const namesIn = (post: unknown, relationship: string, name: string): unknown => {
      const records: unknown = Reflect.get(Object(post), relationship)
      return (
        Array.isArray(records) &&
        records.map((record: object) => String(Reflect.get(inNumbers({ ...record }), name)))
      )
    }
    class Seen extends (classOf(resources, 'posts') as new () => Resource) {
      override validateGraph(post: unknown): void {
        seen.push([namesIn(post, 'tags', 'id'), namesIn(post, 'comments', 'body')])
      }
    }
    const served = serveWrites({ ...resources, posts: Seen as unknown as ResourceClass })
    const lids = ['a', 'b', 'c']
    const { data } = newPost({ title: 'In memory', body: '' })
    const tags = { data: ['1', '2'].map((id) => ({ type: 'tags', id })) }
    const comments = { data: lids.map((lid) => ({ type: 'comments', lid })) }
    const made = written(
      await served.send('POST', '/posts', {
        data: { ...data, relationships: { ...data.relationships, tags, comments } },
        included: lids.map((lid) => ({ type: 'comments', lid, attributes: { body: lid, approved: true } })),
      }),
    )
    const ids = (made.included ?? []).filter(({ type }) => type === 'comments').map(({ id }) => id)
    const methods = ['update', 'update', 'destroy']
    written(
      await served.send('PATCH', `/posts/${made.data.id}`, {
        data: {
          type: 'posts',
          id: made.data.id,
          relationships: {
            comments: { data: ids.map((id, at) => ({ type: 'comments', id, method: methods[at] })) },
          },
        },
        included: ids
          .slice(0, 2)
          .map((id) => ({ type: 'comments', id, attributes: { body: `changed ${id}` } })),
      }),
    )
    expect(seen).toEqual([
      [['1', '2'], lids],
      [false, ids.slice(0, 2).map((id) => `changed ${id}`)],
    ])
  })
})
