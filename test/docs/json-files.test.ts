import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { adapterContract, CONTRACT_NODES } from '@jsonapi-gen/runtime/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { adapterResource } from '../support/people.js'
import { shortErrors } from '../write/support/documents.js'
import { serveWrites } from '../write/support/serve.js'
import { JsonFilesAdapter } from './json-files-adapter.js'

/** The promises in docs/adapters.md about its adapter for JSON files. */
describe('docs/adapters.md: an adapter for a store of JSON files', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'json-files-'))
    await writeFile(join(folder, 'Node.json'), JSON.stringify(CONTRACT_NODES))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('the adapter for JSON files has at most 150 lines', async () => {
    const text = await readFile(at('test/docs/json-files-adapter.ts'), 'utf8')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  })

  test.each(adapterContract)(
    'the adapter for JSON files meets the adapter contract: $name',
    async ({ check }) => {
      const subject = { adapter: new JsonFilesAdapter(folder), resource: adapterResource('nodes', 'Node') }
      await expect(check(subject)).resolves.toBeUndefined()
    },
  )

  test('a server with this adapter reads and writes its files, including relationships', async () => {
    const { send } = serveWrites(wordResources(new JsonFilesAdapter(folder)))
    const data = {
      type: 'words',
      attributes: { text: 'first' },
      relationships: { letters: { data: [{ type: 'letters', 'temp-id': 'a', method: 'create' }] } },
    }
    const included = [{ type: 'letters', 'temp-id': 'a', attributes: { sign: 'f' } }]
    expect((await send('POST', '/words', { data, included })).status).toBe(201)
    const refused = { data: { ...data, id: '1' } }
    expect(shortErrors(await send('POST', '/words', refused))).not.toEqual([])
    const { body } = await send(
      'GET',
      '/words?filter[text]=first&include=letters&stats[total]=count&sort=-text',
    )
    expect(body).toMatchObject({
      data: [{ type: 'words', id: '1', attributes: { text: 'first' } }],
      included: [{ type: 'letters', id: '1', attributes: { sign: 'f' } }],
      meta: { stats: { total: { count: 1 } } },
    })
    expect(await stored(folder, 'Letter')).toEqual([{ id: 1, sign: 'f', wordId: 1 }])
    const removed = { data: { type: 'letters', id: '1', attributes: { sign: 'g' } } }
    expect((await send('PATCH', '/letters/1', removed)).status).toBe(200)
    expect((await send('DELETE', '/letters/1')).status).toBe(204)
    expect([await stored(folder, 'Word'), await stored(folder, 'Letter')]).toEqual([
      [{ id: 1, text: 'first' }],
      [],
    ])
  })

  test('an error inside a transaction leaves the JSON files unchanged', async () => {
    const adapter = new JsonFilesAdapter(folder)
    const resource = adapterResource('letters', 'Draft')
    const failed = adapter.transaction(async () => {
      await adapter.write([{ kind: 'insert', resource, rows: [{ sign: 'x' }] }])
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await adapter.read(adapter.all(resource), 'all')).toEqual([])
  })
})

const stored = async (folder: string, model: string): Promise<unknown> =>
  JSON.parse(await readFile(join(folder, `${model}.json`), 'utf8'))

function wordResources(adapter: JsonFilesAdapter): Readonly<Record<string, ResourceClass>> {
  class Words extends Resource {
    static {
      this.type('words')
      this.model('Word')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('text', 'string')
      this.allowFilter('text')
      this.allowStat({ total: ['count'] })
      this.hasMany('letters', { resource: 'letters', foreignKey: 'wordId' })
    }
  }
  class Letters extends Resource {
    static {
      this.type('letters')
      this.model('Letter')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('sign', 'string')
      this.belongsTo('word', { resource: 'words', foreignKey: 'wordId' })
    }
  }
  return { words: Words, letters: Letters }
}
