import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ColumnsClient, databases, type OpenDatabase } from '../support/databases.js'
import { operate } from '../operations/support/operate.js'
import { includedIn, linkage, shortErrors, written } from '../write/support/documents.js'
import { serveWrites, type Served } from '../write/support/serve.js'
import { prismaAdapter } from '../support/facts.js'

const CURRENCIES = { enum: ['euro', 'dollar', 'pound'] } as const

/**
 * A kind of id: its column, its values in ascending order as a body contains them, each with its id, and strings that
 * are not ids.
 */
interface IdKind {
  readonly type: string
  readonly model: string
  readonly column: string
  readonly kind: 'date' | 'datetime' | 'decimal' | 'boolean' | 'bytes' | typeof CURRENCIES
  readonly relation: string
  readonly values: readonly (readonly [value: unknown, id: string])[]
  readonly none: readonly string[]
  /** A different spelling of the second value, as an id and as a filter value. */
  readonly respelled?: { readonly id: string; readonly value: string }
}

const KINDS: readonly IdKind[] = [
  {
    type: 'rates',
    model: 'Rate',
    column: 'currency',
    kind: CURRENCIES,
    relation: 'rate',
    values: [
      ['euro', 'euro'],
      ['dollar', 'dollar'],
      ['pound', 'pound'],
    ],
    none: ['Euro', 'US dollar', 'yen', 'euro~', '~'],
  },
  {
    type: 'days',
    model: 'Day',
    column: 'date',
    kind: 'date',
    relation: 'day',
    values: [
      ['0001-01-01', '0001-01-01'],
      ['2024-02-29', '2024-02-29'],
      ['9999-12-31', '9999-12-31'],
    ],
    none: ['2024-02-30', '2024-2-29', '2024-02-29T000000.000Z', '0'],
  },
  {
    type: 'moments',
    model: 'Moment',
    column: 'at',
    kind: 'datetime',
    relation: 'moment',
    values: [
      ['1999-12-31T23:59:59.999Z', '1999-12-31T235959.999Z'],
      ['2024-02-29T12:00:00.000Z', '2024-02-29T120000.000Z'],
      ['2024-02-29T13:00:00.001+01:00', '2024-02-29T120000.001Z'],
    ],
    none: ['2024-02-29T12:00:00.000Z', '2024-02-29', '2024-02-29T120000Z', '2024-02-29T130000.000!2b0100'],
    respelled: { id: '2024-02-29T13:00:00.000+01:00', value: '2024-02-29T13:00:00.000+01:00' },
  },
  {
    type: 'levels',
    model: 'Level',
    column: 'height',
    kind: 'decimal',
    relation: 'level',
    values: [
      ['-12.5', '-12.5'],
      ['0.0000', '0'],
      ['1000.10', '1000.1'],
    ],
    none: ['-12.50', '00', '1e3', '1000.10', '-0', '+1'],
    respelled: { id: '0.00', value: '0.00' },
  },
  {
    type: 'switches',
    model: 'Switch',
    column: 'on',
    kind: 'boolean',
    relation: 'switch',
    values: [
      [false, 'false'],
      [true, 'true'],
    ],
    none: ['0', '1', 'TRUE', 'null'],
  },
  {
    type: 'files',
    model: 'File',
    column: 'digest',
    kind: 'bytes',
    relation: 'file',
    values: [
      ['AAECAw==', 'AAECAw'],
      ['+/+/AA==', '-_-_AA'],
      ['/////w==', '_____w'],
    ],
    none: ['AAECAw==', 'AAECA', 'AAECAx', '+/+/AA', '!'],
  },
]

function resourcesOf(prisma: ColumnsClient): Readonly<Record<string, ResourceClass>> {
  abstract class Kept extends Resource {
    static {
      this.useAdapter(prismaAdapter(prisma))
    }
  }
  const owners = KINDS.map(({ type, model, column, kind }) => {
    class Owners extends Kept {
      static {
        this.type(type)
        this.model(model)
        this.id({ [column]: kind })
        this.attribute(column, kind)
        this.attribute('note', 'string')
        this.allowFilter('id')
        this.allowFilter('note')
        this.allowFilter(column)
        this.allowFilter(`uses.${column}`)
        this.allowStat({ total: 'count' })
        // Cursors cannot contain bytes.
        if (kind !== 'bytes') this.pageStyle('cursor')
        this.hasMany('uses', { resource: 'uses', foreignKey: column })
        this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { [type]: column } })
      }
    }
    return [type, Owners] as const
  })
  class Uses extends Kept {
    static {
      this.type('uses')
      this.model('Use')
      this.id('integer')
      this.attribute('name', 'string')
      for (const { relation, type, column } of KINDS) {
        this.belongsTo(relation, { resource: type, foreignKey: column, linkage: 'always' })
        this.allowFilter(`${relation}.id`)
        this.allowFilter(column)
      }
    }
  }
  class Tags extends Kept {
    static {
      this.type('tags')
      this.model('Tag')
      this.id('integer')
      this.attribute('name', 'string')
      for (const { type } of KINDS) {
        this.hasAndBelongsToMany(type, { resource: type, foreignKey: { tags: 'id' } })
      }
    }
  }
  return { ...Object.fromEntries(owners), uses: Uses, tags: Tags }
}

interface Listed {
  readonly data: readonly { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> }[]
  readonly links: Readonly<Record<string, string | null>>
}

describe.each(databases)('resource/ids-of-other-kinds (22.2) on $name', (database) => {
  let opened: OpenDatabase<ColumnsClient>
  let served: Served
  beforeAll(async () => {
    opened = await database.openColumns()
    served = serveWrites(resourcesOf(opened.prisma), { operations: true })
  })
  afterAll(() => opened.close())

  const at = (id: string): string => encodeURIComponent(id)
  const list = async (path: string): Promise<Listed> => {
    const { status, body } = await served.send('GET', path)
    expect({ path, status, body: status === 200 ? '' : body }).toEqual({ path, status: 200, body: '' })
    return body as Listed
  }
  const idsAt = async (path: string): Promise<readonly string[]> =>
    (await list(path)).data.map(({ id }) => id)
  const owner = (type: string, column: string, value: unknown, more: object = {}) => ({
    type,
    attributes: { [column]: value, note: `note of ${String(value)}` },
    ...more,
  })

  describe.each(KINDS)('ids of the model $model', ({ type, column, values, none, respelled, relation }) => {
    const ids = values.map(([, id]) => id)

    test("a new record's id is built from an attribute in canonical spelling, and its URL returns the record", async () => {
      for (const [value, id] of values) {
        const answer = await served.send('POST', `/${type}`, { data: owner(type, column, value) })
        expect([written(answer).data.id, written(answer).data.attributes]).toEqual([
          id,
          { [column]: expect.anything(), note: `note of ${String(value)}` },
        ])
        const { body } = await served.send('GET', `/${type}/${at(id)}`)
        expect(body).toMatchObject({ data: { type, id, attributes: { note: `note of ${String(value)}` } } })
      }
      const [again] = values
      const taken = await served.send('POST', `/${type}`, { data: owner(type, column, again?.[0]) })
      expect([taken.status, shortErrors(taken)]).toEqual([
        422,
        [`422 /data/attributes/${column} ${column} is already taken.`],
      ])
    })

    test('an id in a different spelling returns 404 in a path and 400 in a filter', async () => {
      for (const text of none) {
        const answer = await served.send('GET', `/${type}/${at(text)}`)
        expect([text, answer.status]).toEqual([text, 404])
        const filtered = await served.send('GET', `/${type}?filter[id]=${at(`{{${text}}}`)}`)
        expect([text, filtered.status, JSON.stringify(filtered.body)]).toEqual([
          text,
          400,
          expect.stringContaining('invalid_filter_value'),
        ])
      }
    })

    test('a different spelling of a value in an id is reported in a path and in an id filter, but a filter on the column finds the record', async () => {
      if (!respelled) return
      const [, id = ''] = values[1] ?? []
      const hint = expect.stringContaining(`must be written as ${JSON.stringify(id)}`)
      const address = await served.send('GET', `/${type}/${at(respelled.id)}`)
      expect([address.status, shortErrors(address)]).toEqual([404, [hint]])
      const link = await served.send('PATCH', `/${type}/${at(id)}`, { data: { type, id: respelled.id } })
      expect(link.status).toBe(409)
      const use = {
        type: 'uses',
        attributes: { name: 'n' },
        relationships: { [relation]: { data: { type, id: respelled.id } } },
      }
      const linked = await served.send('POST', '/uses', { data: use })
      expect([linked.status, shortErrors(linked)]).toEqual([404, [hint]])
      const filtered = await served.send('GET', `/${type}?filter[id]=${at(`{{${respelled.id}}}`)}`)
      expect([filtered.status, shortErrors(filtered)]).toEqual([400, [hint]])
      expect(await idsAt(`/${type}?filter[${column}]=${at(`{{${respelled.value}}}`)}`)).toEqual([id])
    })

    test("the id's column can be filtered like any attribute, directly and through a relationship", async () => {
      for (const [value, id] of values) {
        const text = typeof value === 'boolean' ? String(value) : at(`{{${String(value)}}}`)
        expect([text, await idsAt(`/${type}?filter[${column}]=${text}`)]).toEqual([text, [id]])
        expect(await idsAt(`/uses?filter[${column}]=${text}`)).toEqual([])
        expect(await idsAt(`/${type}?filter[uses.${column}]=${text}`)).toEqual([])
      }
      if (['days', 'moments', 'levels'].includes(type)) {
        const text = at(`{{${String(values[1]?.[0])}}}`)
        expect(await idsAt(`/${type}?filter[${column}][gt]=${text}&sort=id`)).toEqual([ids[2]])
      }
    })

    test('an id of any kind supports filters, sorts and cursor pagination', async () => {
      const [first = '', second = ''] = ids
      const others = new Set(ids.filter((id) => id !== first))
      expect(await idsAt(`/${type}?filter[id]=${first}`)).toEqual([first])
      expect(new Set(await idsAt(`/${type}?filter[id]=${first},${second}`))).toEqual(new Set([first, second]))
      expect(new Set(await idsAt(`/${type}?filter[id][not_eq]=${first}`))).toEqual(others)
      expect(new Set(await idsAt(`/${type}?filter[not][id]=${first}`))).toEqual(others)
      const sorted = await idsAt(`/${type}?sort=id`)
      expect([...sorted].toReversed()).toEqual(await idsAt(`/${type}?sort=-id`))
      // The store sorts an enum in the order of its declaration, or as text.
      if (type !== 'rates') expect(sorted).toEqual(ids)
      const walked: string[] = []
      let next: string | null | undefined = `/${type}?sort=id&page[size]=1`
      while (typeof next === 'string' && walked.length < 5) {
        const page: Listed = await list(next)
        walked.push(...page.data.map(({ id }) => id))
        next = page.links['next']?.replace('http://blog.test', '')
      }
      expect(walked).toEqual(sorted)
    })

    test('a record with an id of any kind can be linked, included, filtered through and unlinked', async () => {
      const [, id = ''] = values[1] ?? []
      const use = await served.send('POST', '/uses', {
        data: {
          type: 'uses',
          attributes: { name: type },
          relationships: { [relation]: { data: { type, id } } },
        },
      })
      const { data } = written(use)
      expect(linkage(data, relation)).toBe(`${type} ${id}`)
      const { body } = await served.send('GET', `/uses/${data.id}?include=${relation}`)
      expect(includedIn(body as never)).toEqual([`${type} ${id}`])
      expect(await idsAt(`/uses?filter[${relation}.id]=${id}`)).toEqual([data.id])
      expect(await idsAt(`/uses?filter[${relation}.id]=${ids[0]}`)).toEqual([])
      expect(await idsAt(`/${type}/${at(id)}/uses`)).toEqual([data.id])
      const shown = await served.send('GET', `/${type}?include=uses&filter[id]=${id}`)
      expect(includedIn(shown.body as never)).toEqual([`uses ${data.id}`])
      const moved = await served.send('PATCH', `/uses/${data.id}/relationships/${relation}`, {
        data: { type, id: ids[0] },
      })
      expect([moved.status, shortErrors(moved)]).toEqual([204, []])
      expect(await idsAt(`/${type}/${at(ids[0] ?? '')}/uses`)).toEqual([data.id])
      const emptied = await served.send('PATCH', `/${type}/${at(ids[0] ?? '')}`, {
        data: { type, id: ids[0], relationships: { uses: { data: [] } } },
      })
      expect(emptied.status).toBe(200)
      expect(await idsAt(`/${type}/${at(ids[0] ?? '')}/uses`)).toEqual([])
      const missing = await served.send('PATCH', `/uses/${data.id}/relationships/${relation}`, {
        data: { type, id: none[0] },
      })
      expect([missing.status, shortErrors(missing).map((each) => each.slice(0, 20))]).toEqual([
        404,
        ['404 /data There is n'],
      ])
      expect((await served.send('DELETE', `/uses/${data.id}`)).status).toBe(204)
    })

    test('a many-to-many relationship joins records with ids of any kind from either side', async () => {
      const [first = '', second = ''] = ids
      const created = await served.send('POST', '/tags', {
        data: {
          type: 'tags',
          attributes: { name: type },
          relationships: { [type]: { data: [{ type, id: first }] } },
        },
      })
      const tag = written(created).data.id
      const linked = await served.send('POST', `/${type}/${at(second)}/relationships/tags`, {
        data: [{ type: 'tags', id: tag }],
      })
      expect([linked.status, shortErrors(linked)]).toEqual([204, []])
      expect(new Set(await idsAt(`/tags/${tag}/${type}`))).toEqual(new Set([first, second]))
      const shown = await served.send('GET', `/tags/${tag}?include=${type}`)
      expect(includedIn(shown.body as never)).toHaveLength(2)
      const replaced = await served.send('PATCH', `/tags/${tag}/relationships/${type}`, {
        data: [{ type, id: second }],
      })
      expect([replaced.status, shortErrors(replaced)]).toEqual([204, []])
      expect(await idsAt(`/tags/${tag}/${type}`)).toEqual([second])
      expect((await served.send('DELETE', `/tags/${tag}`)).status).toBe(204)
    })

    test('an update changes only columns outside the id, and operations can write the record inside another record', async () => {
      const [[value, id]] = values as readonly [readonly [unknown, string]]
      const changed = await served.send('PATCH', `/${type}/${at(id)}`, {
        data: { type, id, attributes: { note: 'changed' } },
      })
      expect(written(changed).data.attributes).toMatchObject({ note: 'changed' })
      const moved = await served.send('PATCH', `/${type}/${at(id)}`, {
        data: { type, id, attributes: { [column]: values[1]?.[0] } },
      })
      expect([moved.status, shortErrors(moved)]).toEqual([
        400,
        [`400 /data/attributes/${column} The attribute "${column}" cannot be written.`],
      ])
      expect((await served.send('DELETE', `/${type}/${at(id)}`)).status).toBe(204)
      const nested = await served.send('POST', `/${type}`, {
        data: owner(type, column, value, {
          relationships: { uses: { data: [{ type: 'uses', 'temp-id': 'u', method: 'create' }] } },
        }),
        included: [{ type: 'uses', 'temp-id': 'u', attributes: { name: 'nested' } }],
      })
      expect([nested.status, shortErrors(nested)]).toEqual([201, []])
      const answer = await operate(served.api, [
        { op: 'update', data: { type, id, attributes: { note: 'in operations' } } },
        { op: 'remove', ref: { type, id: values[1]?.[1] } },
        { op: 'add', data: owner(type, column, values[1]?.[0]) },
      ])
      expect([answer.status, shortErrors(answer)]).toEqual([200, []])
      const { body } = await served.send('GET', `/${type}/${at(id)}?include=uses`)
      expect(body).toMatchObject({
        data: { id, attributes: { note: 'in operations' } },
        included: [{ type: 'uses', attributes: { name: 'nested' } }],
      })
    })
  })
})
