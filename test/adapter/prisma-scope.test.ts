import { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { ids } from '../sideload/support.js'
import { narrowed } from '../support/scopes.js'

describe('a PrismaScope is immutable (8.2)', () => {
  test('each method of a scope returns a new scope', () => {
    const base = new PrismaScope('Post', { where: { id: 1 } })
    const arguments_ = structuredClone(base.arguments)
    const steps = [
      base.where({ title: 'x' }),
      base.orderBy({ id: 'asc' }),
      base.include({ author: true }),
      base.window(1, 2),
      base.with({ distinct: ['id'] }),
    ]
    expect(base.arguments).toEqual(arguments_)
    expect(new Set(steps).size).toBe(steps.length)
    expect(steps.map((step) => step.arguments)).toEqual([
      { where: { AND: [{ id: 1 }, { title: 'x' }] } },
      { where: { id: 1 }, orderBy: [{ id: 'asc' }] },
      { where: { id: 1 }, include: { author: true } },
      { where: { id: 1 }, skip: 1, take: 2 },
      { where: { id: 1 }, distinct: ['id'] },
    ])
    expect(() => Object.assign(base.arguments, { take: 1 })).toThrow(TypeError)
  })

  test('a scope combines conditions without nesting, and appends orders', () => {
    const scope = new PrismaScope('Post')
      .where({ a: 1 } as never)
      .where({ b: 2 } as never)
      .where({ c: 3 } as never)
    expect(scope.arguments).toEqual({ where: { AND: [{ a: 1 }, { b: 2 }, { c: 3 }] } })
    expect(new PrismaScope('Post').orderBy({ a: 'asc' }).orderBy([{ b: 'desc' }]).arguments).toEqual({
      orderBy: [{ a: 'asc' }, { b: 'desc' }],
    })
  })

  test('a scope that matches nothing still matches nothing after further conditions', () => {
    const never = { OR: [] }
    const where = { where: { OR: [] } }
    expect(new PrismaScope('Post').where(never).arguments).toEqual(where)
    expect(new PrismaScope('Post').where({ id: 1 }).where(never).arguments).toEqual(where)
    expect(new PrismaScope('Post').where(never).where({ id: 1 }).arguments).toEqual(where)
  })
})

describe.each(databases)('a condition that matches nothing, on $name', (database) => {
  const people = seededPeople(database)

  test.each([
    'filter[maybe][gt]=null',
    'filter[id]=1&filter[maybe][gt]=null',
    'filter[maybe][gt]=null&filter[id]=1',
    'filter[id]=1&filter[and][0][maybe][gt]=null',
    'filter[id]=1&filter[or][0][maybe][gt]=null',
    'filter[id]=1&filter[not][maybe][not_gt]=null',
    'filter[id]=1&filter[or][0][never]=x',
    'filter[id]=1&filter[never]=x',
  ])(
    'a condition that matches nothing finds and counts no records, in any combination with other conditions: %s',
    async (search) => {
      const { nodes } = people.resources
      nodes.allowFilter('maybe', { type: 'integer?', column: 'position' })
      nodes.allowFilter('never', { type: 'string' }, (scope) => narrowed(scope, { OR: [] }))
      nodes.allowStat({ total: ['count'] })
      const { body, status } = await people.api.get(`/nodes?${search}&stats[total]=count`)
      expect({
        status,
        ids: status === 200 ? ids(body) : body,
        meta: (body as { meta?: unknown }).meta,
      }).toEqual({
        status: 200,
        ids: [],
        meta: { stats: { total: { count: 0 } } },
      })
    },
  )
})
