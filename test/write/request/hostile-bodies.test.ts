import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { sample } from '../../support/samples.js'
import { writableBlog } from '../support/blog.js'
import { errorsOf, shortErrors, written } from '../support/documents.js'
import { danglingPointers } from '../support/pointers.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

describe.each(databases)('write/hostile: hostile requests on $name', (database) => {
  const types = writableTypes(database)
  const blog = writableBlog(database)
  const send = (method: string, path: string, body?: unknown) =>
    serveWrites(typesResources(types.adapter)).send(method, path, body)

  test('a record that is linked to itself can be unlinked at either URL (11.4)', async () => {
    const self = { type: 'nodes', id: '2' }
    const link = () =>
      types.prisma.node.upsert({
        where: { id: 2 },
        create: { id: 2, name: 'two', position: 1, parentId: 2 },
        update: { parentId: 2 },
      })
    const parentOf = async () => (await types.prisma.node.findUnique({ where: { id: 2 } }))?.parentId
    await link().catch(async () => {
      await types.prisma.node.create({ data: { id: 2, name: 'two', position: 1 } })
      await link()
    })
    expect((await send('DELETE', '/nodes/2/relationships/children', { data: [self] })).status).toBe(204)
    expect(await parentOf()).toBeNull()
    await link()
    expect((await send('PATCH', '/nodes/2/relationships/parent', { data: null })).status).toBe(204)
    expect(await parentOf()).toBeNull()
    await link()
    const relationships = { children: { data: [{ ...self, method: 'disassociate' }] } }
    written(await send('PATCH', '/nodes/2', { data: { ...self, relationships } }))
    expect(await parentOf()).toBeNull()
  })

  test('a required relationship cannot be cleared while another is set (11.10)', async () => {
    const author = { data: { type: 'authors', id: '2' } }
    const orders = [
      { author, post: { data: null } },
      { post: { data: null }, author },
      { author: { data: null }, post: { data: null } },
    ]
    for (const relationships of orders) {
      const answer = await blog.send('PATCH', '/comments/2', {
        data: {
          type: 'comments',
          id: '2',
          attributes: { body: 'Unknown argument `authorId` authorId: null' },
          relationships,
        },
      })
      expect(shortErrors(answer)).toEqual(['422 /data/relationships/post post is required.'])
    }
  })

  test('text that is too long for any index is rejected (11.10)', async () => {
    // The characters are random, because PostgreSQL compresses values.
    const name = Array.from({ length: 120 }, () => crypto.randomUUID()).join('')
    const answer = await blog.send('POST', '/tags', { data: { type: 'tags', attributes: { name } } })
    if (database.name === 'sqlite') expect(answer.status).toBe(201)
    else {
      const pointer = errorsOf(answer)[0]?.pointer
      expect([answer.status, pointer]).toEqual([422, '/data/attributes/name'])
    }
  })

  test('an id must match exactly, even if the store treats other strings as equal (18.3)', async () => {
    const resources = typesResources(types.adapter)
    resources['documents']?.id('string', { column: 'slug' })
    await types.prisma.document.create({ data: { slug: 'abc', folder: 'f', title: 'case' } })
    const served = serveWrites(resources)
    for (const id of ['ABC', 'abc ', 'Abc']) {
      const path = `/documents/${encodeURIComponent(id)}`
      const data = { type: 'documents', id, attributes: { folder: 'changed' } }
      expect((await served.send('PATCH', path, { data })).status).toBe(404)
      expect((await served.send('DELETE', path)).status).toBe(404)
    }
    expect(await types.prisma.document.findFirst({ where: { slug: 'abc' } })).toMatchObject({ folder: 'f' })
  })

  test('an id that is too long for a URL returns 422, and an id of half that length is accepted (11.4, 17.1)', async () => {
    const resources = typesResources(types.adapter)
    resources['documents']?.id('string', { column: 'slug', clientIds: 'required' })
    const told = []
    for (const id of ['漢'.repeat(456), 'a'.repeat(4097), 'a'.repeat(100_000)]) {
      const data = { type: 'documents', id, attributes: { folder: 'f', title: 'long' } }
      const answer = await serveWrites(resources).send('POST', '/documents', { data })
      told.push(shortErrors(answer).includes('422 /data/id id is too long for a URL.'))
    }
    expect(told).toEqual([true, true, true])
  })

  test('an id that cannot be in a URL is rejected (11.4)', async () => {
    const resources = typesResources(types.adapter)
    resources['documents']?.id('string', { column: 'slug', clientIds: 'required' })
    for (const id of ['.', '..', 'a\0b']) {
      const data = { type: 'documents', id, attributes: { folder: 'f', title: id } }
      const answer = await serveWrites(resources).send('POST', '/documents', { data })
      expect(shortErrors(answer)).toContain('422 /data/id id cannot be part of a URL.')
    }
  })

  test("an insert is retried if the store's sequence is outdated, and an id that the client did not send is never reported as taken", async () => {
    await types.prisma.team.createMany({ data: [1, 2].map((id) => ({ id, name: `T${id}` })) })
    written(await send('POST', '/teams', { data: { type: 'teams', attributes: { name: 'third' } } }))
    expect(await types.prisma.team.count()).toBe(3)
    const [last] = await types.prisma.team.findMany({ orderBy: { id: 'desc' }, take: 1 })
    const next = (last?.id ?? 0) + 1
    await types.prisma.team.createMany({
      data: Array.from({ length: 20 }, (_, index) => ({ id: next + index, name: `T${next + index}` })),
    })
    const answer = await send('POST', '/teams', { data: { type: 'teams', attributes: { name: 'last' } } })
    // Databases that assign the next id after the highest one have no sequence that could be outdated.
    if (answer.status === 201) return
    expect(shortErrors(answer)).toEqual([
      '409 - The store assigns ids that already exist to new records, because its id sequence is behind. Nothing was written.',
    ])
    expect(await types.prisma.team.count()).toBe(23)
  })

  test('an error about a taken value does not name an attribute that the client may not see (7.3)', async () => {
    const resources = typesResources(types.adapter)
    resources['documents']?.attribute('title', { type: 'string', readable: false, default: 'same' })
    const post = (slug: string, attributes = {}) =>
      serveWrites(resources).send('POST', '/documents', {
        data: { type: 'documents', attributes: { slug, folder: 'hidden', ...attributes } },
      })
    written(await post('h1'))
    expect(shortErrors(await post('h2'))).toEqual(['422 /data/attributes/folder folder is already taken.'])
    expect(shortErrors(await post('h3', { title: 'same' }))).toEqual([
      '422 /data/attributes/folder folder is already taken together with "title".',
      '422 /data/attributes/title title is already taken together with "folder".',
    ])
  })

  test('unknown members in the body of a relationship request are always reported (11.2)', async () => {
    const tag = { type: 'tags', id: '1' }
    const body = { data: [{ ...tag, attributes: { name: 'x' }, relationships: {} }], included: [tag] }
    const answer = await blog.send('PATCH', '/posts/1/relationships/tags', body)
    expect(shortErrors(answer)).toEqual([
      '400 /included A relationship can contain only types and ids, not "included".',
      '400 /data/0/attributes A relationship can contain only types and ids, not "attributes".',
      '400 /data/0/relationships A relationship can contain only types and ids, not "relationships".',
    ])
    expect(danglingPointers(answer, body)).toEqual([])
  })

  test('an invalid body causes at most a hundred errors', async () => {
    const many = Array.from({ length: 20_000 }, () => 0)
    const attributes = Object.fromEntries(many.map((_, index) => [`a${index}`, 1]))
    const relationships = Object.fromEntries(many.map((_, index) => [`r${index}`, 1]))
    const data = { type: 'posts', id: '1' }
    const bodies = [
      { data, included: many },
      { data: { ...data, attributes } },
      { data: { ...data, relationships } },
      { data: { ...data, relationships, attributes }, included: many },
    ]
    for (const body of bodies) {
      const answer = await blog.send('PATCH', '/posts/1', body)
      expect([answer.status, shortErrors(answer).length]).toEqual([400, 100])
    }
  })

  test('a request can link at most 1,000 records by default', async () => {
    const comment = (index: number, replies: number) => ({
      type: 'nodes',
      lid: `n${index}`,
      attributes: { name: 'n' },
      relationships: {
        children: {
          data: Array.from({ length: replies }, (_, id) => ({ type: 'nodes', id: String(id + 1) })),
        },
      },
    })
    const body = (replies: number) => ({
      data: {
        type: 'nodes',
        attributes: { name: 'root' },
        relationships: {
          children: { data: [0, 1, 2].map((index) => ({ type: 'nodes', lid: `n${index}` })) },
        },
      },
      included: [0, 1, 2].map((index) => comment(index, replies)),
    })
    const over = await send('POST', '/nodes', body(333))
    expect(shortErrors(over)).toEqual([
      '400 /included/2/relationships/children/data/331 A request can list at most 1000 records in its relationships.',
    ])
    expect(danglingPointers(over, body(333))).toEqual([])
    const served = serveWrites(typesResources(types.adapter), { limits: { links: 5 } })
    expect((await served.send('POST', '/nodes', body(1))).status).toBe(400)
  })

  test('checking a format takes linear time', async () => {
    const resources = typesResources(types.adapter)
    resources['samples']?.attribute('string', { type: 'string', format: 'date-time' })
    const { id } = await types.prisma.sample.create({ data: sample(crypto.randomUUID()) })
    // In quadratic time, this would take minutes, and the test would time out.
    const attributes = { string: 'T'.repeat(900_000) }
    const answer = await serveWrites(resources).send('PATCH', `/samples/${id}`, {
      data: { type: 'samples', id, attributes },
    })
    expect(answer.status).toBe(422)
  })
})
