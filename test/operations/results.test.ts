import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { api, routes } from '../../examples/blog/src/api/routes/index.js'
import { databases } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { idsOf, operate, resultsOf } from './support/operate.js'

describe.each(databases)('operations/results (16.6) on $name', (database) => {
  const blog = writableBlog(database)

  test('each operation has a result, in order, with data for a created or updated record and no content otherwise', async () => {
    const answer = await operate(api, [
      { op: 'add', data: { type: 'tags', attributes: { name: 'results' } } },
      { op: 'update', data: { type: 'tags', id: '1', attributes: { name: 'first' } } },
      { op: 'remove', ref: { type: 'comments', id: '1' } },
    ])
    const [id = ''] = idsOf(answer)
    const tag = (of: string, name: string): unknown => ({
      data: {
        type: 'tags',
        id: of,
        attributes: { name },
        relationships: {
          posts: {
            links: {
              self: `http://blog.test/tags/${of}/relationships/posts`,
              related: `http://blog.test/tags/${of}/posts`,
            },
          },
        },
        links: { self: `http://blog.test/tags/${of}` },
      },
    })
    expect(answer).toEqual({
      status: 200,
      type: 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
      body: {
        jsonapi: { version: '1.1', ext: ['https://jsonapi.org/ext/atomic'] },
        'atomic:results': [tag(id, 'results'), tag('1', 'first'), {}],
      },
    })
    expect(
      await blog.prisma.tag.findMany({
        where: { name: { in: ['results', 'first'] } },
        orderBy: { id: 'asc' },
      }),
    ).toEqual([
      { id: 1, name: 'first' },
      { id: Number(id), name: 'results' },
    ])
    expect(await blog.prisma.comment.count({ where: { id: 1 } })).toBe(0)
  })

  test('the target of an operation may be a ref, a relative or absolute href, or only part of the data', async () => {
    const answer = await operate(api, [
      { op: 'add', href: '/tags', data: { type: 'tags', attributes: { name: 'by href' } } },
      {
        op: 'update',
        ref: { type: 'tags', id: '2' },
        data: { type: 'tags', id: '2', attributes: { name: 'by ref' } },
      },
      {
        op: 'update',
        href: 'http://blog.test/tags/3',
        data: { type: 'tags', id: '3', attributes: { name: 'absolute' } },
      },
      { op: 'update', href: 'tags/4', data: { type: 'tags', id: '4', attributes: { name: 'relative' } } },
      { op: 'remove', href: '/comments/2' },
    ])
    expect(resultsOf(answer).slice(1)).toEqual(['tags 2', 'tags 3', 'tags 4', ''])
    const names = ['by href', 'by ref', 'absolute', 'relative']
    expect(await blog.prisma.tag.count({ where: { name: { in: names } } })).toBe(4)
    expect(await blog.prisma.comment.count({ where: { id: 2 } })).toBe(0)
  })

  test('operations replace and clear a to-one relationship, and extend, reduce and replace a to-many relationship', async () => {
    const post = { type: 'posts', id: '1' }
    const tags = (...ids: readonly string[]) => ids.map((id) => ({ type: 'tags', id }))
    const tagsNow = async () => {
      const found = await blog.prisma.post.findUniqueOrThrow({
        where: { id: 1 },
        include: { tags: { orderBy: { id: 'asc' } } },
      })
      return [found.authorId, ...found.tags.map(({ id }) => id)]
    }
    const answer = await operate(api, [
      { op: 'update', ref: { ...post, relationship: 'author' }, data: { type: 'authors', id: '3' } },
      { op: 'update', ref: { ...post, relationship: 'tags' }, data: tags('1', '2') },
      { op: 'add', href: '/posts/1/relationships/tags', data: tags('2', '3', '4') },
      { op: 'remove', ref: { ...post, relationship: 'tags' }, data: tags('1', '5') },
    ])
    expect(answer.body).toMatchObject({ 'atomic:results': [{}, {}, {}, {}] })
    expect(resultsOf(answer)).toEqual(['', '', '', ''])
    expect(await tagsNow()).toEqual([3, 2, 3, 4])
    const emptied = await operate(api, [
      { op: 'update', ref: { ...post, relationship: 'tags' }, data: [] },
      { op: 'update', ref: { type: 'comments', id: '3', relationship: 'author' }, data: null },
    ])
    expect(resultsOf(emptied)).toEqual(['', ''])
    expect(await tagsNow()).toEqual([3])
    expect(await blog.prisma.comment.findUnique({ where: { id: 3 } })).toMatchObject({ authorId: null })
  })

  test('each operation sees the effects of earlier ones, and all results show the final state', async () => {
    const answer = await operate(api, [
      { op: 'update', data: { type: 'authors', id: '1', attributes: { bio: 'one' } } },
      { op: 'update', data: { type: 'authors', id: '1', attributes: { name: 'two' } } },
    ])
    const attributes = { name: 'two', bio: 'one' }
    expect(answer.body).toMatchObject({
      'atomic:results': [{ data: { attributes } }, { data: { attributes } }],
    })
    const removed = await operate(api, [
      { op: 'add', data: { type: 'tags', lid: 't', attributes: { name: 'short-lived' } } },
      { op: 'remove', ref: { type: 'tags', lid: 't' } },
    ])
    expect(removed.body).toMatchObject({
      'atomic:results': [{ data: { type: 'tags', attributes: { name: 'short-lived' } } }, {}],
    })
    expect(await blog.prisma.tag.count({ where: { name: 'short-lived' } })).toBe(0)
  })

  test('operations work over a real HTTP server', async () => {
    const server = createServer(express().use(routes)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const type = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'
    const { port } = server.address() as AddressInfo
    const response = await fetch(`http://127.0.0.1:${port}/operations`, {
      method: 'POST',
      headers: { 'content-type': type, accept: type },
      body: JSON.stringify({
        'atomic:operations': [
          { op: 'update', data: { type: 'tags', id: '5', attributes: { name: 'over HTTP' } } },
        ],
      }),
    })
    expect([response.status, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
      200,
      type,
      'Accept',
    ])
    expect(await response.json()).toMatchObject({
      'atomic:results': [{ data: { id: '5', links: { self: `http://127.0.0.1:${port}/tags/5` } } }],
    })
    server.close()
    await once(server, 'close')
  })
})
