// The documents of the handwritten handlers, as objects: posts, authors and comments in the form that our API writes.
export const BASE = 'http://blog.test'
export const DESCRIPTION = `${BASE}/openapi.json`

/** @param {object} document */
export const answer = (document) => JSON.stringify({ jsonapi: { version: '1.1' }, ...document })

/** @param {string} self @param {string} name */
export const linksOf = (self, name) => ({ self: `${self}/relationships/${name}`, related: `${self}/${name}` })

/** Whether a record occurs for the first time. @param {{ id: number }} record @param {Set<unknown>} seen */
export function isFirst({ id }, seen) {
  return seen.size !== seen.add(id).size
}

/** A post with linkage to the records that were read with it: its author, comments and tags. @param {any} post */
export function postObject(post) {
  const self = `${BASE}/posts/${post.id}`
  return {
    type: 'posts',
    id: String(post.id),
    attributes: {
      title: post.title,
      body: post.body,
      status: post.status,
      views: post.views,
      rating: post.rating === null ? null : post.rating.toFixed(),
      publishedAt: post.publishedAt === null ? null : post.publishedAt.toISOString(),
      createdAt: post.createdAt.toISOString(),
    },
    relationships: {
      author: {
        links: linksOf(self, 'author'),
        ...(post.author && { data: { type: 'authors', id: String(post.author.id) } }),
      },
      comments: {
        links: linksOf(self, 'comments'),
        ...(post.comments && {
          data: post.comments.map((comment) => ({ type: 'comments', id: String(comment.id) })),
        }),
      },
      tags: {
        links: linksOf(self, 'tags'),
        ...(post.tags && { data: post.tags.map((tag) => ({ type: 'tags', id: String(tag.id) })) }),
      },
      attachments: { links: linksOf(self, 'attachments') },
    },
    links: { self },
  }
}

/** @param {any} author */
export function authorObject(author) {
  const self = `${BASE}/authors/${author.id}`
  return {
    type: 'authors',
    id: String(author.id),
    attributes: {
      name: author.name,
      email: author.email,
      bio: author.bio,
      createdAt: author.createdAt.toISOString(),
    },
    relationships: {
      posts: { links: linksOf(self, 'posts') },
      profile: { links: linksOf(self, 'profile') },
      comments: { links: linksOf(self, 'comments') },
      attachments: { links: linksOf(self, 'attachments') },
    },
    links: { self },
  }
}

/** @param {any} tag */
export function tagObject(tag) {
  const self = `${BASE}/tags/${tag.id}`
  return {
    type: 'tags',
    id: String(tag.id),
    attributes: { name: tag.name },
    relationships: { posts: { links: linksOf(self, 'posts') } },
    links: { self },
  }
}

/** @param {any} comment @param {{ 'temp-id'?: string }} [named] */
export function commentObject(comment, named = {}) {
  const self = `${BASE}/comments/${comment.id}`
  return {
    type: 'comments',
    id: String(comment.id),
    ...named,
    attributes: {
      body: comment.body,
      approved: comment.approved,
      createdAt: comment.createdAt.toISOString(),
    },
    relationships: {
      post: { links: linksOf(self, 'post') },
      author: { links: linksOf(self, 'author') },
      parent: { links: linksOf(self, 'parent') },
      replies: { links: linksOf(self, 'replies') },
    },
    links: { self },
  }
}

/** A comment with the linkage of its author. @param {any} comment @param {{ 'temp-id'?: string }} [named] */
export function commentWithAuthor(comment, named = {}) {
  const object = commentObject(comment, named)
  const author = comment.author && { type: 'authors', id: String(comment.author.id) }
  const { post: ofPost, author: ofAuthor, ...others } = object.relationships
  const relationships = { post: ofPost, author: { ...ofAuthor, data: author }, ...others }
  return { ...object, relationships, links: object.links }
}
