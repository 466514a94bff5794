import { describe, expect, test } from 'vitest'
import { anyKeys, keyedDatabases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { danglingPointers } from '../support/pointers.js'

const to = (type: string, id: number, method?: string) => ({
  data: { type, id: String(id), ...(method && { method }) },
})
const fresh = (type: string, name: string) => ({ type, 'temp-id': name, method: 'create' })
const existing = (type: string, id: number, method?: string) => to(type, id, method).data
const comment = (relationships?: object, name = 'c') => ({
  type: 'comments',
  'temp-id': name,
  attributes: { body: name, approved: true },
  ...(relationships && { relationships }),
})
const newPost = (relationships: object, included: readonly object[]) => ({
  data: {
    type: 'posts',
    'temp-id': 'root',
    attributes: { title: 't', body: 'b' },
    relationships: { author: to('authors', 1), ...relationships },
  },
  included,
})
const post = (relationships: object, included: readonly object[]) => ({
  data: { type: 'posts', id: '1', relationships },
  included,
})
const attachment = (relationships: object) => ({
  type: 'attachments',
  'temp-id': 'a',
  attributes: { url: 'https://example.com/a', byteSize: '1' },
  relationships,
})
const author = (id: number, relationships: object) => ({ type: 'authors', id: String(id), relationships })

const NEW_COMMENT = { comments: { data: [fresh('comments', 'c')] } }
const OLD_COMMENT = (method?: string) => ({ comments: { data: [existing('comments', 1, method)] } })
const NEW_FILE = { attachments: { data: [fresh('attachments', 'a')] } }

const detail = (one: string, name: string, other: string) =>
  `This record ${one} through "${name}", but ${other} here.`
const belongs = (type: string, id: number | string) => `belongs to the record "${id}" of "${type}"`
const NONE = 'does not belong to any record'

type Case = readonly [name: string, method: string, path: string, body: object, errors: readonly string[]]

const REFUSED: readonly Case[] = [
  [
    'a new child of a new record that names another parent',
    'POST',
    '/posts',
    newPost(NEW_COMMENT, [comment({ post: to('posts', 2) })]),
    [
      `400 /included/0/relationships/post/data ${detail(belongs('posts', 'root'), 'comments', belongs('posts', 2))}`,
    ],
  ],
  [
    'a new child that names no parent',
    'POST',
    '/posts',
    newPost(NEW_COMMENT, [comment({ post: { data: null } })]),
    [`400 /included/0/relationships/post/data ${detail(belongs('posts', 'root'), 'comments', NONE)}`],
  ],
  [
    'a new child of an existing record',
    'PATCH',
    '/posts/1',
    post(NEW_COMMENT, [comment({ post: to('posts', 2) })]),
    [
      `400 /included/0/relationships/post/data ${detail(belongs('posts', 1), 'comments', belongs('posts', 2))}`,
    ],
  ],
  [
    'an existing child that is updated',
    'PATCH',
    '/posts/1',
    post(OLD_COMMENT('update'), [{ ...existing('comments', 1), relationships: { post: to('posts', 2) } }]),
    [
      `400 /included/0/relationships/post/data ${detail(belongs('posts', 1), 'comments', belongs('posts', 2))}`,
    ],
  ],
  [
    'an existing child that is only linked',
    'PATCH',
    '/posts/1',
    post(OLD_COMMENT(), [{ ...existing('comments', 1), relationships: { post: to('posts', 2) } }]),
    [
      `400 /included/0/relationships/post/data ${detail(belongs('posts', 1), 'comments', belongs('posts', 2))}`,
    ],
  ],
  [
    'a reply two levels down',
    'PATCH',
    '/posts/1',
    post(NEW_COMMENT, [
      comment({ replies: { data: [fresh('comments', 'r')] } }),
      comment({ parent: to('comments', 2) }, 'r'),
    ]),
    [
      `400 /included/1/relationships/parent/data ${detail(belongs('comments', 'c'), 'replies', belongs('comments', 2))}`,
    ],
  ],
  [
    'the one record of a hasOne',
    'PATCH',
    '/authors/1',
    {
      data: author(1, { profile: { data: fresh('profiles', 'p') } }),
      included: [{ type: 'profiles', 'temp-id': 'p', relationships: { author: to('authors', 2) } }],
    },
    [
      `400 /included/0/relationships/author/data ${detail(belongs('authors', 1), 'profile', belongs('authors', 2))}`,
    ],
  ],
  ...(
    [
      ['of the same type', to('posts', 2), belongs('posts', 2)],
      ['of another type', to('authors', 1), belongs('authors', 1)],
      ['that is none', { data: null }, NONE],
    ] as const
  ).map(([name, subject, other]): Case => [
    `a polymorphic child that names a parent ${name}`,
    'POST',
    '/posts',
    newPost(NEW_FILE, [attachment({ subject })]),
    [`400 /included/0/relationships/subject/data ${detail(belongs('posts', 'root'), 'attachments', other)}`],
  ]),
  [
    'a new child of two new parents',
    'PATCH',
    '/posts/1',
    post({ comments: { data: [fresh('comments', 'a'), fresh('comments', 'b')] } }, [
      comment({ replies: { data: [fresh('comments', 'c')] } }, 'a'),
      comment({ replies: { data: [fresh('comments', 'c')] } }, 'b'),
      comment(),
    ]),
    [
      `400 /included/1/relationships/replies/data/0 ${detail(belongs('comments', 'a'), 'replies', belongs('comments', 'b'))}`,
    ],
  ],
  [
    'an existing child of two parents of different types',
    'PATCH',
    '/authors/1',
    {
      data: author(1, {
        attachments: { data: [existing('attachments', 1)] },
        posts: { data: [existing('posts', 1, 'update')] },
      }),
      included: [
        { type: 'posts', id: '1', relationships: { attachments: { data: [existing('attachments', 1)] } } },
      ],
    },
    [
      `400 /included/0/relationships/attachments/data/0 ${detail(belongs('authors', 1), 'attachments', belongs('posts', 1))}`,
    ],
  ],
  [
    'a child that is unlinked from a parent, and names it',
    'PATCH',
    '/posts/1',
    post({ attachments: { data: [existing('attachments', 1, 'disassociate')] } }, [
      { ...existing('attachments', 1), relationships: { subject: to('posts', 1) } },
    ]),
    [
      `400 /included/0/relationships/subject/data ${detail('is unlinked from the record "1" of "posts"', 'attachments', belongs('posts', 1))}`,
    ],
  ],
]

const TAG = (method?: string) => existing('tags', 1, method)

/** A record that one side of a relationship links, and the other side unlinks or omits. */
const MIRRORED: readonly Case[] = [
  ...(['POST', 'PATCH'] as const).flatMap((method): readonly Case[] => {
    const path = method === 'POST' ? '/posts' : '/posts/1'
    const make = method === 'POST' ? newPost : post
    const name = method === 'POST' ? '"root"' : '"1"'
    return [
      [
        `an author whose set leaves out the post that names it, by ${method}`,
        method,
        path,
        make({ author: to('authors', 2) }, [author(2, { posts: { data: [] } })]),
        [
          `400 /included/0/relationships/posts/data "posts" omits the record ${name} of "posts", which refers to this record in "author".`,
        ],
      ],
      [
        `a tag whose set leaves out the post that names it, by ${method}`,
        method,
        path,
        make({ tags: { data: [TAG()] } }, [
          { ...TAG(), relationships: { posts: { data: [existing('posts', 2)] } } },
        ]),
        [
          `400 /included/0/relationships/posts/data "posts" omits the record ${name} of "posts", which refers to this record in "tags".`,
        ],
      ],
      [
        `a tag that is linked and unlinked in one list, by ${method}`,
        method,
        path,
        make({ tags: { data: [TAG('update'), TAG('disassociate')] } }, []),
        [
          `400 /data/relationships/tags/data/1 This request links the record ${name} of "posts" and the record "1" of "tags" through "tags", but unlinks them here.`,
        ],
      ],
    ]
  }),
  [
    'a tag that unlinks the post that names it',
    'PATCH',
    '/posts/1',
    post({ tags: { data: [TAG()] } }, [
      { ...TAG(), relationships: { posts: { data: [existing('posts', 1, 'disassociate')] } } },
    ]),
    [
      '400 /included/0/relationships/posts/data/0 This request links the record "1" of "tags" and the record "1" of "posts" through "tags", but unlinks them here.',
    ],
  ],
  [
    'an author whose one profile is none, or another one',
    'PATCH',
    '/profiles/1',
    {
      data: { type: 'profiles', id: '1', relationships: { author: to('authors', 3) } },
      included: [author(3, { profile: { data: null } })],
    },
    [
      '400 /included/0/relationships/profile/data "profile" omits the record "1" of "profiles", which refers to this record in "author".',
    ],
  ],
  [
    'a comment that is its own parent, without replies',
    'PATCH',
    '/comments/1',
    {
      data: {
        type: 'comments',
        id: '1',
        relationships: { parent: to('comments', 1), replies: { data: [] } },
      },
    },
    [
      '400 /data/relationships/replies/data "replies" omits the record "1" of "comments", which refers to this record in "parent".',
    ],
  ],
  [
    'a subject whose set leaves out the attachment that names it',
    'PATCH',
    '/attachments/1',
    {
      data: { type: 'attachments', id: '1', relationships: { subject: to('authors', 1) } },
      included: [author(1, { attachments: { data: [] } })],
    },
    [
      '400 /included/0/relationships/attachments/data "attachments" omits the record "1" of "attachments", which refers to this record in "subject".',
    ],
  ],
]

describe.each(anyKeys)(
  'write/contradictions (11.12): requests that contradict themselves, on $title',
  (database) => {
    const blog = writableBlog(database)

    test.each([...REFUSED, ...MIRRORED])(
      '%s is rejected, and no data is written',
      async (_, method, path, body, errors) => {
        const before = await dumpBlog(blog.prisma)
        const answer = await blog.send(method, path, body)
        expect([answer.status, shortErrors(answer)]).toEqual([400, errors])
        expect(danglingPointers(answer, body)).toEqual([])
        expect(await dumpBlog(blog.prisma)).toEqual(before)
      },
    )
  },
)

describe.each(keyedDatabases)(
  'write/contradictions (11.12): requests that name a record twice without a contradiction, on $title',
  (database) => {
    const blog = writableBlog(database)

    test('a child may refer to its parent again by id or temp-id, and may be in two relationships with different keys', async () => {
      const again = { data: { type: 'posts', 'temp-id': 'root' } }
      const made = await blog.send(
        'POST',
        '/posts',
        newPost({ ...NEW_COMMENT, ...NEW_FILE }, [
          comment({ post: again, author: to('authors', 1) }),
          attachment({ subject: again }),
        ]),
      )
      expect([made.status, shortErrors(made)]).toEqual([201, []])
      const old = await blog.send(
        'PATCH',
        '/posts/1',
        post(NEW_COMMENT, [comment({ post: to('posts', 1), author: to('authors', 1) })]),
      )
      expect([old.status, shortErrors(old)]).toEqual([200, []])
    })

    test.each(['id', 'temp-id'])(
      "a child may refer to an existing ancestor through a second key, by the ancestor's %s (11.3)",
      async (name) => {
        const made = await blog.prisma.post.create({ data: { title: 'above', body: '', authorId: 1 } })
        const above = { type: 'posts', ...(name === 'id' ? { id: String(made.id) } : { 'temp-id': 'above' }) }
        const body = {
          data: { type: 'posts', id: String(made.id), 'temp-id': 'above', relationships: NEW_COMMENT },
          included: [
            comment({ replies: { data: [fresh('comments', 'reply')] } }),
            comment({ post: { data: above } }, 'reply'),
          ],
        }
        const answer = await blog.send('PATCH', `/posts/${made.id}`, body)
        const comments = await blog.prisma.comment.findMany({
          where: { postId: made.id },
          orderBy: { id: 'asc' },
        })
        expect([answer.status, shortErrors(answer)]).toEqual([200, []])
        expect(comments.map((one) => [one.body, one.parentId])).toEqual([
          ['c', null],
          ['reply', comments[0]?.id],
        ])
      },
    )

    test('records above a destroyed child are not linked', async () => {
      const made = await blog.prisma.comment.create({ data: { body: 'x', approved: true, postId: 1 } })
      const reply = await blog.prisma.comment.create({
        data: { body: 'y', approved: true, postId: 1, parentId: made.id },
      })
      const body = post({ comments: { data: [existing('comments', made.id, 'update')] } }, [
        {
          ...existing('comments', made.id),
          relationships: { replies: { data: [existing('comments', reply.id, 'destroy')] } },
        },
        { ...existing('comments', reply.id), relationships: { post: to('posts', 1) } },
      ])
      const before = await dumpBlog(blog.prisma)
      const answer = await blog.send('PATCH', '/posts/1', body)
      expect([answer.status, await dumpBlog(blog.prisma)]).toEqual([400, before])
    })

    test('an entry may link a record that an earlier or later entry of the request unlinks', async () => {
      const make = async (body: string, parentId?: number) =>
        blog.prisma.comment.create({
          data: { body, approved: true, postId: 1, ...(parentId !== undefined && { parentId }) },
        })
      for (const order of ['from first', 'to first', 'replaced from first', 'replaced to first']) {
        const [from, target] = [await make('from'), await make('to')]
        const child = await make('child', from.id)
        const one = existing('comments', child.id, order.startsWith('replaced') ? undefined : 'disassociate')
        const unlinks = {
          ...existing('comments', from.id),
          relationships: { replies: { data: order.startsWith('replaced') ? [] : [one] } },
        }
        const links = {
          ...existing('comments', target.id),
          relationships: { replies: { data: [existing('comments', child.id)] } },
        }
        const included = order.endsWith('from first') ? [unlinks, links] : [links, unlinks]
        const data = included.map(({ id }) => existing('comments', Number(id), 'update'))
        const answer = await blog.send('PATCH', '/posts/1', post({ comments: { data } }, included))
        expect([order, answer.status, shortErrors(answer)]).toEqual([order, 200, []])
        const { parentId } = await blog.prisma.comment.findUniqueOrThrow({ where: { id: child.id } })
        expect([order, parentId]).toEqual([order, target.id])
      }
    })
  },
)
