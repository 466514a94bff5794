import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { expect, test } from 'vitest'
import { serve, type Served } from '../support/serve.js'

/** An API with one resource that has these records. Each record refers to itself in `next`. */
function served(records: readonly object[]): Served {
  class Thing extends Resource {
    static {
      this.type('things')
      this.id('string')
      this.useAdapter(NullAdapter)
      this.attribute('a "name"', 'string')
      this.attribute('value', 'json')
      this.extraField('value', { value: () => 'extra' })
      this.extraField('nothing', { value: () => undefined })
      this.sort((scope) => scope)
      this.paginate((scope) => scope)
      this.allowSideload('next', { resource: 'things', many: false, scope: () => [], assign: assignNext })
    }
    override baseScope(): unknown {
      return records
    }
    override async resolve(scope: unknown): Promise<object[]> {
      return [...(scope as readonly object[])]
    }
  }
  return serve([Thing])
}

function assignNext(parents: readonly object[]): void {
  for (const parent of parents) Object.assign(parent, { next: { ...parent, id: `${idOf(parent)}'` } })
}
const idOf = (record: object): string => (record as { id: string }).id

test.each([0, 1, 63, 64, 65, 128, 129])(
  'each of %i records is rendered, and so is each included record (12.1)',
  async (count) => {
    const ids = Array.from({ length: count }, (_, index) => String(index))
    const { body } = await served(ids.map((id) => ({ id }))).get('/things?include=next')
    const { data, included } = body as Record<'data' | 'included', readonly { readonly id: string }[]>
    expect(data.map(({ id }) => id)).toEqual(ids)
    expect(included.map(({ id }) => id)).toEqual(ids.map((id) => `${id}'`))
  },
)

test.each(['a"b', String.raw`a\b`, 'a/b', 'é', '\n', 'a b', '__proto__', '{}'])(
  'an id with any characters is rendered unchanged, and is encoded in links: %j (12.1)',
  async (id) => {
    const { body } = await served([{ id, 'a "name"': 'x', value: { toJSON: () => undefined } }]).get(
      '/things?include=next',
    )
    const self = `http://test.example/things/${encodeURIComponent(id)}`
    const links = { self: `${self}/relationships/next`, related: `${self}/next` }
    expect((body as { data: unknown }).data).toEqual([
      {
        type: 'things',
        id,
        attributes: { 'a "name"': 'x', value: null },
        relationships: { next: { links, data: { type: 'things', id: `${id}'` } } },
        links: { self },
      },
    ])
  },
)

test('an extra field replaces the attribute of the same name, and is null if it has no value (7.1)', async () => {
  const { body } = await served([{ id: '1', value: 1 }]).get('/things?extra_fields[things]=value,nothing')
  const { data } = body as { data: readonly { readonly attributes: object }[] }
  expect(data[0]?.attributes).toEqual({ 'a "name"': null, value: 'extra', nothing: null })
})

test('a record is rendered in the same way whether its id is a number, a bigint or a string (12.1)', async () => {
  const ids = [1, '1', 1n, '01', 2n ** 63n, String(2n ** 63n), '1e3', 1000, -0, '0', 'NaN']
  const { body } = await served(ids.map((id) => ({ id }))).get('/things')
  const { data } = body as { data: readonly { readonly id: string }[] }
  expect(data.map(({ id }) => id)).toEqual(['1', '01', '9223372036854775808', '1e3', '1000', '0', 'NaN'])
})
