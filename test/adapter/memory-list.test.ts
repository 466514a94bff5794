import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { get } from '../support/blog.js'
import { serve } from '../support/serve.js'

interface City {
  readonly id: string
  readonly name: string
  readonly country: string
  readonly population: number
}

const CITIES: readonly City[] = [
  { id: 'ber', name: 'Berlin', country: 'de', population: 3_700 },
  { id: 'par', name: 'Paris', country: 'fr', population: 2_100 },
  { id: 'ham', name: 'Hamburg', country: 'de', population: 1_800 },
  { id: 'lyo', name: 'Lyon', country: 'fr', population: 520 },
]

/** The remaining cities, and their sort keys, the most important key first. */
interface Cities {
  readonly list: readonly City[]
  readonly keys: readonly string[]
}

/** A list in memory: a resource on the Null adapter implements each step of a request itself. */
class CityResource extends Resource {
  static {
    this.type('cities')
    this.useAdapter(NullAdapter)
    this.attribute('name', 'string')
    this.attribute('country', 'string')
    this.attribute('population', 'integer')
    this.allowFilter('id', { type: 'string' }, (scope, value) => among(scope as Cities, 'id', value))
    this.allowFilter('country', { aliases: ['land'], list: true }, (scope, value) =>
      among(scope as Cities, 'country', value),
    )
    this.allowFilter('population', { operators: ['eq', 'gt'] }, (scope, value) =>
      narrowed(scope as Cities, ({ population }) =>
        typeof value === 'object' && value !== null && 'gt' in value
          ? population > Number(value.gt)
          : population === value,
      ),
    )
    this.allowStat('population', {
      sum: (scope) => (scope as Cities).list.reduce((sum, { population }) => sum + population, 0),
    })
    this.allowStat('total', { count: (scope) => (scope as Cities).list.length })
    this.sort((scope, attribute, direction) => {
      const { list, keys } = scope as Cities
      return { list, keys: [...keys, direction === 'asc' ? attribute : `-${attribute}`] }
    })
    this.paginate((scope, page, size) => ({
      list: sorted(scope as Cities).slice((page - 1) * size, page * size),
      keys: [],
    }))
    this.allowSideload('neighbours', {
      resource: 'cities',
      scope: () => ALL,
      assign: (parents: (City & { neighbours: City[] })[], children: readonly City[]) => {
        for (const parent of parents) {
          parent.neighbours = children.filter(
            ({ id, country }) => country === parent.country && id !== parent.id,
          )
        }
      },
    })
  }

  override baseScope(): Cities {
    return ALL
  }

  // Returns copies, because a sideload assigns to its parents, and all requests share the list.
  override async resolve(scope: Cities): Promise<City[]> {
    return sorted(scope).map((city) => ({ ...city }))
  }
}

const ALL: Cities = { list: CITIES, keys: [] }

const narrowed = ({ list, keys }: Cities, isLeft: (city: City) => boolean): Cities => ({
  list: list.filter(isLeft),
  keys,
})

const among = (cities: Cities, key: 'id' | 'country', value: unknown): Cities =>
  narrowed(cities, (city) => [value].flat().includes(city[key]))

function sorted({ list, keys }: Cities): readonly City[] {
  return list.toSorted((a, b) => {
    for (const key of keys) {
      const name = key.replace('-', '') as keyof City
      const order = a[name] < b[name] ? -1 : a[name] > b[name] ? 1 : 0
      if (order !== 0) return key.startsWith('-') ? -order : order
    }
    return 0
  })
}

const api = serve([CityResource])
const idsOf = (body: unknown): unknown =>
  (body as { data: readonly { id: string }[] }).data.map(({ id }) => id)

describe('a resource on the Null adapter over an in-memory list', () => {
  test.each([
    ['', ['ber', 'ham', 'lyo', 'par']],
    ['sort=-population', ['ber', 'par', 'ham', 'lyo']],
    ['sort=country,-name', ['ham', 'ber', 'par', 'lyo']],
    ['filter[country]=de', ['ber', 'ham']],
    ['filter[land]=de,fr&sort=name', ['ber', 'ham', 'lyo', 'par']],
    ['filter[population][gt]=2000', ['ber', 'par']],
    ['filter[population]=520', ['lyo']],
    ['filter[id]=par', ['par']],
    ['filter[land]=', []],
    ['page[size]=3&page[number]=2', ['par']],
  ])('a request for an in-memory list returns the expected records: %s', async (search, expected) => {
    const { status, body } = await api.get(`/cities?${search}`)
    expect({ status, ids: idsOf(body) }).toEqual({ status: 200, ids: expected })
  })

  test('an in-memory list supports reads of single records, stats over filtered records, and sideloads', async () => {
    expect((await api.get('/cities/ham')).body).toMatchObject({
      data: { id: 'ham', attributes: { name: 'Hamburg' } },
    })
    expect((await api.get('/cities/HAM')).status).toBe(404)
    const { body } = await api.get(
      '/cities?filter[country]=de&stats[population]=sum&stats[total]=count&page[size]=1',
    )
    expect(body).toMatchObject({ meta: { stats: { population: { sum: 5_500 }, total: { count: 2 } } } })
    const included = await api.get('/cities/par?include=neighbours')
    expect(included.body).toMatchObject({
      data: { relationships: { neighbours: { data: [{ type: 'cities', id: 'lyo' }] } } },
      included: [{ id: 'lyo' }],
    })
    expect(CITIES[1]).toEqual({ id: 'par', name: 'Paris', country: 'fr', population: 2_100 })
  })
})

describe("the blog's currencies, which are an in-memory list", () => {
  test('the in-memory list of currencies can be sorted by every sort key, in the requested order', async () => {
    const rates = async (sort: string): Promise<readonly number[]> => {
      const { body } = await get(`/currencies?sort=${sort}`)
      return (body as { data: readonly { attributes: { rate: string } }[] }).data.map(({ attributes }) =>
        Number(attributes.rate),
      )
    }
    const ascending = await rates('rate')
    expect(ascending).toHaveLength(10)
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
    expect(await rates('-rate')).toEqual(ascending.toReversed())
  })
})
