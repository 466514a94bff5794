import { readFileSync } from 'node:fs'
import type {
  CapabilityName,
  ContractDocument,
  ExploredApi,
  Explorer,
  ResourceClass,
} from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { keyedTypes, OWNED } from '../idempotency/support/keyed.js'
import { ATOMIC_MEDIA_TYPE } from '../operations/support/operate.js'
import { sqlite } from '../support/databases.js'
import { serveWrites } from '../write/support/serve.js'

const MEDIA_TYPE = 'application/vnd.api+json'
const PROFILED = `${MEDIA_TYPE};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`

describe('capabilities (16.8): createApi({ without })', () => {
  const types = keyedTypes(sqlite)

  /** Documents with the action `shout`. */
  const documents = (): Record<string, ResourceClass> => {
    const { documents: Documents, ...others } = types.resources()
    if (!Documents) throw new Error('The tables of SQLite have documents.')
    Documents.action('shout', { on: 'record', output: 'meta' }, (record) => ({
      title: String((record as { title: string }).title).toUpperCase(),
    }))
    return { documents: Documents, ...others }
  }

  /** An API over two documents, without the capabilities. */
  const served = async (without: readonly CapabilityName[]) => {
    await types.prisma.document.deleteMany()
    await types.prisma.document.createMany({
      data: [
        { id: 1, slug: 'a', folder: 'f', title: 'one' },
        { id: 2, slug: 'b', folder: 'f', title: 'two' },
      ],
    })
    const { api } = serveWrites(documents(), { operations: true, idempotency: OWNED, without })
    const ask = async (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: unknown,
    ) => {
      const response = await api.fetch(
        new Request(`http://docs.test${path}`, {
          method,
          headers: { ...(body !== undefined && { 'content-type': MEDIA_TYPE }), ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      )
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      }
    }
    return { api, ask }
  }

  /** One request, or several, for each capability, and what their responses show. */
  const shown: Record<CapabilityName, (api: Awaited<ReturnType<typeof served>>) => Promise<unknown>> = {
    actions: async ({ ask }) => {
      const { status, body } = await ask('POST', '/documents/1/-actions/shout', {}, { meta: {} })
      return [status, body.meta ?? body.errors[0].detail]
    },
    conditions: async ({ ask }) => {
      const first = await ask('GET', '/documents/1')
      const tag = first.headers.get('etag') ?? ''
      const again = await ask('GET', '/documents/1', { 'if-none-match': tag })
      const body = { data: { type: 'documents', id: '1', attributes: { title: 'new' } } }
      const write = await ask('PATCH', '/documents/1', { 'if-match': '"other"' }, body)
      return [tag !== '', again.status, write.status]
    },
    cursors: async ({ ask }) => {
      const page = await ask('GET', '/documents?page[size]=1', { accept: PROFILED })
      const cursor = page.body.data[0].meta?.page.cursor ?? 'cursor'
      const next = await ask('GET', `/documents?page[size]=1&page[after]=${cursor}`)
      return [
        page.headers.get('content-type') === PROFILED,
        new URL(page.body.links.next).searchParams.has('page[after]'),
        next.body.errors?.[0].detail ?? next.body.data[0].id,
      ]
    },
    idempotency: async ({ api, ask }) => {
      const body = { data: { type: 'documents', attributes: { slug: 'c', folder: 'g', title: 'three' } } }
      const headers = { 'idempotency-key': 'once' }
      const first = await ask('POST', '/documents', headers, body)
      const second = await ask('POST', '/documents', headers, body)
      await types.prisma.idempotencyKey.updateMany({ data: { expiresAt: new Date(0) } })
      return [first.status, second.status, await api.forgetKeys()]
    },
    operations: async ({ ask }) => {
      const headers = { 'content-type': ATOMIC_MEDIA_TYPE, accept: ATOMIC_MEDIA_TYPE }
      const remove = { op: 'remove', ref: { type: 'documents', id: '2' } }
      const { status } = await ask('POST', '/operations', headers, { 'atomic:operations': [remove] })
      const allowed = await ask('OPTIONS', '/operations')
      return [status, allowed.headers.get('allow'), await types.prisma.document.count()]
    },
  }

  const expected: Record<CapabilityName, { readonly present: unknown; readonly absent: unknown }> = {
    actions: { present: [200, { title: 'ONE' }], absent: [404, 'This path does not exist.'] },
    conditions: { present: [true, 304, 412], absent: [true, 200, 200] },
    cursors: {
      present: [true, true, '2'],
      absent: [
        false,
        false,
        '"page[after]" is not a page parameter. The page parameters are page[size] and page[number].',
      ],
    },
    idempotency: { present: [201, 201, 1], absent: [201, 422, 0] },
    operations: { present: [200, 'POST, OPTIONS', 1], absent: [404, null, 2] },
  }

  test.each(Object.keys(shown) as CapabilityName[])(
    'an API without %s responds like a server that never had it, and the others still work',
    async (name) => {
      const seen: unknown[] = []
      const wanted: unknown[] = []
      for (const each of Object.keys(shown) as CapabilityName[]) {
        seen.push(await shown[each](await served([name])))
        wanted.push(expected[each][each === name ? 'absent' : 'present'])
      }
      expect(seen).toEqual(wanted)
    },
  )

  test('createApi has all capabilities by default', async () => {
    const seen: unknown[] = []
    for (const show of Object.values(shown)) seen.push(await show(await served([])))
    expect(seen).toEqual(Object.values(expected).map(({ present }) => present))
  })

  test('the explorer is not told about a capability that is left out', async () => {
    const told: ExploredApi[] = []
    const explorer: Explorer = {
      path: '/explorer',
      queries: false,
      permits: () => true,
      file: (_, api) => {
        told.push(api)
        return { type: 'text/plain', headers: {}, text: async () => '' }
      },
    }
    const contract: ContractDocument = JSON.parse(
      readFileSync(at('examples/blog/src/api/generated/contract.gen.json'), 'utf8'),
    )
    const options = { operations: true, idempotency: OWNED, explorer, contract }
    for (const without of [[], ['operations', 'idempotency']] as const) {
      const { api } = serveWrites(documents(), { ...options, without })
      await api.fetch(new Request('http://docs.test/explorer'))
    }
    expect(told.map(({ operations, idempotency }) => [operations, idempotency])).toEqual([
      [true, OWNED],
      [undefined, undefined],
    ])
  })

  test('an unknown name is an error at startup that lists the names', () => {
    const without = ['cursor'] as unknown as CapabilityName[]
    expect(() => serveWrites(documents(), { without })).toThrow(
      new TypeError(
        '"without" contains "cursor". It can contain actions, conditions, cursors, idempotency, operations.',
      ),
    )
  })
})
