import { Resource } from '@jsonapi-gen/runtime'
import { blogOn } from '../../adapter/differential/blog.js'
import { type Domain, numbered } from './domain.js'

const createdAt = new Date('2024-01-01T00:00:00.000Z')
const AUTHOR_OF_POST = [1, 2, 1, 3, 2]

/** The domain of the blog: keys, a tree, a one-to-one, a many-to-many without a join model, and polymorphic keys. */
export const blogDomain: Domain = {
  datamodel: 'blog',
  open: (database) => database.open(),
  resources(adapter) {
    const resources = Object.fromEntries(blogOn(adapter).map((resource) => [resource.config.type, resource]))
    const { posts } = resources
    // Changes that only the store rejects: null in a required column, and a foreign key without a record.
    posts?.attribute('body', { type: 'string', required: false })
    posts?.hasMany('remarks', { resource: 'remarks', foreignKey: 'postId', relation: 'comments' })
    class Remarks extends Resource {
      static {
        this.type('remarks')
        this.model('Comment')
        this.id('integer')
        this.useAdapter(adapter)
        this.attribute('body', { type: 'string', required: false })
        this.attribute('authorId', 'integer?')
        this.belongsTo('post', { resource: 'posts', foreignKey: 'postId' })
      }
    }
    return { ...resources, remarks: Remarks }
  },
  shared: [],
  owners: {},
  onlyCreated: ['remarks'],
  rows: {
    Author: numbered(4, (id) => ({
      id,
      name: `author ${id}`,
      email: `author${id}@example.com`,
      bio: id === 1 ? null : `bio ${id}`,
      createdAt,
    })),
    Profile: numbered(2, (id) => ({ id, website: `website ${id}`, twitter: null, authorId: id })),
    Post: numbered(5, (id) => ({
      id,
      title: `post ${id}`,
      body: `body ${id}`,
      status: 'draft',
      views: id,
      rating: null,
      publishedAt: null,
      createdAt,
      authorId: AUTHOR_OF_POST[id - 1],
    })),
    Comment: numbered(14, (id) => ({
      id,
      body: `comment ${id}`,
      approved: id !== 10,
      createdAt,
      postId: 1 + (id % 3),
      authorId: id % 4 === 0 ? null : id % 4,
      parentId: id > 3 && id < 9 ? 1 + (id % 3) : null,
    })),
    Tag: numbered(6, (id) => ({ id, name: `tag ${id}` })),
    PostToTag: [1, 2, 3].flatMap((post) =>
      [post, post + 1, post + 2, post + 3].map((tag) => ({ A: post, B: tag })),
    ),
    Attachment: numbered(6, (id) => ({
      id,
      url: `https://example.com/${id}`,
      byteSize: BigInt(id),
      subjectType: id % 3 === 0 ? 'Author' : 'Post',
      subjectId: 1 + (id % 2),
    })),
  },
}
