import { describe, expect, test } from 'vitest'
import { Controller } from '@jsonapi-gen/runtime'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { lastResolved, RecordedResource, type Recorded } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

class Rows extends RecordedResource {
  static {
    this.type('rows')
    this.allowFilter('tenant', { type: 'integer', required: true, aliases: ['owner'] }, 'keep')
    this.allowFilter('year', { type: 'integer?', required: true }, 'keep')
    this.allowFilter('secret', { type: 'string', required: true, if: 'isEditor' }, 'keep')
    this.allowFilter('free', { type: 'string' }, 'keep')
    this.allowFilter('id', {}, 'keep')
    this.hasMany('children', { resource: 'rows', foreignKey: 'parentId' })
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

const required = (names: readonly string[], parameter = `filter[${names[0]}]`) =>
  refusal(
    KINDS.requiredFilter,
    parameter,
    `The resource "rows" requires ${names.length === 1 ? 'the filter' : 'the filters'} ${names
      .map((name) => `"${name}"`)
      .join(', ')}.`,
    { filters: names },
  )

describe('filters/required (3.7): a filter may be required', () => {
  test('all missing required filters are reported together, and the scope is not resolved', async () => {
    const before = RecordedResource.resolved.length
    expect(await api.get('/rows')).toEqual(required(['tenant', 'year']))
    expect(await api.get('/rows?filter[free]=a')).toEqual(required(['tenant', 'year']))
    expect(await api.get('/rows?filter[tenant]=1')).toEqual(required(['year']))
    expect(RecordedResource.resolved).toHaveLength(before)
  })

  test('a required filter is satisfied by its name or an alias, even with null', async () => {
    for (const name of ['tenant', 'owner']) {
      expect(idsOf(await api.get(`/rows?filter[${name}]=1&filter[year]=null`))).toEqual([1])
      expect(lastResolved()?.slice(0, 2)).toEqual([
        ['kept', 1],
        ['kept', null],
      ])
    }
  })

  test('an empty list satisfies a required filter, but matches no rows', async () => {
    class Tagged extends RecordedResource {
      static {
        this.type('tagged')
        this.allowFilter('tags', { type: 'string', list: true, required: true }, (scope) => scope)
      }
    }
    expect(idsOf(await serve({ tagged: Tagged }).get('/tagged?filter[tags]='))).toEqual([])
  })

  test('a filter inside a group does not satisfy the requirement', async () => {
    const { body } = await api.get('/rows?filter[or][0][tenant]=1&filter[year]=1')
    expect((body as { errors: { code: string }[] }).errors.map(({ code }) => code)).toContain(
      'required_filter',
    )
  })

  test('a filter that its guard rejects is neither required nor mentioned', async () => {
    const given = 'filter[tenant]=1&filter[year]=1'
    expect(idsOf(await api.get(`/rows?${given}`))).toEqual([1])
    expect(await api.get(`/rows?${given}`, { 'x-role': 'editor' })).toEqual(required(['secret']))
    const all = `${given}&filter[secret]=a`
    expect(idsOf(await api.get(`/rows?${all}`, { 'x-role': 'editor' }))).toEqual([1])
  })

  test("the error about a sideload's required filter names its path", async () => {
    expect(await api.get('/rows?filter[tenant]=1&filter[year]=1&include=children')).toEqual(
      required(['tenant', 'year'], 'filter[children][tenant]'),
    )
    const given = 'filter[tenant]=1&filter[year]=1&include=children&filter[children][owner]=1'
    expect(await api.get(`/rows?${given}`)).toEqual(required(['year'], 'filter[children][year]'))
  })

  test('reading a record by its id requires no filters', async () => {
    expect((await api.get('/rows/1')).status).toBe(200)
  })
})
