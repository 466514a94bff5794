import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databases, type KeysClient, type OpenDatabase } from '../support/databases.js'
import { keysResources } from '../support/keys.js'
import { shortErrors } from '../write/support/documents.js'
import { serveWrites, type Served } from '../write/support/serve.js'

describe.each(databases)(
  'keys/optional-links (11.11): a key column that optional relationships use, on $name',
  (database) => {
    let opened: OpenDatabase<KeysClient>
    let api: Served
    beforeEach(async () => {
      opened = await database.openKeys()
      api = serveWrites(keysResources(opened.prisma))
    })
    afterEach(() => opened.close())

    const section = (tenant: string | undefined, code: string, parent?: string | null) => ({
      type: 'sections',
      attributes: { ...(tenant !== undefined && { tenant }), code, title: code },
      ...(parent !== undefined && {
        relationships: { parent: { data: parent === null ? null : { type: 'sections', id: parent } } },
      }),
    })
    const create = (...of: Parameters<typeof section>) =>
      api.send('POST', '/sections', { data: section(...of) })
    const rows = async () =>
      (await opened.prisma.section.findMany({ orderBy: [{ tenant: 'asc' }, { code: 'asc' }] })).map(
        ({ tenant, code, parentCode }) => [tenant, code, parentCode],
      )

    test('a new record contains the shared key column as an attribute, with or without an optional relationship', async () => {
      for (const [code, parent] of [
        ['root', undefined],
        ['none', null],
        ['leaf', 'a~root'],
      ] as const) {
        const answer = await create('a', code, parent)
        expect([answer.status, answer.location]).toEqual([201, `http://blog.test/sections/a~${code}`])
      }
      expect(await rows()).toEqual([
        ['a', 'leaf', 'root'],
        ['a', 'none', null],
        ['a', 'root', null],
      ])
    })

    test("a key column that optional relationships use is required, and must match the record's relationships", async () => {
      await create('a', 'root')
      expect(shortErrors(await create(undefined, 'x'))).toEqual(['422 /data/attributes tenant is required.'])
      expect(shortErrors(await create('b', 'x', 'a~root'))).toEqual([
        '422 /data/relationships/parent/data parent contradicts the other relationships of the record.',
      ])
      const nested = await api.send('PATCH', '/sections/a~root', {
        data: {
          type: 'sections',
          id: 'a~root',
          relationships: { children: { data: [{ type: 'sections', lid: 'c', method: 'create' }] } },
        },
        included: [{ ...section('b', 'x'), lid: 'c' }],
      })
      expect([nested.status, shortErrors(nested)]).toMatchObject([
        422,
        [expect.stringContaining('contradicts')],
      ])
      expect(await rows()).toEqual([['a', 'root', null]])
    })

    test('a key column that optional relationships use is never rewritten, and keeps its value when records are linked and unlinked', async () => {
      await create('a', 'root')
      await create('a', 'leaf', 'a~root')
      const change = (data: object) =>
        api.send('PATCH', '/sections/a~leaf', { data: { type: 'sections', id: 'a~leaf', ...data } })
      expect((await change({ attributes: { tenant: 'b' } })).status).toBe(400)
      expect((await change({ relationships: { parent: { data: null } } })).status).toBe(200)
      expect(await rows()).toEqual([
        ['a', 'leaf', null],
        ['a', 'root', null],
      ])
    })
  },
)
