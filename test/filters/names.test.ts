import { describe, expect, test } from 'vitest'
import { BadFilter } from '../../runtime/src/error/errors.js'
import { sampledKeys } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { lastResolved, RecordedResource, type Recorded } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

class Rows extends RecordedResource {
  static {
    this.type('rows')
    this.attribute('title', 'string')
    this.allowFilter('title', { aliases: ['name', 'headline'], type: 'string' }, 'filterTitle')
    this.allowFilter('views', { type: 'integer', operators: ['eq', 'gt'] }, 'filterViews')
  }
  filterTitle(scope: Recorded, value: unknown, context: unknown): Recorded {
    return [...scope, ['title', value, context?.constructor.name]]
  }
  async filterViews(scope: Recorded, value: unknown): Promise<Recorded> {
    return [...scope, ['views', value]]
  }
}

const api = serve({ rows: Rows })
const TAIL = [
  ['sort', 'id', 'asc'],
  ['paginate', 1, 20],
]

describe('filters/names (3.1): a requested name matches a filter if it is its name or one of its aliases', () => {
  test.each(['title', 'name', 'headline'])('the name %s finds the filter and its function', async (name) => {
    expect(idsOf(await api.get(`/rows?filter[${name}]=a`))).toEqual([1])
    expect(lastResolved()).toEqual([['title', 'a', 'ResourceController'], ...TAIL])
  })

  test('if a filter has two values for "contains", both narrow the result', async () => {
    await api.get('/rows?filter[title]=a&filter[name]=b')
    expect(lastResolved()?.slice(0, 2)).toEqual([
      ['title', 'a', 'ResourceController'],
      ['title', 'b', 'ResourceController'],
    ])
  })

  test("a filter's name takes precedence over an identical alias of another filter", async () => {
    class Aliased extends Rows {
      static {
        this.type('aliased')
        this.allowFilter('views', { type: 'string', aliases: ['title'] }, 'filterViews')
      }
    }
    await serve({ aliased: Aliased }).get('/aliased?filter[title]=a')
    expect(lastResolved()).toEqual([['title', 'a', 'ResourceController'], ...TAIL])
  })

  test('filter names are case-sensitive, and the error suggests the nearest allowed name or alias', async () => {
    for (const [name, nearest] of [
      ['Title', 'title'],
      ['titel', 'title'],
      ['nam', 'name'],
      ['headlines', 'headline'],
      ['view', 'views'],
    ] as const) {
      expect(await api.get(`/rows?filter[${name}]=a`)).toEqual(
        refusal(
          KINDS.badFilter,
          `filter[${name}]`,
          `The filter "${name}" is not allowed. Did you mean "${nearest}"?`,
        ),
      )
    }
  })

  test('no filter name is suggested if no name is similar', async () => {
    expect(await api.get('/rows?filter[publisher]=a')).toEqual(
      refusal(KINDS.badFilter, 'filter[publisher]', 'The filter "publisher" is not allowed.'),
    )
  })

  test('an attribute without a declared filter cannot be used as a filter', async () => {
    class Plain extends RecordedResource {
      static {
        this.type('plain')
        this.attribute('title', 'string')
      }
    }
    expect(await serve({ plain: Plain }).get('/plain?filter[title]=a')).toEqual(
      refusal(KINDS.badFilter, 'filter[title]', 'The filter "title" is not allowed.'),
    )
  })

  test('each unknown filter name causes its own error', async () => {
    const { body } = await api.get('/rows?filter[a]=1&filter[b][gt]=2&filter[c][]=3')
    expect((body as { errors: { source: unknown }[] }).errors.map(({ source }) => source)).toEqual([
      { parameter: 'filter[a]' },
      { parameter: 'filter[b][gt]' },
      { parameter: 'filter[c][]' },
    ])
  })

  test('BadFilter is thrown while the scope is built, before it is resolved', async () => {
    const resolved = RecordedResource.resolved.length
    const rows = new Rows()
    const { Query } = await import('@jsonapi-gen/runtime')
    const query = Query.ofSearch(
      { type: 'rows', hasFilter: () => false, isMany: () => undefined },
      'filter[nosuch]=1',
    )
    await expect(rows.buildScope([], query)).rejects.toThrow(BadFilter)
    expect(RecordedResource.resolved).toHaveLength(resolved)
  })
})

describe('filters/names (3.8): a custom function receives (scope, value, context) and returns the new scope', () => {
  test("a value is coerced before a custom filter's function receives it", async () => {
    await api.get('/rows?filter[views]=10')
    expect(lastResolved()?.[0]).toEqual(['views', 10])
  })

  test('each operator other than eq is passed to a custom filter by name, in a separate call', async () => {
    await api.get('/rows?filter[views][gt]=10&filter[views][eq]=11')
    expect(lastResolved()?.slice(0, 2)).toEqual([
      ['views', { gt: 10 }],
      ['views', 11],
    ])
  })

  test('an operator that the filter does not declare is rejected', async () => {
    expect(await api.get('/rows?filter[title][prefix]=a')).toEqual(
      refusal(
        KINDS.badFilter,
        'filter[title][prefix]',
        'The filter "title" does not support the operator "prefix". It supports eq.',
      ),
    )
  })

  test('custom filters run in the order of the request, each on the scope that the previous one returned', async () => {
    await api.get('/rows?filter[views]=1&filter[title]=a')
    expect(lastResolved()).toEqual([['views', 1], ['title', 'a', 'ResourceController'], ...TAIL])
  })
})

describe.each(sampledKeys)(
  'filters/names (3.1, 3.8): filter names on the generated blog, $title',
  (database) => {
    const blog = seededBlog(database)

    test("an alias of a filter finds the same records as the filter's name", async () => {
      const byName = await blog.get('/posts?filter[title]={{Hello, world}}')
      const byAlias = await blog.get('/posts?filter[name]={{Hello, world}}')
      expect(idsOf(byName)).toContain(1)
      expect(idsOf(byAlias)).toEqual(idsOf(byName))
      expect(idsOf(await blog.get('/posts?filter[name][prefix]=Rocket'))).toEqual([5])
    })

    test('a custom filter narrows the scope', async () => {
      const popular = await blog.prisma.post.findMany({
        where: { views: { gte: 100 } },
        orderBy: { id: 'asc' },
      })
      const answer = await blog.get('/posts?filter[popular]=true&page[size]=100')
      expect(idsOf(answer)).toEqual(popular.map(({ id }) => id))
    })

    test('an unknown filter is rejected before any query', async () => {
      expect(await blog.get('/posts?filter[titel]=a&stats[total]=count&include=author')).toEqual(
        refusal(KINDS.badFilter, 'filter[titel]', 'The filter "titel" is not allowed. Did you mean "title"?'),
      )
      expect(blog.queries).toEqual([])
    })
  },
)
