import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compile } from '../../runtime/src/resource/compile.js'
import { LinkedRecords } from '../../runtime/src/prisma/linked-records.js'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'
import { plainBlog } from './support/plain.js'

describe.each(databases)('write/linked-records (11.14): what new records refer to, on $name', (database) => {
  let blog: OpenDatabase<BlogClient>
  beforeAll(async () => {
    blog = await database.open({ seed: true })
  })
  afterAll(() => blog.close())

  const linkTo = (type: 'authors' | 'posts', foreignKey: readonly string[], key = ['id']) => {
    const resourceClass = plainBlog(blog.prisma)[type]
    if (!resourceClass) throw new Error(`The blog has no "${type}".`)
    return { resource: compile(resourceClass), foreignKey, key }
  }

  test('is found by a query for each model, each record once, and null where nothing is there', async () => {
    const linked = new LinkedRecords()
    const links = [
      linkTo('authors', ['authorId']),
      linkTo('posts', ['postId']),
      linkTo('authors', ['editorId']),
    ]
    const rows = [
      { authorId: 1, postId: 2, editorId: 2 },
      { authorId: 2, postId: 2, editorId: 99_999 },
      { authorId: null, postId: 2, editorId: 1 },
    ]
    expect(rows.map((row) => linked.add(links, row))).toEqual([true, true, true])
    expect([linked.fits(3), linked.fits(2)]).toEqual([true, false])
    const queries = linked.queries(blog.prisma)
    expect(queries).toHaveLength(2)
    linked.note(await Promise.all(queries))
    const ids = rows.map((row) => linked.of(links, row).map((found) => found && Reflect.get(found, 'id')))
    expect(ids).toEqual([
      [1, 2, 2],
      [2, 2, null],
      [null, 2, 1],
    ])
    expect(linked.of(links, rows[0] ?? {})[2]).toBe(linked.of(links, rows[1] ?? {})[0])
  })

  test('over several columns is left to others', () => {
    const links = [linkTo('authors', ['tenantId', 'authorId'], ['tenantId', 'id'])]
    expect(new LinkedRecords().add(links, { tenantId: 1, authorId: 1 })).toBe(false)
  })
})
