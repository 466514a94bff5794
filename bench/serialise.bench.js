// Serialising 1,000 records of 10 attributes with two included relationships, against JSON.stringify of the document.
import { defineRegistry, documentText, Query, renderDocument, Resource } from '../runtime/dist/index.js'
import { NullAdapter } from '../runtime/dist/null.js'
import { pair, report } from './lib/pairs.js'

const AUTHORS = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, name: `Author ${index}` }))

class PostResource extends Resource {
  static {
    this.type('posts')
    this.useAdapter(NullAdapter)
    this.id('integer')
    for (const name of ['title', 'body', 'slug', 'summary']) this.attribute(name, 'string')
    for (const name of ['views', 'likes']) this.attribute(name, 'integer')
    this.attribute('published', 'boolean')
    this.attribute('rating', 'float')
    for (const name of ['createdAt', 'publishedAt']) this.attribute(name, 'datetime')
    this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
    this.hasMany('comments', { resource: 'comments', foreignKey: 'postId' })
  }
}
class AuthorResource extends Resource {
  static {
    this.type('authors')
    this.useAdapter(NullAdapter)
    this.id('integer')
    this.attribute('name', 'string')
  }
}
class CommentResource extends Resource {
  static {
    this.type('comments')
    this.useAdapter(NullAdapter)
    this.id('integer')
    this.attribute('body', 'string')
  }
}
defineRegistry({ posts: PostResource, authors: AuthorResource, comments: CommentResource })

const links = {
  collection: (/** @type {string} */ type) => `http://blog.test/${type}`,
  record: (/** @type {string} */ type) => `http://blog.test/${type}/`,
  relationships: () => true,
}
const { compile } = await import('../runtime/dist/resource/compile.js')
const { planRead } = await import('../runtime/dist/plan/plan-read.js')
const { Guards } = await import('../runtime/dist/resource/guards.js')
const compiled = compile(PostResource)
const plan = await planRead(compiled, Query.ofSearch(compiled, '?include=author,comments'), {
  guards: new Guards(undefined),
})
const records = Array.from({ length: 1000 }, (_, index) => post(index + 1))
const prepared = await renderDocument(records, plan, { links })
const bytes = JSON.stringify(prepared).length

const ours = { name: 'ours', run: () => documentText(records, plan, { links }) }
const floor = { name: 'JSON.stringify', run: () => JSON.stringify(prepared) }
report(
  `Serialising 1,000 posts × 10 attributes, author and comments included, ${Math.round(bytes / 1024)} KiB`,
  [['document', await pair(ours, floor, { rounds: 31, runs: 5 })]],
)

/** @param {number} id */
function post(id) {
  return {
    id,
    title: `Post number ${id}, with a title`,
    body: 'It rained all morning, and nobody minded. The manual says one thing; the machine does another.',
    slug: `post-number-${id}`,
    summary: 'What happens "between" two lines.\nOften nothing.',
    views: id * 7,
    likes: id % 13,
    published: id % 2 === 0,
    rating: (id % 50) / 10,
    createdAt: new Date(1_700_000_000_000 + id * 60_000),
    publishedAt: id % 3 === 0 ? null : new Date(1_710_000_000_000 + id * 60_000),
    author: AUTHORS[id % 10],
    comments: Array.from({ length: 2 }, (_, index) => ({
      id: id * 2 + index,
      body: `A comment, number ${index}`,
    })),
  }
}
