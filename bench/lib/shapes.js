// The six shapes of writing a post with ten comments, and the API that serves each.
import { createApi, defineRegistry } from '../../runtime/dist/index.js'
import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { openapi } from '../../examples/blog/dist/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/dist/api/generated/routes.gen.js'
import { bodyOfPost } from './write-post.js'

const CHILDREN = 10
const PostResource = registry.get('posts')
const PostsController = controllers['posts']
if (!PostResource || !PostsController) throw new Error('The blog has no posts.')

/** @typedef {typeof PostResource} PostClass */

class Waiting extends PostsController {
  /** @override */
  async jsonapiCreate() {
    const created = await super.jsonapiCreate()
    await Promise.resolve()
    return created
  }
}

class Hooked extends PostResource {
  static {
    this.afterCommit('create', () => {})
  }
}

class Overridden extends PostResource {
  /** @param {any} parameters @param {object} [parent] @override */
  async create(parameters, parent) {
    return super.create(parameters, parent)
  }
}

/** @typedef {{ readonly resource?: typeof PostResource, readonly controller?: typeof PostsController, readonly query?: string,
 *   readonly tags?: readonly string[] }} Shape */
/** @type {readonly (readonly [string, Shape])[]} */
export const SHAPES = [
  ['as it is', {}],
  ['one more await in the controller', { controller: Waiting }],
  ['an empty afterCommit', { resource: Hooked }],
  ['?include=author', { query: '?include=author' }],
  ['one existing tag besides', { tags: ['1'] }],
  ['create is overridden', { resource: Overridden }],
]

/** The resources that some shapes use instead of the posts. */
export const OTHERS = [Hooked, Overridden]

/** @param {Shape} shape */
export function apiOf({ resource = PostResource, controller = PostsController }) {
  class Posts extends /** @type {any} */ (controller) {
    static {
      this.jsonapi(resource)
    }
  }
  return createApi({
    registry: defineRegistry({ ...Object.fromEntries(registry), posts: resource }),
    controllers: /** @type {any} */ ({ ...controllers, posts: Posts }),
    openapi,
  })
}

/** The request of a shape. @param {Shape} shape */
export function requestOf({ query = '', tags }) {
  const body = bodyOfPost(CHILDREN, tags)
  return () =>
    new Request(`http://blog.test/posts${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/vnd.api+json', accept: 'application/vnd.api+json' },
      body,
    })
}
