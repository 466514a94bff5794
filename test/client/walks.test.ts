import { createServer } from 'node:http'
import { type ClientSchema, createClient, type Equality, type Filter } from '@jsonapi-gen/client'
import { Controller, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listening, listening } from '../http/support/frameworks.js'
import { type ColumnsClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'

interface FileTypes {
  files: {
    attributes: { digest: string; note: string }
    extraFields: Record<never, never>
    relationships: Record<never, never>
    filters: { note: Filter<string, Equality> }
    required: never
    sorts: 'note'
    stats: Record<never, never>
    includes: Record<'index' | 'show' | 'create' | 'update', never>
    create: never
    update: never
    actions: 'index'
  }
}

/** The schema as `generate` writes it for a type whose id is bytes, which no cursor contains. */
const schema: ClientSchema<FileTypes> = {
  version: 1,
  types: { files: { attributes: { digest: 'bytes', note: 'string' }, relationships: {}, cursors: false } },
}

const DIGESTS = [0, 1, 2, 3, 4, 5].map((index) => Buffer.from([255 - index, 251, 240]))
const NOTES = ['odd', 'even', 'odd', 'even', 'odd', 'even']

describe('client/walks (27.3): a walk over a type without cursors, whose ids are bytes', () => {
  let database: OpenDatabase<ColumnsClient>
  let server: Listening
  let asked: string[]
  beforeAll(async () => {
    database = await sqlite.openColumns()
    for (const [index, digest] of DIGESTS.entries()) {
      await database.prisma.file.create({
        data: { digest: Uint8Array.from(digest), note: NOTES[index] ?? '' },
      })
    }
    class Files extends Resource {
      static {
        this.type('files')
        this.model('File')
        this.id({ digest: 'bytes' })
        this.useAdapter(prismaAdapter(database.prisma))
        this.attribute('digest', 'bytes')
        this.attribute('note', 'string')
        this.allowFilter('note')
      }
    }
    class FilesController extends Controller {
      static {
        this.jsonapi(Files)
      }
      index(): Promise<Response> {
        return this.renderJsonapi(this.jsonapiResource.baseScope(this))
      }
    }
    const api = createApi({
      registry: defineRegistry({ files: Files }),
      controllers: { files: FilesController },
    })
    server = await listening(createServer(express().use(toExpress(api))))
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  /** The ids that a walk yields, sorted, and the requests that it sent. */
  const walk = async (
    query: Parameters<ReturnType<typeof clientOf>['files']['each']>[0],
  ): Promise<readonly [ids: readonly string[], requests: readonly string[]]> => {
    asked = []
    const ids: string[] = []
    for await (const { id } of clientOf().files.each(query)) ids.push(id)
    return [ids.toSorted(), asked]
  }
  const clientOf = () =>
    createClient({
      baseUrl: server.url,
      schema,
      fetch: (address, init) => {
        asked.push(decodeURIComponent(address.slice(server.url.length)))
        return fetch(address, init)
      },
    })
  const idsOf = (digests: readonly Buffer[]): readonly string[] =>
    digests.map((digest) => digest.toString('base64url')).toSorted()

  test('a walk yields every record once, over several numbered pages', async () => {
    expect(await walk({ page: { size: 4 } })).toEqual([
      idsOf(DIGESTS),
      ['/files?page[size]=4&page[number]=1', '/files?page[size]=4&page[number]=2'],
    ])
  })

  test('a walk ends after a full last page', async () => {
    expect(await walk({ page: { size: 3 } })).toEqual([
      idsOf(DIGESTS),
      ['/files?page[size]=3&page[number]=1', '/files?page[size]=3&page[number]=2'],
    ])
  })

  test('a walk preserves the filter and the sort on every page', async () => {
    const even = idsOf(DIGESTS.filter((_, index) => NOTES[index] === 'even'))
    expect(await walk({ filter: { note: 'even' }, sort: '-note', page: { size: 1 } })).toEqual([
      even,
      [1, 2, 3].map((number) => `/files?filter[note]=even&sort=-note&page[size]=1&page[number]=${number}`),
    ])
  })

  test('a walk yields every record if pages have the default size', async () => {
    expect(await walk({})).toEqual([idsOf(DIGESTS), ['/files?page[number]=1']])
  })
})
