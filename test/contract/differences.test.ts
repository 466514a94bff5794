import { readFileSync } from 'node:fs'
import type { ContractDifference, ContractDocument } from '@jsonapi-gen/runtime/testing'
import { createApi, defineRegistry, type ResourceClass } from '@jsonapi-gen/runtime'
import { expectContract } from '@jsonapi-gen/runtime/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { registry as saasRegistry } from '../../examples/saas/src/api/generated/index.gen.js'
import { controllers as saasControllers } from '../../examples/saas/src/api/generated/routes.gen.js'
import { at } from '../../scripts/lib/paths.js'

const contractOf = (example: string): ContractDocument =>
  JSON.parse(
    readFileSync(at(`examples/${example}/src/api/generated/contract.gen.json`), 'utf8'),
  ) as ContractDocument

/** The blog with another resource of posts. */
function changed(change: (posts: ResourceClass) => void) {
  const posts = registry.get('posts')
  if (!posts) throw new Error('The blog has posts.')
  class Changed extends posts {}
  change(Changed)
  const own = defineRegistry({ ...Object.fromEntries(registry), posts: Changed })
  // The registry of the blog is the one that its own resources find each other by.
  defineRegistry(Object.fromEntries(registry))
  class ChangedController extends (controllers['posts'] ?? Object) {}
  Reflect.get(ChangedController, 'jsonapi').call(ChangedController, Changed)
  return { registry: own, controllers: { ...controllers, posts: ChangedController as never } }
}

async function told(
  change: (posts: ResourceClass) => void,
  contract = contractOf('blog'),
): Promise<readonly ContractDifference[]> {
  const differences = await new Promise<readonly ContractDifference[]>((resolve) => {
    createApi({ ...changed(change), contract, onDifferences: resolve })
  })
  return differences
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('contract/differences (25.2): what hand-written declarations widen or narrow', () => {
  test('the examples offer what their contracts say', () => {
    const saas = { registry: saasRegistry, controllers: saasControllers }
    expect(() => expectContract({ registry, controllers }, contractOf('blog'))).not.toThrow()
    expect(() => expectContract(saas, contractOf('saas'))).not.toThrow()
  })

  test('an API that takes no keys, while its contract says so, and the other way round', async () => {
    const differencesOf = (contract: ContractDocument, idempotency: object | undefined) =>
      new Promise<readonly ContractDifference[]>((resolve) => {
        const onDifferences = (differences: readonly ContractDifference[]) => resolve(differences)
        createApi({ registry, controllers, contract, onDifferences, idempotency } as never)
        setTimeout(() => resolve([]), 1000)
      })
    const blog = contractOf('blog')
    expect(await differencesOf({ ...blog, idempotency: true }, undefined)).toEqual([
      { path: 'idempotency', contract: true, api: false },
    ])
    expect(await differencesOf(blog, undefined)).toEqual([])
  })

  test('each is told once, when the API is created', async () => {
    const differences = await told((posts) => {
      posts.attribute('subtitle', 'string?')
      posts.attribute('title', { type: 'string', readable: 'isEditor' })
      posts.allowFilter('status', { operators: ['eq'] })
      posts.allowFilter('rating')
      posts.allowStat({ rating: ['sum'] })
      posts.maxPageSize(50)
      posts.cache('private, max-age=5')
      posts.defaultSort([{ views: 'desc' }])
      posts.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', writable: false })
      posts.actions('index', 'show')
      posts.sideloadWhitelist({ index: ['author'] })
      posts.scopes({ read: (scope: unknown) => scope })
    })
    expect(
      differences.map(({ path, contract, api }) =>
        [path, contract, api].map((part) => JSON.stringify(part)).join(' '),
      ),
    ).toMatchInlineSnapshot(`
      [
        ""posts.actions.create.address" true false",
        ""posts.actions.destroy.address" true false",
        ""posts.actions.update.address" true false",
        ""posts.attributes.subtitle"  {"type":"string","nullable":true,"read":true,"write":true,"required":false}",
        ""posts.attributes.title.maxLength" 200 ",
        ""posts.attributes.title.minLength" 1 ",
        ""posts.attributes.title.read" true ["isEditor"]",
        ""posts.attributes.title.write" true ["isEditor"]",
        ""posts.cache"  "private, max-age=5"",
        ""posts.defaultSort" ["id"] ["-views"]",
        ""posts.filters.rating"  {"type":"decimal","nullable":true,"who":true,"operators":["eq","not_eq","gt","not_gt","gte","not_gte","lt","not_lt","lte","not_lte"],"aliases":[],"required":false,"custom":false}",
        ""posts.filters.status.operators" ["eq","not_eq"] ["eq"]",
        ""posts.filters.title.who" true ["isEditor"]",
        ""posts.includes.index" ["author","comments","tags"] ["author"]",
        ""posts.includes.show" ["attachments","author","comments","comments.author","comments.replies","tags"] ",
        ""posts.page.max" 100 50",
        ""posts.relationships.author.write" true false",
        ""posts.scopes.read"  [{"from":"resource"}]",
        ""posts.sorts.subtitle"  true",
        ""posts.sorts.title" true ["isEditor"]",
        ""posts.stats.rating.calculations" ["average"] ["sum"]",
      ]
    `)
  })

  test('a base that hides records makes relationships that are never null nullable', async () => {
    const authors = registry.get('authors')
    if (!authors) throw new Error('The blog has authors.')
    class Hiding extends authors {
      override baseScope() {
        return { where: { bio: null } }
      }
    }
    const own = defineRegistry({ ...Object.fromEntries(registry), authors: Hiding })
    const differences = await new Promise<readonly ContractDifference[]>((resolve) => {
      createApi({ registry: own, controllers, contract: contractOf('blog'), onDifferences: resolve })
    })
    defineRegistry(Object.fromEntries(registry))
    expect(differences.filter(({ path }) => path.endsWith('nullable'))).toEqual([
      { path: 'posts.relationships.author.nullable', contract: undefined, api: true },
      { path: 'profiles.relationships.author.nullable', contract: undefined, api: true },
    ])
  })

  test('without onDifferences they are printed, in one message', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    createApi({ ...changed((posts) => posts.maxPageSize(50)), contract: contractOf('blog') })
    await vi.waitFor(() => expect(warn).toHaveBeenCalled())
    expect(warn.mock.calls).toEqual([
      ['The API and its contract differ:\nposts.page.max: the contract says 100, the API 50'],
    ])
  })

  test('a test fails on them', () => {
    const api = changed((posts) => posts.allowFilter('rating'))
    expect(() => expectContract(api, contractOf('blog'))).toThrow(
      'The API and its contract differ:\n- posts.filters.rating: the contract says nothing, the API {',
    )
  })

  test('a contract in a version that this runtime does not read is told, and the API answers', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const contract = { ...contractOf('blog'), contract: 2 }
    expect(() => expectContract({ registry, controllers }, contract)).toThrow(TypeError)
    const api = createApi({ registry, controllers, contract })
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce())
    expect(String(warn.mock.calls[0]?.[0])).toContain('version 2 of its format')
    expect((await api.fetch(new Request('http://blog.test/currencies'))).status).toBe(200)
  })
})
