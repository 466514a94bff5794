import type { Api } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../support/databases.js'
import { rowsIn } from '../support/rows.js'
import { serveWrites } from '../write/support/serve.js'
import { typesResources, writableTypes } from '../write/support/types.js'
import { FRAMEWORKS } from './support/frameworks.js'

const JSONAPI = 'application/vnd.api+json'
const ATOMIC = `${JSONAPI};ext="https://jsonapi.org/ext/atomic"`

/**
 * The content types with which a browser sends a request to another site without a preflight, and no content
 * type.
 */
const SIMPLE = [
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  `text/plain; ${JSONAPI}`,
  undefined,
] as const

/** A write to each kind of URL, with a body that would be valid JSON:API. */
const WRITES: readonly (readonly [method: string, path: string, body: object])[] = [
  ['POST', '/nodes', { data: { type: 'nodes', attributes: { name: 'new' } } }],
  ['PATCH', '/nodes/1', { data: { type: 'nodes', id: '1', attributes: { name: 'new' } } }],
  ['PATCH', '/nodes/1/relationships/parent', { data: { type: 'nodes', id: '2' } }],
  ['PATCH', '/nodes/1/relationships/children', { data: [{ type: 'nodes', id: '2' }] }],
  ['POST', '/nodes/1/relationships/children', { data: [{ type: 'nodes', id: '2' }] }],
  ['DELETE', '/nodes/2/relationships/children', { data: [{ type: 'nodes', id: '3' }] }],
  ['POST', '/nodes/-actions/clear', { meta: {} }],
  ['POST', '/nodes/1/-actions/rename', { meta: {} }],
  [
    'POST',
    '/operations',
    { 'atomic:operations': [{ op: 'add', data: { type: 'nodes', attributes: { name: 'new' } } }] },
  ],
]

/** Headers that a response from the API may contain. The framework adds the ones about the connection. */
const OWN = ['accept-encoding', 'allow', 'cache-control', 'content-length', 'content-type', 'etag', 'vary']
const CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-powered-by']

describe.each(FRAMEWORKS)(
  'http/cross-site (15.1): requests that another site can trigger on %s',
  (_, serve) => {
    const types = writableTypes(sqlite)

    /** Serves three nodes. The second one is the parent of the third. */
    async function served() {
      const { prisma, adapter } = types
      await prisma.node.deleteMany()
      for (const id of [1, 2, 3]) {
        await prisma.node.create({ data: { id, name: `node ${id}`, parentId: id === 3 ? 2 : null } })
      }
      const { nodes } = typesResources(adapter)
      if (!nodes) throw new Error('There are nodes.')
      nodes.action('clear', { on: 'collection', output: 'meta' }, async () => {
        await rowsIn(adapter).destroy('Node', [1, 2, 3])
        return {}
      })
      nodes.action('rename', { on: 'record', output: 'meta' }, async () => {
        await rowsIn(adapter).update('Node', 1, { name: 'new' })
        return {}
      })
      const { api } = serveWrites({ nodes }, { operations: true })
      const server = await serve(api as Api)
      const rows = () => prisma.node.findMany({ orderBy: { id: 'asc' } })
      return { server, rows, before: await rows() }
    }

    test("every write request with a form's content type is rejected, and no data is written", async () => {
      const { server, rows, before } = await served()
      try {
        for (const [method, path, body] of WRITES) {
          for (const type of SIMPLE) {
            const response = await fetch(`${server.url}${path}`, {
              method,
              // A string would set its own content type.
              body: new TextEncoder().encode(JSON.stringify(body)),
              headers: {
                origin: 'https://evil.example',
                ...(type !== undefined && { 'content-type': type }),
              },
            })
            expect([method, path, type, response.status]).toEqual([method, path, type, 415])
          }
        }
        expect(await rows()).toEqual(before)
      } finally {
        await server.close()
      }
    })

    test('a POST without a body writes no data, even if a form names a different method', async () => {
      const { server, rows, before } = await served()
      try {
        for (const [method, path] of WRITES) {
          if (method !== 'POST') continue
          for (const type of ['application/x-www-form-urlencoded', undefined]) {
            for (const query of ['', '?_method=DELETE']) {
              const response = await fetch(`${server.url}${path}${query}`, {
                method,
                headers: type === undefined ? {} : { 'content-type': type },
              })
              expect([path, type, query, response.status]).toEqual([path, type, query, 400])
            }
          }
        }
        expect(await rows()).toEqual(before)
      } finally {
        await server.close()
      }
    })

    test('GET and HEAD write no data, even at URLs that accept writes', async () => {
      const { server, rows, before } = await served()
      try {
        for (const method of ['GET', 'HEAD']) {
          for (const [, path] of WRITES) {
            for (const query of ['', '?_method=DELETE']) {
              const headers = { 'x-http-method-override': 'DELETE' }
              await fetch(`${server.url}${path}${query}`, { method, headers })
            }
          }
        }
        expect(await rows()).toEqual(before)
      } finally {
        await server.close()
      }
    })

    test("a browser's preflight request receives no permission, and no response has headers for other sites", async () => {
      const { server } = await served()
      try {
        const origin = { origin: 'https://evil.example' }
        const responses: Response[] = []
        for (const [method, path, body] of WRITES) {
          const asks = { ...origin, 'access-control-request-method': method }
          responses.push(await fetch(`${server.url}${path}`, { method: 'OPTIONS', headers: asks }))
          const type = path === '/operations' ? ATOMIC : JSONAPI
          const headers = { ...origin, 'content-type': type, accept: type }
          responses.push(await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) }))
        }
        for (const path of ['/nodes', '/nodes/2', '/nodes/99', '/nosuch', '/nodes?sort=nosuch']) {
          responses.push(await fetch(`${server.url}${path}`, { headers: origin }))
        }
        expect(responses.filter(({ status }) => status >= 500)).toEqual([])
        const names = responses.flatMap(({ headers }) => [...headers.keys()])
        const unknown = names.filter((name) => ![...OWN, ...CONNECTION, 'location'].includes(name))
        expect([...new Set(unknown)]).toEqual([])
      } finally {
        await server.close()
      }
    })
  },
)
