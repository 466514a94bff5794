import {
  createApi,
  defineRegistry,
  Resource,
  ResourceController,
  type StoreFacts,
} from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'
import { factsOf } from '../support/facts.js'

const CURE = 'Run `npx prisma@7 generate`, then `npx jsonapi-gen generate`, and compile.'
const sentence = (lacks: string): string =>
  `The Prisma Client and the API were generated from different Prisma schemas: the client lacks ${lacks}. ${CURE}`

describe.each(databases)('a Prisma Client older than the API (14.9) on $name', ({ open }) => {
  let opened: OpenDatabase<BlogClient>
  let blog: StoreFacts
  beforeAll(async () => {
    opened = await open({ seed: true })
    blog = factsOf(opened.prisma)
  })
  afterAll(() => opened.close())

  /**
   * The blog's facts with changes to the columns of tags: the facts of an API that is generated after a change
   * to the Prisma schema.
   */
  const changed = (columns: object, models: object = {}): StoreFacts => {
    const tag = blog.models['Tag']
    return {
      ...blog,
      models: { ...blog.models, Tag: { ...tag, columns: { ...tag?.columns, ...columns } }, ...models },
    }
  }

  const tagsOn = (facts: StoreFacts, client: object = opened.prisma) =>
    class Tags extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.id('integer')
        this.useAdapter(new PrismaAdapter(client as BlogClient))
        this.facts(facts)
        this.attribute('name', 'string')
      }
    }

  const startWith = (facts: StoreFacts, client?: object): string => {
    const registry = defineRegistry({ tags: tagsOn(facts, client) })
    try {
      createApi({ registry, controllers: { tags: class extends ResourceController {} } })
      return 'started'
    } catch (error) {
      return (error as Error).message
    }
  }

  test('createApi rejects a client that is older than the API, with instructions', () => {
    const CASES: readonly (readonly [facts: StoreFacts, lacks: string])[] = [
      [changed({ colour: 'string?' }), 'Tag.colour'],
      [changed({ colour: 'string?', weight: 'integer' }), 'Tag.colour and Tag.weight'],
      [changed({ name: 'integer' }), 'Tag.name with its type'],
      [changed({}, { Label: { columns: { id: 'integer' } } }), 'the model Label'],
      [
        changed(Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`c${at}`, 'string']))),
        'Tag.c1, Tag.c2, Tag.c3, Tag.c4, Tag.c5 and 2 more',
      ],
    ]
    for (const [facts, lacks] of CASES) {
      expect(startWith(facts)).toBe(
        `The API cannot be created. These declarations are invalid:\n- ${sentence(lacks)}`,
      )
    }
  })

  test('createApi accepts a matching client, even one with extensions or with columns that the API does not use', () => {
    const extended = opened.prisma.$extends({
      result: { tag: { label: { needs: { name: true }, compute: ({ name: text }) => `#${text}` } } },
    })
    const { id = 'integer' } = blog.models['Tag']?.columns ?? {}
    const less = { ...blog, models: { Tag: { columns: { id, name: 'string' } } } }
    expect([startWith(blog), startWith(blog, extended), startWith(less)]).toEqual([
      'started',
      'started',
      'started',
    ])
  })

  test('without createApi, the first read with a client that is older than the API is rejected', async () => {
    await expect(tagsOn(changed({ colour: 'string?' })).all()).rejects.toThrow(sentence('Tag.colour'))
  })
})
