// Compares the serialization of 1,000 records with 10 attributes and two included relationships, to bytes, with
// building the document's objects and JSON.stringify, also to bytes. A benchmark that ended with text would not count
// work that the writer defers.
import { defineRegistry, Query, Resource } from '../runtime/dist/index.js'
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
const { documentBytes } = await import('../runtime/dist/render/document.js')
const { compile } = await import('../runtime/dist/resource/compile.js')
const { planRead } = await import('../runtime/dist/plan/plan-read.js')
const { Guards } = await import('../runtime/dist/resource/guards.js')
const compiled = compile(PostResource)
const plan = await planRead(compiled, Query.ofSearch(compiled, '?include=author,comments'), {
  guards: new Guards(undefined),
})
const encoder = new TextEncoder()

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const [name, punctuation] of [
  ['author and comments included', ','],
  ['the same, with characters beyond ASCII', '…'],
]) {
  const records = Array.from({ length: 1000 }, (_, index) => post(index + 1, punctuation))
  const ours = { name: 'ours', run: async () => documentBytes(records, plan, { links }) }
  const floor = { name: 'built and stringified', run: () => encoder.encode(JSON.stringify(built(records))) }
  const [given, expected] = [await ours.run(), floor.run()]
  if (!Buffer.from(given).equals(Buffer.from(expected))) throw new Error('The documents differ.')
  const kib = Math.round(expected.length / 1024)
  rows.push([`${name}, ${kib} KiB`, await pair(ours, floor, { rounds: 31, runs: 5, warmUp: 2000 })])
}
report(`Serialising, 1,000 posts, Node ${process.versions.node.split('.')[0]}`, rows)

/**
 * The document as handwritten objects.
 *
 * @param {ReturnType<typeof post>[]} posts
 */
function built(posts) {
  const seen = new Set()
  const included = []
  const data = posts.map(({ id, author, comments, ...attributes }) => {
    for (const [type, record] of [['authors', author], ...comments.map((comment) => ['comments', comment])]) {
      const name = `${type} ${record.id}`
      if (seen.has(name)) continue
      seen.add(name)
      const { id: own, ...others } = record
      included.push({
        type,
        id: String(own),
        attributes: others,
        links: { self: `http://blog.test/${type}/${own}` },
      })
    }
    const self = `http://blog.test/posts/${id}`
    return {
      type: 'posts',
      id: String(id),
      attributes: {
        ...attributes,
        createdAt: attributes.createdAt.toISOString(),
        publishedAt: attributes.publishedAt?.toISOString() ?? null,
      },
      relationships: {
        author: { links: linksOf(self, 'author'), data: { type: 'authors', id: String(author.id) } },
        comments: {
          links: linksOf(self, 'comments'),
          data: comments.map((comment) => ({ type: 'comments', id: String(comment.id) })),
        },
      },
      links: { self },
    }
  })
  return { jsonapi: { version: '1.1' }, data, included }
}

/** @param {string} self @param {string} name */
function linksOf(self, name) {
  return { self: `${self}/relationships/${name}`, related: `${self}/${name}` }
}

/** @param {number} id @param {string} [punctuation] */
function post(id, punctuation = ',') {
  return {
    id,
    title: `Post number ${id}, with a title`,
    body: `It rained all morning${punctuation} and nobody minded. The manual says one thing; the machine does another.`,
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
