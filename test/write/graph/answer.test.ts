import { Controller, type ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../../support/databases.js'
import { numberOf, pairOf } from '../../support/pairs/models.js'
import { writableBlog } from '../support/blog.js'
import { includedIn, linkage, written } from '../support/documents.js'
import { plainBlog, recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'

describe.each(keyedDatabases)('write/answer (11.9): the response to a write on $title', (database) => {
  const blog = writableBlog(database)
  const NEW = {
    type: 'posts',
    attributes: { title: 'Answered', body: 'Well.' },
    relationships: { author: { data: { type: 'authors', id: '1' } } },
  }

  test('the response to a POST is a 201 with the document that a GET would return, and its Location is links.self', async () => {
    const answer = await blog.send('POST', '/posts', { data: NEW })
    const { data, links } = written(answer)
    expect([answer.status, answer.location, links?.self]).toEqual([201, data.links?.self, data.links?.self])
    expect(data.links?.self).toBe(`http://blog.test/posts/${data.id}`)
    const read = (await blog.send('GET', `/posts/${data.id}?include=author`)).body as {
      readonly links: object
    }
    expect(answer.body).toEqual({ ...read, links: { ...read.links, self: data.links?.self } })
  })

  test('the response to a PATCH is a 200 with the document', async () => {
    const answer = await blog.send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', attributes: { views: 1000 } },
    })
    expect([answer.status, answer.location]).toEqual([200, undefined])
    expect({ status: 200, body: answer.body }).toEqual(await blog.send('GET', '/posts/1'))
    expect(written(answer).data.attributes).toMatchObject({ views: 1000 })
  })

  test('in the response to a write, `included` contains the written records, even those that the default filter hides', async () => {
    const document = written(
      await blog.send('PATCH', '/posts/2', {
        data: {
          type: 'posts',
          id: '2',
          relationships: {
            comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] },
            tags: { data: [{ type: 'tags', id: '1', method: 'update' }] },
          },
        },
        included: [
          {
            type: 'comments',
            'temp-id': 'c',
            attributes: { body: 'Not approved yet' },
            relationships: { author: { data: { type: 'authors', id: '3' } } },
          },
        ],
      }),
    )
    const comment = await blog.prisma.comment.findFirst({ where: { body: 'Not approved yet' } })
    expect(includedIn(document)).toEqual(['authors 3', `comments ${comment?.id}`, 'tags 1'])
    expect([linkage(document.data, 'comments'), linkage(document.data, 'tags')]).toEqual([
      [`comments ${comment?.id}`],
      ['tags 1'],
    ])
  })

  test('in the response to a write, `included` also contains the records that the request asks for', async () => {
    const answer = await blog.send('PATCH', '/posts/3?include=author.profile,comments', {
      data: {
        type: 'posts',
        id: '3',
        relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
      },
      included: [{ type: 'comments', 'temp-id': 'c', attributes: { body: 'Beside' } }],
    })
    const asked = (await blog.send('GET', '/posts/3?include=author,comments')).body as Parameters<
      typeof includedIn
    >[0]
    const comment = await blog.prisma.comment.findFirst({ where: { body: 'Beside' } })
    const document = written(answer)
    expect(includedIn(document)).toEqual(
      [...includedIn(asked), `comments ${comment?.id}`, 'profiles 4'].toSorted((a, b) =>
        a.localeCompare(b, 'en', { numeric: true }),
      ),
    )
    expect(linkage(document.data, 'comments')).toEqual([
      ...(linkage(asked.data, 'comments') ?? []),
      `comments ${comment?.id}`,
    ])
  })

  test('destroyed and unlinked records are omitted from the response', async () => {
    const [first, second] = await blog.prisma.comment.findMany({
      where: { postId: 4, approved: true },
      orderBy: { id: 'asc' },
    })
    const document = written(
      await blog.send('PATCH', '/posts/4', {
        data: {
          type: 'posts',
          id: '4',
          relationships: {
            comments: {
              data: [
                { type: 'comments', id: String(first?.id), method: 'destroy' },
                { type: 'comments', id: String(second?.id), method: 'update' },
              ],
            },
          },
        },
      }),
    )
    expect(includedIn(document)).toEqual([`comments ${second?.id}`])
    expect(linkage(document.data, 'comments')).toEqual([`comments ${second?.id}`])
  })

  test('a temp-id is returned only for records that have one in the request', async () => {
    const document = written(
      await blog.send('POST', '/posts', {
        data: {
          ...NEW,
          'temp-id': 'root',
          relationships: {
            author: { data: { type: 'authors', id: '2', 'temp-id': 'known', method: 'update' } },
            tags: {
              data: [
                { type: 'tags', id: '1' },
                { type: 'tags', lid: 'l' },
              ],
            },
          },
        },
        included: [{ type: 'tags', lid: 'l', attributes: { name: 'never echoed' } }],
      }),
    )
    const tempIds = [document.data, ...(document.included ?? [])].map((object) => [
      object.type,
      object['temp-id'],
    ])
    expect(tempIds).toEqual([
      ['posts', 'root'],
      ['authors', 'known'],
      ['tags', undefined],
      ['tags', undefined],
    ])
    expect(JSON.stringify(document)).not.toContain('"lid"')
  })

  test('sparse fields and extra fields apply to the response to a write, and are checked before any data is written', async () => {
    const path = '/posts?fields[posts]=title&extra_fields[posts]=readingTime&fields[authors]=name'
    const document = written(await blog.send('POST', path, { data: NEW }))
    expect([document.data.attributes, document.included?.map(({ attributes }) => attributes)]).toEqual([
      { title: 'Answered', readingTime: 1 },
      [{ name: 'Ada Brontë' }],
    ])
    const before = await blog.prisma.post.count()
    for (const query of [
      'include=nosuch',
      'fields[posts]=nosuch',
      'filter[title]=x',
      'page[size]=1',
      'sort=title',
      'nosuch=1',
    ]) {
      expect([query, (await blog.send('POST', `/posts?${query}`, { data: NEW })).status]).toEqual([
        query,
        400,
      ])
    }
    expect(await blog.prisma.post.count()).toBe(before)
  })

  test('written records are returned even if reading them would require a filter', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['comments']?.allowFilter('body', { required: true })
    const document = written(
      await serveWrites(resources).send('PATCH', '/posts/5', {
        data: {
          type: 'posts',
          id: '5',
          relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
        },
        included: [{ type: 'comments', 'temp-id': 'c', attributes: { body: 'Required' } }],
      }),
    )
    expect(document.included).toMatchObject([{ type: 'comments', attributes: { body: 'Required' } }])
  })

  test('an include whose required filter is missing is rejected, and no data is written (3.7)', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['comments']?.allowFilter('body', { required: true, type: 'string' })
    const served = serveWrites(resources)
    const change = { data: { type: 'posts', id: '5', attributes: { title: 'Included' } } }
    expect(await served.send('PATCH', '/posts/5?include=comments', change)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'required_filter', source: { parameter: 'filter[comments][body]' } }] },
    })
    expect(await blog.prisma.post.count({ where: { title: 'Included' } })).toBe(0)
    const taken = await served.send('PATCH', '/posts/5?include=comments&filter[comments][body]=x', change)
    expect([taken.status, linkage(written(taken).data, 'comments')]).toEqual([200, []])
  })

  test('if a to-one relationship is written for only some records, it is omitted from the other records, unless it is null', async () => {
    const orphan = await blog.prisma.comment.findFirstOrThrow({
      where: { authorId: { not: null } },
      orderBy: { id: 'asc' },
    })
    const id = numberOf(orphan)
    const answer = await blog.send('PATCH', '/posts/2', {
      data: {
        type: 'posts',
        id: '2',
        relationships: {
          comments: {
            data: [
              { type: 'comments', 'temp-id': 'a', method: 'create' },
              { type: 'comments', 'temp-id': 'b', method: 'create' },
              { type: 'comments', id: String(id), method: 'update' },
            ],
          },
        },
      },
      included: [
        {
          type: 'comments',
          'temp-id': 'a',
          attributes: { body: 'by somebody' },
          relationships: { author: { data: { type: 'authors', id: '3' } } },
        },
        { type: 'comments', 'temp-id': 'b', attributes: { body: 'by nobody' } },
      ],
    })
    const { included = [] } = written(answer)
    const authors = included
      .filter(({ type }) => type === 'comments')
      .map((one) => [one['temp-id'] ?? 'linked', linkage(one, 'author')])
    expect(Object.fromEntries(authors)).toEqual({ a: 'authors 3', b: null, linked: undefined })
  })

  /** The blog's resources, one of which is overridden. */
  function overriding(
    type: 'posts' | 'comments',
    override: (parent: ResourceClass) => ResourceClass,
  ): Readonly<Record<string, ResourceClass>> {
    const { resources } = recordedBlog(blog.prisma)
    const parent = resources[type]
    if (!parent) throw new Error(`There are ${type}.`)
    return { ...resources, [type]: override(parent) }
  }

  const tag = (id: string) => ({ type: 'tags', id })
  const tagged = (id: string, tags: readonly string[]) => ({
    data: { type: 'posts', id, relationships: { tags: { data: tags.map(tag) } } },
  })

  /**
   * The linkage in the response to a PATCH of a to-many relationship, the linkage of a later GET, which contains the
   * visible records, and the records included by the PATCH.
   */
  async function replaced(
    resources: Readonly<Record<string, ResourceClass>>,
    record: string,
    name: string,
    members: readonly object[],
  ): Promise<readonly unknown[]> {
    const served = serveWrites(resources)
    const [type = '', id = ''] = record.split(' ')
    const body = { data: { type, id, relationships: { [name]: { data: members } } } }
    const answer = written(await served.send('PATCH', `/${type}/${id}`, body))
    const stored = written(await served.send('GET', `/${type}/${id}?include=${name}`))
    const membersOf = ({ data }: typeof answer) => [linkage(data, name) ?? []].flat().toSorted()
    return [membersOf(answer), membersOf(stored), includedIn(answer)]
  }

  test('if a to-many relationship is written for only some records, it is omitted from the other records, because a partial set would be wrong', async () => {
    const tag = await blog.prisma.tag.findFirstOrThrow({ where: { posts: { some: {} } } })
    const post = await blog.prisma.post.findFirstOrThrow({ where: { tags: { some: { id: tag.id } } } })
    const document = written(
      await blog.send('POST', '/authors', {
        data: {
          type: 'authors',
          attributes: { name: 'Linking', email: 'linking@example.test' },
          relationships: {
            posts: {
              data: [
                { type: 'posts', id: String(numberOf(post)), method: 'update' },
                { type: 'posts', 'temp-id': 'p', method: 'create' },
              ],
            },
          },
        },
        included: [
          {
            type: 'posts',
            'temp-id': 'p',
            attributes: { title: 'New', body: 'Text' },
            relationships: { tags: { data: [{ type: 'tags', id: String(numberOf(tag)) }] } },
          },
        ],
      }),
    )
    const { included = [] } = document
    const tags = included
      .filter(({ type }) => type === 'posts')
      .map((one) => [one.attributes?.['title'], linkage(one, 'tags')])
    expect(new Map(tags as [string, unknown][])).toEqual(
      new Map<string, unknown>([
        [post.title, undefined],
        ['New', [`tags ${numberOf(tag)}`]],
      ]),
    )
  })

  test('a list that names the record above it among others is returned whole', async () => {
    const membersOf = ({ included = [] }: ReturnType<typeof written>, type: string, name: string) =>
      included
        .filter((one) => one.type === type)
        .flatMap((one) => linkage(one, name) ?? [])
        .toSorted()
    const author = { data: { type: 'authors', id: '1' } }
    const over = (type: string, lid: string) => ({ type, lid })
    const attributes = { title: 'Listed', body: 'Well.' }
    const joined = written(
      await blog.send('POST', '/posts', {
        data: {
          ...over('posts', 'own'),
          attributes,
          relationships: { author, tags: { data: [over('tags', 't')] } },
        },
        included: [
          {
            ...over('tags', 't'),
            attributes: { name: 'listed' },
            relationships: { posts: { data: [over('posts', 'own'), over('posts', 'other')] } },
          },
          { ...over('posts', 'other'), attributes, relationships: { author } },
        ],
      }),
    )
    const tag = await blog.prisma.tag.findFirstOrThrow({
      where: { name: 'listed' },
      include: { posts: { orderBy: { id: 'asc' } } },
    })
    const own = `posts ${joined.data.id}`
    const [first, second] = tag.posts.map(({ id }) => `posts ${id}`)
    expect([first, second]).toContain(own)
    expect(membersOf(joined, 'tags', 'posts')).toEqual([first, second].toSorted())
    const held = written(
      await blog.send('POST', '/comments', {
        data: {
          ...over('comments', 'own'),
          attributes: { body: 'own', approved: true },
          relationships: { post: { data: over('posts', 'p') } },
        },
        included: [
          {
            ...over('posts', 'p'),
            attributes,
            relationships: {
              author,
              comments: { data: [over('comments', 'own'), over('comments', 'other')] },
            },
          },
          { ...over('comments', 'other'), attributes: { body: 'other', approved: true } },
        ],
      }),
    )
    const post = held.included?.find(({ type }) => type === 'posts')
    const comments = await blog.prisma.comment.findMany({ where: { postId: Number(post?.id) } })
    expect(comments.length).toBe(2)
    expect(membersOf(held, 'posts', 'comments')).toEqual(
      comments.map(({ id }) => `comments ${id}`).toSorted(),
    )
  })

  test.each(['default', 'always'])(
    'a list that the request changes in part shows only the members that the request names of its own record, read back %s',
    async (when) => {
      const resources = plainBlog(blog.prisma)
      if (when === 'always') for (const resource of Object.values(resources)) resource.readBack(true)
      const create = { authorId: 1, title: 'In two tags', body: 'Well.' }
      const first = await blog.prisma.post.create({
        data: { ...create, tags: { connect: [{ id: 1 }, { id: 2 }] } },
      })
      const other = await blog.prisma.post.create({
        data: { ...create, tags: { connect: [{ id: 1 }, { id: 2 }] } },
      })
      const own = { type: 'posts', id: String(first.id) }
      const update = (type: string, id: number) => ({ type, id: String(id), method: 'update' })
      const document = written(
        await serveWrites(resources).send('PATCH', `/posts/${first.id}`, {
          data: { ...own, relationships: { tags: { data: [update('tags', 1), update('tags', 2)] } } },
          included: [
            { ...NEW, 'temp-id': 'n' },
            {
              type: 'tags',
              id: '1',
              relationships: {
                posts: {
                  data: [
                    {
                      type: 'posts',
                      'temp-id': 'n',
                      method: 'create',
                    },
                  ],
                },
              },
            },
            {
              type: 'tags',
              id: '2',
              relationships: { posts: { data: [update('posts', other.id)] } },
            },
          ],
        }),
      )
      const lists = Object.fromEntries(
        (document.included ?? []).flatMap((one) =>
          one.type === 'tags' ? [[one.id, linkage(one, 'posts')]] : [],
        ),
      )
      const added = await blog.prisma.post.findFirstOrThrow({
        where: { title: 'Answered' },
        orderBy: { id: 'desc' },
      })
      expect(lists).toEqual({ 1: [`posts ${added.id}`], 2: [`posts ${other.id}`] })
    },
  )

  test('a set that overridden methods replace is returned as stored, including links that they kept', async () => {
    const resources = overriding('posts', (parent) => {
      return class extends parent {
        override async disassociate(): Promise<void> {}
      }
    })
    await blog.send('PATCH', '/posts/6', tagged('6', ['1', '2', '3']))
    const now = ['tags 1', 'tags 2', 'tags 3', 'tags 4']
    expect(await replaced(resources, 'posts 6', 'tags', [tag('2'), tag('4')])).toEqual([now, now, now])
    expect(await replaced(resources, 'posts 6', 'tags', [])).toEqual([now, now, now])
  })

  test('a set that overridden methods replace is returned as stored, including links that they added', async () => {
    // The row contains the columns of both kinds of keys.
    const fifth = { id: 5, ...pairOf('id', 5) }
    const resources = overriding('posts', (parent) => {
      return class extends parent {
        override async associate(post: object, child: object, name: string, kind: string): Promise<void> {
          await super.associate(post, child, name, kind)
          await super.associate(post, fifth, name, kind)
        }
      }
    })
    await blog.send('PATCH', '/posts/7', tagged('7', ['1']))
    const now = ['tags 2', 'tags 5']
    expect(await replaced(resources, 'posts 7', 'tags', [tag('2')])).toEqual([now, now, now])
  })

  test('a set that overridden methods replace is returned with the visible records and the written records', async () => {
    // With two-column keys, the names of both columns begin with the same word.
    const resources = overriding('comments', (parent) => {
      return class extends parent {
        override update(parameters: Readonly<Record<string, unknown>>, of?: object) {
          const kept = Object.entries(parameters).filter(
            ([name, value]) => value !== null || !name.startsWith('parent'),
          )
          return super.update(Object.fromEntries(kept), of)
        }
      }
    })
    const idsOf = async (approved: boolean, count: number): Promise<readonly string[]> => {
      const where = { approved, parentId: null }
      const found = await blog.prisma.comment.findMany({ where, orderBy: { id: 'desc' }, take: count })
      return found.map((comment) => String(numberOf(comment)))
    }
    const [[parent = '', ...visible], hidden] = [await idsOf(true, 3), await idsOf(false, 1)]
    for (const id of [...visible, ...hidden]) {
      await blog.prisma.comment.update({ where: { id: Number(id) }, data: { parentId: Number(parent) } })
    }
    const now = visible.map((id) => `comments ${id}`).toSorted()
    expect(await replaced(resources, `comments ${parent}`, 'replies', [])).toEqual([now, now, now])
  })

  test('if an overridden method adds records to a to-many relationship, the response contains only the records that the request wrote', async () => {
    const { resources } = recordedBlog(blog.prisma)
    await blog.send('PATCH', '/posts/9', tagged('9', ['1', '2']))
    const added = [{ ...tag('3'), method: 'update' }]
    const [answered, stored] = await replaced(resources, 'posts 9', 'tags', added)
    expect([answered, stored]).toEqual([['tags 3'], ['tags 1', 'tags 2', 'tags 3']])
  })

  test('if another writer destroys a record in the meantime, the response contains the record as it was written', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['tags']?.afterCommit('create', async (tag) => {
      await blog.prisma.tag.delete({ where: { id: Number(numberOf(tag)) } })
    })
    const { data } = written(
      await serveWrites(resources).send('POST', '/tags', {
        data: { type: 'tags', attributes: { name: 'vanishing' } },
      }),
    )
    expect(data.attributes).toEqual({ name: 'vanishing' })
  })

  test('if the written records cannot be read back, the response says that the write succeeded, so that clients do not repeat it', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const tags = resources['tags']
    if (!tags) throw new Error('There are tags.')
    class Unreadable extends tags {
      override resolve(): Promise<never> {
        throw new Error('the store is gone')
      }
    }
    const served = serveWrites({ ...resources, tags: Unreadable }, { answerErrors: true })
    const data = { type: 'tags', attributes: { name: 'written' } }
    const { status, body } = await served.send('POST', '/tags', { data })
    expect([status, body]).toEqual([
      500,
      {
        jsonapi: { version: '1.1' },
        errors: [
          {
            id: expect.any(String),
            status: '500',
            code: 'internal_error',
            title: 'Internal error',
            detail:
              'The write succeeded, but the server could not create the response. For details, look up the id of this error in the server log.',
            meta: { written: true },
          },
        ],
      },
    ])
    expect(await blog.prisma.tag.count({ where: { name: 'written' } })).toBe(1)
  })

  test('if the application has already read the body of a response, the response says that the write succeeded, and an error is reported', async () => {
    class Reading extends Controller {
      override async renderJsonapi(...given: Parameters<Controller['renderJsonapi']>): Promise<Response> {
        const response = await super.renderJsonapi(...given)
        await response.text()
        return response
      }
    }
    const served = serveWrites(recordedBlog(blog.prisma).resources, {
      controller: Reading,
      answerErrors: true,
    })
    const data = { type: 'tags', attributes: { name: 'read' } }
    const answer = await served.send('POST', '/tags', { data })
    expect(answer).toMatchObject({ status: 500, body: { errors: [{ meta: { written: true } }] } })
    expect(served.reported).toHaveLength(1)
    expect(await blog.prisma.tag.count({ where: { name: 'read' } })).toBe(1)
  })

  test('a response with errors whose body the application has already read is a 500, and the error is reported', async () => {
    class Reading extends Controller {
      override renderErrorsFor(instance: object): Response {
        const response = super.renderErrorsFor(instance)
        void response.text()
        return response
      }
    }
    const served = serveWrites(plainBlog(blog.prisma), { controller: Reading, answerErrors: true })
    const answer = await served.send('POST', '/tags', { data: { type: 'tags', attributes: {} } })
    expect([answer.status, served.reported.map(String)]).toEqual([
      500,
      [
        'Error: "create" of the controller for "tags" returned a Response whose body has already been read. Read a clone of it instead.',
      ],
    ])
  })

  test('included written records have the linkage that is always rendered, although the primary record has none (12.1)', async () => {
    const resources = plainBlog(blog.prisma)
    const post = resources['comments']?.config.sideloads.get('post')
    const foreignKey = (post?.kind === 'belongsTo' && post.foreignKey) || ''
    resources['comments']?.belongsTo('post', { resource: 'posts', foreignKey, linkage: 'always' })
    const { send } = serveWrites(resources)
    const body = {
      data: {
        type: 'posts',
        id: '2',
        relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
      },
      included: [
        {
          type: 'comments',
          'temp-id': 'c',
          attributes: { body: 'Linked' },
          relationships: { author: { data: { type: 'authors', id: '3' } } },
        },
      ],
    }
    const { included = [] } = written(await send('PATCH', '/posts/2', body))
    const of = included.flatMap(({ type, relationships }) =>
      type === 'comments' ? [relationships?.['post']?.data] : [],
    )
    expect(of).toEqual([{ type: 'posts', id: '2' }])
  })

  test('a write queries each written include path once, and queries a set that methods replace once more', async () => {
    const queries: string[] = []
    const counted = await database.open({ seed: true, onQuery: (sql) => queries.push(sql) })
    const selectsOf = async (resources: Readonly<Record<string, ResourceClass>>): Promise<number> => {
      resources['posts']?.afterCommit('update', () => void queries.splice(0))
      const { data } = tagged('3', ['1', '2'])
      const author = { data: { type: 'authors', id: '1' } }
      const relationships = { ...data.relationships, author }
      await serveWrites(resources).send('PATCH', '/posts/3', { data: { ...data, relationships } })
      await new Promise((resume) => setImmediate(resume))
      return queries.filter((sql) => /^select/i.test(sql)).length
    }
    const selects = [
      await selectsOf(plainBlog(counted.prisma)),
      await selectsOf(recordedBlog(counted.prisma).resources),
    ]
    await counted.close()
    // One query reads the post, one the author, and one the post's tags. A set that overridden methods replaced is
    // read by a separate query.
    expect(selects).toEqual([3, 4])
  })
})
