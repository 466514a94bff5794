import { describe, expect, test } from 'vitest'
import { Controller } from '@jsonapi-gen/runtime'
import { databases } from '../support/databases.js'
import { documentOf, idsOf } from './support/answers.js'
import { seededBlog } from './support/blog.js'
import { lastResolved, RecordedResource, type Recorded } from './support/recorded-resource.js'
import { serve } from './support/serve.js'

class Rows extends RecordedResource {
  static {
    this.type('rows')
    this.defaultFilter('first', (scope: unknown, context: unknown): Recorded => [
      ...(scope as Recorded),
      ['default first', (context as object).constructor.name],
    ])
    this.defaultFilter('visible', 'onlyVisible')
    this.allowFilter('visible', { aliases: ['shown'], type: 'boolean' }, 'keep')
    this.allowFilter('other', { aliases: ['first'], type: 'string', if: 'isEditor' }, 'keep')
    this.allowFilter('plain', { type: 'string' }, 'keep')
    this.belongsTo('parent', { resource: 'rows', foreignKey: 'id' })
  }
  async onlyVisible(scope: Recorded): Promise<Recorded> {
    return [...scope, ['default visible']]
  }
  keep(scope: Recorded, value: unknown): Recorded {
    return [...scope, ['kept', value]]
  }
}

class Editor extends Controller {
  isEditor(): boolean {
    return this.request.headers.get('x-role') === 'editor'
  }
}

const api = serve({ rows: Rows }, { controller: Editor })
const editor = { 'x-role': 'editor' }

/** What was chained in front of sort and pagination. */
async function filtersOf(search: string, headers = {}): Promise<readonly unknown[]> {
  idsOf(await api.get(`/rows${search}`, headers))
  return (lastResolved() ?? []).slice(0, -2)
}

const FIRST = ['default first', 'ResourceController']
const VISIBLE = ['default visible']

describe('3.6 default filters run first, on every scope', () => {
  test('in the order of their declaration, with the context, in front of the request’s', async () => {
    expect(await filtersOf('')).toEqual([FIRST, VISIBLE])
    expect(await filtersOf('?filter[plain]=a')).toEqual([FIRST, VISIBLE, ['kept', 'a']])
  })

  test('of a single record too', async () => {
    const row = documentOf(await serveShow().get('/shown/1'))
    expect(row.data).toMatchObject({ type: 'shown', id: '1' })
    expect(lastResolved()).toContainEqual(VISIBLE)
  })

  test('a default filter is skipped only when an allowed filter has its name and the request uses it', async () => {
    expect(await filtersOf('?filter[visible]=false')).toEqual([FIRST, ['kept', false]])
  })

  test('… under any of the names of that filter', async () => {
    expect(await filtersOf('?filter[shown]=true')).toEqual([FIRST, ['kept', true]])
  })

  test('… or an allowed filter that carries its name as an alias, whichever name is used', async () => {
    expect(await filtersOf('?filter[first]=a', editor)).toEqual([VISIBLE, ['kept', 'a']])
    expect(await filtersOf('?filter[other]=a', editor)).toEqual([VISIBLE, ['kept', 'a']])
  })

  test('… and that filter’s guard passes: a refused one is an error and replaces nothing', async () => {
    expect((await api.get('/rows?filter[other]=a')).status).toBe(400)
    expect((await api.get('/rows?filter[first]=a')).status).toBe(400)
  })

  test('another filter, or none of its operators, replaces nothing', async () => {
    expect(await filtersOf('?filter[plain]=a')).toContainEqual(VISIBLE)
  })
})

function serveShow() {
  class Shown extends Rows {
    static {
      this.type('shown')
      this.allowFilter('id', { type: 'string' }, 'keep')
    }
  }
  return serve({ shown: Shown }, { controller: Editor })
}

describe.each(databases)('3.6 on the generated blog, $name', (database) => {
  const blog = seededBlog(database)
  const counts = async (search: string) =>
    (
      documentOf(await blog.get(`/comments?page[size]=0&stats[total]=count${search}`)).meta as {
        stats: { total: { count: number } }
      }
    ).stats.total.count

  test('comments are approved unless the request says otherwise', async () => {
    expect(await counts('')).toBe(429)
    expect(await counts('&filter[approved]=true')).toBe(429)
    expect(await counts('&filter[approved]=false')).toBe(71)
    expect(await counts('&filter[approved]=true,false')).toBe(500)
    expect(await counts('&filter[approved][not_eq]=true')).toBe(71)
    expect(await counts('&filter[postId]=1')).toBe(
      await blog.prisma.comment.count({ where: { approved: true, postId: 1 } }),
    )
  })

  test('a use inside a group narrows, and shows nothing that the default filter hides', async () => {
    expect(await counts('&filter[or][0][approved]=false')).toBe(0)
    expect(await counts('&filter[not][approved]=true')).toBe(0)
    expect(await counts('&filter[or][0][approved]=false&filter[or][1][id]=1')).toBe(1)
  })

  test('sideloads included, each by its own filter', async () => {
    const ofPost = async (search: string) =>
      documentOf(await blog.get(`/posts?filter[id]=1&include=comments${search}`)).included?.map(
        ({ id }) => id,
      )
    const rows = async (approved: boolean) =>
      (await blog.prisma.comment.findMany({ where: { postId: 1, approved }, orderBy: { id: 'asc' } })).map(
        ({ id }) => String(id),
      )
    expect(await ofPost('')).toEqual(await rows(true))
    expect(await ofPost('&filter[comments][approved]=false')).toEqual(await rows(false))
  })

  test('a record that a default filter hides is not found by its id', async () => {
    expect((await blog.get('/comments/1')).status).toBe(200)
    expect(await blog.get('/comments/7')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'record_not_found' }] },
    })
  })
})
