import type { ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { serveWrites } from '../write/support/serve.js'
import { EDITOR, EditorController } from '../write/support/controller.js'
import { namedTables, withNamedRelations } from './support/resources.js'

interface Document {
  readonly data: readonly { readonly id: string; readonly attributes?: Readonly<Record<string, unknown>> }[]
  readonly included?: readonly unknown[]
  readonly meta?: unknown
  readonly errors?: readonly {
    readonly detail: string
    readonly source?: { readonly parameter?: string }
  }[]
}

describe.each(databases)(
  'names/reads: API names that differ from column names (14.9, 22.1) on $name',
  (database) => {
    const tables = namedTables(database)
    const get = async (path: string, headers = {}): Promise<Document> => {
      const api = serveWrites(tables.resources(), { controller: EditorController })
      return (await api.send('GET', path, undefined, headers)).body as Document
    }
    const ids = async (query: string, headers = {}): Promise<readonly string[]> => {
      const { data, errors } = await get(`/accounts?${query}`, headers)
      if (!data) throw new Error(JSON.stringify(errors))
      return data.map(({ id }) => id)
    }
    const refusal = async (query: string): Promise<readonly unknown[]> => {
      const { errors = [] } = await get(`/accounts?${query}`)
      return errors.map(({ detail, source }) => [source?.parameter, detail])
    }

    test('a document contains the API names and the values of the columns', async () => {
      expect(await get('/accounts/a')).toEqual({
        jsonapi: { version: '1.1' },
        data: {
          type: 'accounts',
          id: 'a',
          attributes: {
            kind: 'checking',
            accountId: 30,
            amount: 5,
            first: 'two',
            second: 'one',
            mail: 'a@names.test',
            edition: 1,
            opened: null,
            money: null,
          },
          relationships: {
            holder: {
              links: {
                self: 'http://blog.test/accounts/a/relationships/holder',
                related: 'http://blog.test/accounts/a/holder',
              },
            },
            entries: {
              links: {
                self: 'http://blog.test/accounts/a/relationships/entries',
                related: 'http://blog.test/accounts/a/entries',
              },
            },
          },
          links: { self: 'http://blog.test/accounts/a' },
        },
        links: { self: 'http://blog.test/accounts/a' },
      })
    })

    test('`fields` accepts API names and rejects column names', async () => {
      const { data } = await get('/accounts?fields[accounts]=kind,first&page[size]=1')
      expect(data[0]?.attributes).toEqual({ kind: 'checking', first: null })
      expect(await refusal('fields[accounts]=type')).toEqual([
        ['fields[accounts]', '"accounts" has no field "type".'],
      ])
    })

    test('filters by API names compare the columns', async () => {
      expect(await ids('filter[kind]=savings')).toEqual(['b'])
      expect(await ids('filter[kind][not_eq]=savings')).toEqual(['c', 'a'])
      expect(await ids('filter[accountId][gt]=10')).toEqual(['b', 'a'])
      expect(await ids('filter[first]=two')).toEqual(['a'])
      expect(await ids('filter[mail][prefix]=c')).toEqual(['c'])
      expect(await ids('filter[or][0][kind]=savings&filter[or][1][accountId]=10')).toEqual(['c', 'b'])
      expect(await refusal('filter[type]=savings')).toEqual([
        ['filter[type]', 'The filter "type" is not allowed.'],
      ])
    })

    test('a filter may refer to a column, and a path may refer to a column of a related record', async () => {
      expect(await ids('filter[sort]=savings')).toEqual(['b'])
      expect(await ids('filter[class]=savings,checking')).toEqual(['c', 'b', 'a'])
      expect(await ids('filter[owner]=2')).toEqual(['b'])
      expect(await ids('filter[ownerKind]=legal')).toEqual(['b'])
      expect(await ids('filter[holder.nature]=natural')).toEqual(['c', 'a'])
      expect(await refusal('filter[sort]=nosuch')).toEqual([
        [
          'filter[sort]',
          'The filter "sort" does not accept this value: "nosuch" is not one of checking, savings.',
        ],
      ])
    })

    test('sorts by API names and the default sort use the columns', async () => {
      expect(await ids('')).toEqual(['c', 'b', 'a'])
      expect(await ids('sort=-amount,-id')).toEqual(['c', 'b', 'a'])
      expect(await ids('sort=second,id&filter[first]=one,two')).toEqual(['a', 'b'])
      expect(await ids('sort=holder.nature,accountId')).toEqual(['b', 'c', 'a'])
      expect(await refusal('sort=total')).toEqual([['sort', '"accounts" cannot be sorted by "total".']])
    })

    test('stats by API names use the columns, and a column called total can be counted', async () => {
      const { meta } = await get(
        '/accounts?page[size]=0&stats[total]=count&stats[amount]=count,sum,average,maximum,minimum&stats[volume]=count,sum&stats[money]=sum',
      )
      expect(meta).toEqual({
        stats: {
          total: { count: 3 },
          amount: { count: 2, sum: 18, average: 6, maximum: 8, minimum: 5 },
          volume: { count: 2, sum: 18 },
          money: { sum: '2.5' },
        },
      })
    })

    test('an attribute that a guard hides is also hidden under the name of its column (7.3, 18.7)', async () => {
      expect(await ids('filter[concealed]=x', EDITOR)).toEqual(['a'])
      expect(await ids('filter[hint]=x&stats[concealed]=count', EDITOR)).toEqual(['a'])
      expect(await refusal('filter[concealed]=x&filter[hint]=x&stats[concealed]=count')).toEqual([
        ['filter[concealed]', 'The filter "concealed" is not allowed.'],
        ['filter[hint]', 'The filter "hint" is not allowed.'],
        ['stats[concealed]', '"accounts" has no stat "count" of "concealed".'],
      ])
    })

    test('includes and linkage use keys whose columns are not called id', async () => {
      const path = '/accounts?include=entries.tags,holder&filter[kind]=checking&filter[entries][side]=debit'
      const fields =
        '&fields[accounts]=kind,entries,holder&fields[entries]=side,tags&fields[tags]=label&fields[people]=nature'
      const { data, included } = await get(`${path}${fields}`)
      const linkage = (type: string, id: string) => ({ type, id })
      expect(JSON.parse(JSON.stringify({ data, included }, withoutLinks))).toEqual({
        data: [
          {
            type: 'accounts',
            id: 'c',
            attributes: { kind: 'checking' },
            relationships: { holder: { data: linkage('people', '1') }, entries: { data: [] } },
          },
          {
            type: 'accounts',
            id: 'a',
            attributes: { kind: 'checking' },
            relationships: {
              holder: { data: linkage('people', '1') },
              entries: { data: [linkage('entries', '1')] },
            },
          },
        ],
        included: expect.arrayContaining([
          {
            type: 'entries',
            id: '1',
            attributes: { side: 'debit' },
            relationships: { tags: { data: [linkage('tags', '1'), linkage('tags', '2')] } },
          },
          { type: 'tags', id: '1', attributes: { label: 'rent' } },
          { type: 'tags', id: '2', attributes: { label: 'food' } },
          { type: 'people', id: '1', attributes: { nature: 'natural' } },
        ]),
      })
      expect(included).toHaveLength(4)
    })

    test('in-process results contain API names (22.1)', async () => {
      const { accounts } = tables.resources()
      const all = accounts as ResourceClass & { all(query: object): Promise<{ readonly data: unknown }> }
      const { data } = await all.all({
        filter: { kind: 'savings' },
        sort: '-accountId',
        fields: { accounts: ['kind', 'accountId', 'first'], entries: ['side'] },
        include: 'entries',
      })
      expect(data).toEqual([
        {
          id: 'b',
          type: 'accounts',
          kind: 'savings',
          accountId: 20,
          first: 'one',
          entries: [{ id: 3, type: 'entries', side: 'debit' }],
        },
      ])
    })

    test('a function that sorts or calculates receives column names, as the scope uses them (22.1)', async () => {
      const resources = tables.resources()
      const seen: unknown[] = []
      resources.accounts.sort((scope, column, direction) => {
        seen.push([column, direction])
        return scope
      })
      resources.accounts.allowStat({ amount: 'sum' }, { median: (_scope, column) => seen.push(column) })
      const api = serveWrites(resources)
      await api.send('GET', '/accounts?sort=-kind&stats[amount]=median')
      expect(seen).toEqual([['type', 'desc'], ['uuid', 'asc'], 'total'])
    })

    test("a relationship may have a different name from the store's relation (14.9)", async () => {
      const api = serveWrites(withNamedRelations(tables.resources()), { controller: EditorController })
      const found = async (path: string): Promise<readonly string[]> => {
        const { data, errors } = (await api.send('GET', path)).body as Document
        if (!data) throw new Error(JSON.stringify(errors))
        return data.map(({ id }) => id)
      }
      expect(await found('/accounts?filter[owner.nature]=legal')).toEqual(['b'])
      expect(await found('/accounts?filter[owner.nature][not_eq]=legal')).toEqual(['c', 'a'])
      expect(await found('/accounts?filter[lines.side]=credit')).toEqual(['a'])
      expect(await found('/accounts?sort=-owner.nature,id')).toEqual(['a', 'c', 'b'])
      expect(await found('/entries?filter[book.owner.nature]=legal')).toEqual(['3'])
      expect(await found('/entries?sort=-book.owner.nature,-id')).toEqual(['2', '1', '3'])
      expect(await found('/entries?filter[marks.label]=food')).toEqual(['1'])
      const { included } = (await api.send('GET', '/accounts?include=owner,lines.marks&page[size]=1'))
        .body as Document
      expect(included).toHaveLength(1)
      expect(await api.send('GET', '/accounts?filter[holder.side]=x')).toMatchObject({ status: 400 })
    })
  },
)

const withoutLinks = (name: string, value: unknown): unknown => (name === 'links' ? undefined : value)
