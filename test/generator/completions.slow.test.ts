import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { editorOf } from './support/editor.js'

const FILE = at('test/types/completed.ts')

// Each `/**/` marks a position at which the test requests completions from the editor.
const CODE = `
import { Resource } from '@jsonapi-gen/runtime'
import type { Query } from '../../examples/blog/src/api/generated/index.gen.js'
import type { PostShape } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'

export const query: Query<'authors'> = { include: '/**/' }
await PostResource.all({ include: '/**/' })
await PostResource.all({ fields: { posts: ['title'], /**/ } })
await PostResource.find(1, { fields: { tags: ['/**/'] } })
await PostResource.find(1, { extraFields: { /**/ } })
await PostResource.all({ filter: { title: { /**/ } } })
abstract class Posts extends Resource<PostShape> {
  ownFilter() {}
  limit = 1
  static {
    this.attribute('short', { type: 'string', column: '/**/' })
    this.allowFilter('own', { type: 'string' }, '/**/')
  }
}
`

const MARK = '/**/'

test('editors complete include paths, fields, operators, columns and method names', () => {
  const [ofAuthors, ofPosts, fields, names, extraFields, operators, columns, methods] = completions()
  expect(ofAuthors).toEqual(expect.arrayContaining(['posts', 'posts.comments', 'posts.comments.replies']))
  expect(ofPosts).toHaveLength(50)
  expect(ofPosts).toEqual(expect.arrayContaining(['author', 'comments.author', 'attachments.subject.posts']))
  expect(fields).toEqual(['attachments', 'authors', 'comments', 'profiles', 'tags'])
  expect(names).toEqual(['name', 'posts'])
  expect(extraFields).toEqual(['posts'])
  expect(operators).toEqual(['contains', 'eq', 'prefix'])
  expect(columns).toEqual([
    'authorId',
    'body',
    'createdAt',
    'id',
    'publishedAt',
    'rating',
    'status',
    'title',
    'views',
  ])
  expect(methods).toContain('ownFilter')
  expect(methods).not.toContain('limit')
}, 120_000)

/** The completions that the language service offers at each mark, in alphabetical order. */
function completions(): readonly (readonly string[])[] {
  const text = CODE.replaceAll(MARK, '')
  const service = editorOf(FILE, text)
  return [...CODE.matchAll(/\/\*\*\//g)].map(({ index }, marks) => {
    const { entries = [] } = service.getCompletionsAtPosition(FILE, index - marks * MARK.length, {}) ?? {}
    return entries.map(({ name }) => name).toSorted()
  })
}
