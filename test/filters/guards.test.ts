import { describe, expect, test } from 'vitest'
import { Controller, Query } from '@jsonapi-gen/runtime'
import { sampledKeys } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { lastResolved, RecordedResource, type Recorded } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

class Rows extends RecordedResource {
  static {
    this.type('rows')
    this.attribute('hidden', { type: 'string', readable: 'isEditor' })
    this.allowFilter('draft', { if: 'isEditor', aliases: ['drafty'], type: 'boolean' }, 'keep')
    this.allowFilter('later', { if: 'isLater', type: 'string' }, 'keep')
    this.allowFilter('never', { if: 'isMissing', type: 'string' }, 'keep')
    this.allowFilter('drift', { type: 'string' }, 'keep')
    this.allowFilter('hidden', {}, 'keep')
  }
  keep(scope: Recorded, value: unknown): Recorded {
    return [...scope, ['kept', value]]
  }
}

/** A context whose guards return the JSON value of a header. `isLater` returns it asynchronously. */
class Guarded extends Controller {
  isEditor(): unknown {
    return JSON.parse(this.request.headers.get('x-editor') ?? 'null') ?? undefined
  }
  async isLater(): Promise<unknown> {
    await new Promise((resume) => setTimeout(resume, 5))
    return this.isEditor()
  }
}

const api = serve({ rows: Rows }, { controller: Guarded })
const withoutMethods = serve({ rows: Rows })

describe('filters/guards (3.2): only a guard that returns true permits its filter', () => {
  test.each(['draft', 'drafty', 'later'])(
    'the filter "%s" is permitted if its guard returns true',
    async (name) => {
      expect(idsOf(await api.get(`/rows?filter[${name}]={{true}}`, { 'x-editor': 'true' })).length).toBe(1)
      expect(lastResolved()?.[0]).toEqual(['kept', name === 'later' ? 'true' : true])
    },
  )

  test.each(['false', 'null', '0', '1', '"true"', '{}', '[]', '""'])(
    'a guard that returns %s rejects the filter, synchronously or not',
    async (verdict) => {
      for (const name of ['draft', 'later']) {
        const answer = await api.get(`/rows?filter[${name}]=x`, { 'x-editor': verdict })
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'bad_filter' }] } })
      }
    },
  )

  test('the filter is rejected if its guard returns undefined, if the method is missing, or if there is no context', async () => {
    const refused = { status: 400, body: { errors: [{ code: 'bad_filter' }] } }
    expect(await api.get('/rows?filter[draft]=true')).toMatchObject(refused)
    expect(await api.get('/rows?filter[never]=a', { 'x-editor': 'true' })).toMatchObject(refused)
    expect(await withoutMethods.get('/rows?filter[draft]=true')).toMatchObject(refused)
    const resource = { type: 'rows', hasFilter: () => true, isMany: () => undefined }
    const query = Query.ofSearch(resource, 'filter[draft]=true')
    await expect(new Rows().buildScope([], query)).rejects.toThrow('The filter "draft" is not allowed.')
  })

  test('a guard runs on the context, once for each request', async () => {
    let asked = 0
    class Counting extends Controller {
      isEditor(): boolean {
        asked++
        return this.actionName === 'index'
      }
    }
    const counting = serve({ rows: Rows }, { controller: Counting })
    expect(idsOf(await counting.get('/rows?filter[draft]=true&filter[drafty]=false'))).toEqual([1])
    expect(asked).toBe(1)
  })

  test('an error in a guard is an application error, not a client error', async () => {
    class Throwing extends Controller {
      isEditor(): boolean {
        throw new Error('The session is gone.')
      }
    }
    await expect(
      serve({ rows: Rows }, { controller: Throwing }).get('/rows?filter[draft]=1'),
    ).rejects.toThrow('The session is gone.')
  })
})

describe('filters/guards (3.1): a filter that its guard rejects returns exactly the same response as an unknown filter', () => {
  /** The response, with one name replaced by the other. */
  const renamed = (answer: unknown, from: string, to: string): unknown =>
    JSON.parse(JSON.stringify(answer).replaceAll(from, to))

  test.each(['=true', '[eq]=true', '[nosuch]=true', '[]=true', '=not-a-boolean', '[gt][lt]=1'])(
    'a rejected filter has the same error text as an unknown filter: filter[draft]%s',
    async (rest) => {
      const refused = await api.get(`/rows?filter[draft]${rest}`)
      const unknown = await api.get(`/rows?filter[druft]${rest}`)
      expect(renamed(refused, 'draft', 'druft')).toEqual(unknown)
    },
  )

  test('an error suggests the nearest allowed filter, but never the rejected filter or its alias', async () => {
    expect(await api.get('/rows?filter[drafts]=1')).toEqual(
      refusal(KINDS.badFilter, 'filter[drafts]', 'The filter "drafts" is not allowed. Did you mean "drift"?'),
    )
    expect(await api.get('/rows?filter[drafts]=1', { 'x-editor': 'true' })).toEqual(
      refusal(KINDS.badFilter, 'filter[drafts]', 'The filter "drafts" is not allowed. Did you mean "draft"?'),
    )
  })

  test('a filter on an attribute that the user may not read does not exist (7.3)', async () => {
    expect(renamed(await api.get('/rows?filter[hidden]=a'), 'hidden', 'hedden')).toEqual(
      await api.get('/rows?filter[hedden]=a'),
    )
    expect(idsOf(await api.get('/rows?filter[hidden]=a', { 'x-editor': 'true' }))).toEqual([1])
  })
})

describe.each(sampledKeys)(
  'filters/guards (3.2): a guarded filter on the generated blog, $title',
  (database) => {
    const blog = seededBlog(database)

    test("only the editor can use the blog's guarded filter", async () => {
      const drafts = await blog.prisma.post.findMany({ where: { status: 'draft' }, orderBy: { id: 'asc' } })
      const answer = await blog.get('/posts?filter[draft]=true', { 'x-role': 'editor' })
      expect(idsOf(answer)).toEqual(drafts.map(({ id }) => id))
      expect(await blog.get('/posts?filter[draft]=true')).toEqual(
        refusal(KINDS.badFilter, 'filter[draft]', 'The filter "draft" is not allowed.'),
      )
      expect(blog.queries).toEqual([])
    })
  },
)
