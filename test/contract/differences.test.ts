import { readFileSync } from 'node:fs'
import { createApi, defineRegistry, type ResourceClass } from '@jsonapi-gen/runtime'
import { type ContractDocument, expectContract } from '@jsonapi-gen/runtime/testing'
import { describe, expect, test, vi } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { registry as saasRegistry } from '../../examples/saas/src/api/generated/index.gen.js'
import { controllers as saasControllers } from '../../examples/saas/src/api/generated/routes.gen.js'
import { at } from '../../scripts/lib/paths.js'

const contractOf = (example: string): ContractDocument =>
  JSON.parse(
    readFileSync(at(`examples/${example}/src/api/generated/contract.gen.json`), 'utf8'),
  ) as ContractDocument

/** The blog with a changed resource for posts. */
function changed(change: (posts: ResourceClass) => void) {
  const posts = registry.get('posts')
  if (!posts) throw new Error('The blog has posts.')
  class Changed extends posts {}
  change(Changed)
  const own = defineRegistry({ ...Object.fromEntries(registry), posts: Changed })
  // The blog's own resources find each other through the blog's registry.
  defineRegistry(Object.fromEntries(registry))
  class ChangedController extends (controllers['posts'] ?? Object) {}
  Reflect.get(ChangedController, 'jsonapi').call(ChangedController, Changed)
  return { registry: own, controllers: { ...controllers, posts: ChangedController as never } }
}

/** The lines of the error that lists the differences; none if the API matches its contract. */
function differencesOf(
  api: Parameters<typeof expectContract>[0],
  contract = contractOf('blog'),
): readonly string[] {
  try {
    expectContract(api, contract)
    return []
  } catch (error) {
    const [title, ...lines] = error instanceof Error ? error.message.split('\n- ') : []
    expect(title).toBe('The API and its contract differ:')
    return lines
  }
}

describe('expectContract (25.2): differences between hand-written declarations and the contract', () => {
  test('the APIs of the examples match their contracts', () => {
    const saas = { registry: saasRegistry, controllers: saasControllers }
    expect(() => expectContract({ registry, controllers }, contractOf('blog'))).not.toThrow()
    expect(() => expectContract(saas, contractOf('saas'))).not.toThrow()
  })

  test('an API without idempotency keys differs from a contract that has them, and vice versa', () => {
    const blog = contractOf('blog')
    expect(
      differencesOf({ registry, controllers, idempotency: undefined }, { ...blog, idempotency: true }),
    ).toEqual(['idempotency: the contract says true, but the API says false'])
    expect(differencesOf({ registry, controllers, idempotency: {} })).toEqual([
      'idempotency: the contract says false, but the API says true',
    ])
    expect(differencesOf({ registry, controllers, idempotency: undefined })).toEqual([])
    expect(differencesOf({ registry, controllers }, { ...blog, idempotency: true })).toEqual([])
  })

  test('all differences from the contract are listed in one error', () => {
    const api = changed((posts) => {
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
    expect(differencesOf(api)).toMatchInlineSnapshot(`
      [
        "posts.actions.create.address: the contract says true, but the API says false",
        "posts.actions.destroy.address: the contract says true, but the API says false",
        "posts.actions.update.address: the contract says true, but the API says false",
        "posts.attributes.subtitle: the contract says nothing, but the API says {"type":"string","nullable":true,"read":true,"write":true,"required":false}",
        "posts.attributes.title.maxLength: the contract says 200, but the API says nothing",
        "posts.attributes.title.minLength: the contract says 1, but the API says nothing",
        "posts.attributes.title.read: the contract says true, but the API says ["isEditor"]",
        "posts.attributes.title.write: the contract says true, but the API says ["isEditor"]",
        "posts.cache: the contract says nothing, but the API says "private, max-age=5"",
        "posts.defaultSort: the contract says ["id"], but the API says ["-views"]",
        "posts.filters.rating: the contract says nothing, but the API says {"type":"decimal","nullable":true,"who":true,"operators":["eq","not_eq","gt","not_gt","gte","not_gte","lt","not_lt","lte","not_lte"],"aliases":[],"required":false,"custom":false}",
        "posts.filters.status.operators: the contract says ["eq","not_eq"], but the API says ["eq"]",
        "posts.filters.title.who: the contract says true, but the API says ["isEditor"]",
        "posts.includes.index: the contract says ["author","comments","tags"], but the API says ["author"]",
        "posts.includes.show: the contract says ["attachments","author","comments","comments.author","comments.replies","tags"], but the API says nothing",
        "posts.page.max: the contract says 100, but the API says 50",
        "posts.relationships.author.write: the contract says true, but the API says false",
        "posts.scopes.read: the contract says nothing, but the API says [{"from":"resource"}]",
        "posts.sorts.subtitle: the contract says nothing, but the API says true",
        "posts.sorts.title: the contract says true, but the API says ["isEditor"]",
        "posts.stats.rating.calculations: the contract says ["average"], but the API says ["sum"]",
      ]
    `)
  })

  test('a base scope that hides records makes required relationships nullable in the contract', () => {
    const authors = registry.get('authors')
    if (!authors) throw new Error('The blog has authors.')
    class Hiding extends authors {
      override baseScope() {
        return { where: { bio: null } }
      }
    }
    const own = defineRegistry({ ...Object.fromEntries(registry), authors: Hiding })
    const differences = differencesOf({ registry: own, controllers })
    defineRegistry(Object.fromEntries(registry))
    expect(differences.filter((line) => line.includes('nullable'))).toEqual([
      'posts.relationships.author.nullable: the contract says nothing, but the API says true',
      'profiles.relationships.author.nullable: the contract says nothing, but the API says true',
    ])
  })

  test('an API that differs from its contract starts, responds and prints nothing, because only a test compares the two', async () => {
    const warn = vi.spyOn(console, 'warn')
    const api = createApi({ ...changed((posts) => posts.maxPageSize(50)), contract: contractOf('blog') })
    expect((await api.fetch(new Request('http://blog.test/currencies'))).status).toBe(200)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test('a contract with a format that this runtime does not support causes a TypeError', () => {
    const contract = { ...contractOf('blog'), contract: 2 }
    expect(() => expectContract({ registry, controllers }, contract)).toThrow(
      new TypeError('The contract has format 2, but this runtime reads format 1: generate it again.'),
    )
  })
})
