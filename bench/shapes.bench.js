// One document, a post with ten comments, in six shapes that applications give it: as it is, with one more await in the
// controller, with an empty hook, with an include, with an existing tag, with a `create` of the application's own. Each is beside
// the handler by hand for that shape, on Prisma's own driver, which reads its answer back too. What counts is that none of them
// falls out of the way that the others take.
import { createApi, defineRegistry } from '../runtime/dist/index.js'
import { registry } from '../examples/blog/dist/api/generated/index.gen.js'
import { openapi } from '../examples/blog/dist/api/generated/openapi.gen.js'
import { controllers } from '../examples/blog/dist/api/generated/routes.gen.js'
import { postByHand } from './lib/hand-written-writes.js'
import { onStore } from './lib/on-store.js'
import { pair, report, same } from './lib/pairs.js'
import { openOrdinary, openStore, seedStores } from './lib/stores.js'
import { bodyOfPost, withoutChance, written } from './lib/write-post.js'

const CHILDREN = 10
const WARM_UP = 5000
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
const SHAPES = [
  ['as it is', {}],
  ['one more await in the controller', { controller: Waiting }],
  ['an empty afterCommit', { resource: Hooked }],
  ['?include=author', { query: '?include=author' }],
  ['one existing tag besides', { tags: ['1'] }],
  ['create is overridden', { resource: Overridden }],
]

/** @param {Shape} shape */
function apiOf({ resource = PostResource, controller = PostsController }) {
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

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(1000)) {
  const prisma = await openStore(place)
  const ordinary = await openOrdinary(place)
  onStore(prisma, place, [Hooked, Overridden])
  await prisma.tag.upsert({ where: { id: 1 }, update: {}, create: { id: 1, name: 'bench' } })
  for (const [shape, of] of SHAPES) {
    const api = apiOf(of)
    const body = bodyOfPost(CHILDREN, of.tags)
    const asked = () =>
      new Request(`http://blog.test/posts${of.query ?? ''}`, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.api+json', accept: 'application/vnd.api+json' },
        body,
      })
    const ours = { name: 'ours', run: () => written(api.fetch(asked())) }
    const floor = { name: 'by hand', run: () => written(postByHand(ordinary, asked())) }
    same(withoutChance(await ours.run()), withoutChance(await floor.run()))
    rows.push([`${name}, ${shape}`, await pair(ours, floor, { runs: 5, rounds: 31, warmUp: WARM_UP })])
  }
  await ordinary.$disconnect()
  await prisma.$disconnect()
  await close()
}
report('A post with ten comments, in process, in six shapes', rows)
