import { readFileSync } from 'node:fs'
import { type Api, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { type BlogClient, sqlite } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'

/** The rules in the columns, each as it is applied to `comments`. */
const RULES = {
  'action guard': (comments: ResourceClass) => {
    comments.actions({ index: 'never', show: 'never', create: 'never', update: 'never', destroy: 'never' })
  },
  scope: (comments: ResourceClass) => comments.scopes({ read: hideSecret }),
  '`readable` of an attribute': (comments: ResourceClass) =>
    comments.attribute('body', { type: 'string', readable: 'never' }),
  '`readable` of a relationship': (comments: ResourceClass) =>
    comments.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', readable: 'never' }),
  'default filter': (comments: ResourceClass) => comments.defaultFilter('secret', hideSecret),
  whitelist: (comments: ResourceClass) => comments.sideloadWhitelist({ index: [], show: [] }),
} as const

type Rule = keyof typeof RULES

const hideSecret = (scope: unknown): PrismaScope => (scope as PrismaScope).where({ body: { not: 'secret' } })

const linkage = (...ids: number[]) => ({ data: ids.map((id) => ({ type: 'comments', id: String(id) })) })
const comment = (attributes: object, id?: number, relationships?: object) => ({
  type: 'comments',
  ...(id !== undefined && { id: String(id) }),
  attributes,
  ...(relationships && { relationships }),
})
const ofAuthor = { author: { data: { type: 'authors', id: '1' } } }

interface Request_ {
  readonly method?: string
  readonly path: string
  readonly body?: object
}

/**
 * The ways to reach a comment, one per row. Comment 1 has the text `secret`, and each write uses a different
 * comment with that text. The requests in a row that contain neither an attribute nor a relationship show the
 * rules for records.
 */
const WAYS: Readonly<Record<string, readonly Request_[]>> = {
  'a list and its statistics': [
    { path: '/comments?stats[total]=count' },
    { path: '/comments?fields[comments]=body' },
    { path: '/comments?include=author' },
  ],
  'a single record': [{ path: '/comments/1' }, { path: '/comments/1?include=author' }],
  'included below another record': [{ path: '/authors/1?include=comments' }],
  'its related URL': [{ path: '/authors/1/comments' }],
  'its linkage URL': [{ path: '/authors/1/relationships/comments' }],
  'a filter through a relationship': [
    { path: '/authors?filter[comments.body]=secret' },
    { path: '/replies?filter[parent.body]=secret' },
  ],
  'a sort through a relationship': [{ path: '/replies?sort=parent.body' }],
  create: [
    { method: 'POST', path: '/comments', body: { data: comment({ body: 'secret' }, undefined, ofAuthor) } },
  ],
  'create below another record': [
    {
      method: 'PATCH',
      path: '/authors/1',
      body: {
        data: {
          type: 'authors',
          id: '1',
          relationships: { comments: { data: [{ type: 'comments', lid: 'a', method: 'create' }] } },
        },
        included: [{ type: 'comments', lid: 'a', attributes: { body: 'secret' } }],
      },
    },
  ],
  update: [{ method: 'PATCH', path: '/comments/2', body: { data: comment({ body: 'new' }, 2) } }],
  link: [{ method: 'POST', path: '/authors/2/relationships/comments', body: linkage(3) }],
  unlink: [{ method: 'DELETE', path: '/authors/1/relationships/comments', body: linkage(4) }],
  destroy: [{ method: 'DELETE', path: '/comments/5' }],
  operations: [
    {
      method: 'POST',
      path: '/operations',
      body: { 'atomic:operations': [{ op: 'update', data: comment({ body: 'new' }, 6, ofAuthor) }] },
    },
  ],
  'a custom action': [{ method: 'POST', path: '/comments/7/-actions/approve', body: { meta: {} } }],
}

const shown = readFileSync(at('docs/policies.md'), 'utf8')

test('docs/policies: every cell in the table of rules and paths to a record matches the API', async () => {
  const open = await responses()
  const rules = Object.keys(RULES) as Rule[]
  const rows = new Map(Object.keys(WAYS).map((way) => [way, [] as string[]]))
  for (const rule of rules) {
    const closed = await responses(rule)
    for (const [way, cells] of rows) cells.push(closed.get(way) === open.get(way) ? '' : '✓')
  }
  const table = [
    ['', ...rules],
    ['---', ...rules.map(() => '---')],
    ...[...rows].map(([way, cells]) => [way, ...cells]),
  ].map((cells) => `| ${cells.join(' | ')} |`)
  const start = shown.indexOf('| | action guard')
  expect(table.join('\n').replaceAll(/ {2,}/g, ' ')).toBe(
    shown.slice(start, shown.indexOf('\n\n', start)).replaceAll(/ {2,}/g, ' '),
  )
})

/** The responses for each way, with one rule that restricts comments, or with no rules. */
async function responses(rule?: Rule): Promise<ReadonlyMap<string, string>> {
  const db = await sqlite.open()
  try {
    const api = applicationOf(db.prisma, rule)
    const found = new Map<string, string>()
    for (const [way, requests] of Object.entries(WAYS)) {
      const texts = []
      await fill(db.prisma)
      for (const { method = 'GET', path, body } of requests) {
        const response = await api.fetch(
          new Request(`http://blog.test${path}`, {
            method,
            ...(body && {
              body: JSON.stringify(body),
              headers: { 'content-type': way === 'operations' ? ATOMIC : JSONAPI },
            }),
          }),
        )
        // Without a rule, every request succeeds.
        expect(response.status, `${method} ${path}`).toBeLessThan(rule === undefined ? 300 : 500)
        texts.push(`${response.status} ${await response.text()}`)
        if (method !== 'GET') {
          texts.push(JSON.stringify(await db.prisma.comment.findMany({ omit: { createdAt: true } })))
        }
      }
      found.set(way, texts.join('\n'))
    }
    return found
  } finally {
    await db.close()
  }
}

const JSONAPI = 'application/vnd.api+json'
const ATOMIC = `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`

async function fill(prisma: BlogClient): Promise<void> {
  const createdAt = new Date(0)
  await prisma.comment.deleteMany()
  await prisma.post.deleteMany()
  await prisma.author.deleteMany()
  await prisma.author.createMany({
    data: [1, 2].map((id) => ({ id, name: `author ${id}`, email: `${id}@blog.test`, createdAt })),
  })
  await prisma.post.create({ data: { id: 1, title: 'a', body: 'b', authorId: 1, createdAt } })
  await prisma.comment.createMany({
    data: [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, body: 'secret', postId: 1, authorId: 1, createdAt })),
  })
  await prisma.comment.create({
    data: { id: 8, body: 'a reply', postId: 1, authorId: 2, parentId: 1, createdAt },
  })
}

function applicationOf(prisma: BlogClient, rule: Rule | undefined): Api {
  const adapter = prismaAdapter(prisma)
  const common = (resource: ResourceClass, type: string, model: string): void => {
    resource.type(type)
    resource.model(model)
    resource.id('integer')
    resource.useAdapter(adapter)
  }
  class Comments extends Resource {
    static {
      common(this, 'comments', 'Comment')
      this.attribute('body', 'string')
      this.attribute('postId', { type: 'integer', default: 1 })
      this.allowStat({ total: 'count' })
      this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
      const isGuarded = rule === 'action guard'
      this.action('approve', { on: 'record', ...(isGuarded && { guard: 'never' }) }, (record) =>
        new Comments().update({ id: (record as { id: number }).id, approved: true }),
      )
      if (rule !== undefined) RULES[rule](this)
    }
  }
  class Authors extends Resource {
    static {
      common(this, 'authors', 'Author')
      this.attribute('name', 'string')
      this.allowFilter('comments.body')
      this.hasMany('comments', { resource: 'comments', foreignKey: 'authorId' })
    }
  }
  class Replies extends Resource {
    static {
      common(this, 'replies', 'Comment')
      this.allowFilter('parent.body')
      this.allowSort('parent.body')
      this.belongsTo('parent', { resource: 'comments', foreignKey: 'parentId' })
    }
  }
  class Application extends ActionsController {
    never(): boolean {
      return false
    }
  }
  return apiOf(Application, [Comments, Authors, Replies], { operations: true, onError: () => undefined })
}
