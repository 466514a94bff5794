import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { people } from '../support/people.js'
import { serve } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'

const NAMES = ['alpha', 'beta', 'gamma', 'alphabet', 'gamma ray', 'delta']

describe.each(databases)(
  'filters/through-merged (17.2): many filters through one relationship on $name',
  ({ openTypes }) => {
    let database: OpenDatabase<TypesClient>
    const statements: string[] = []
    let rows: readonly { readonly id: number; readonly parent: string | undefined }[]
    let api: ReturnType<typeof serve>
    beforeAll(async () => {
      database = await openTypes({ onQuery: (sql) => statements.push(sql) })
      const { node } = database.prisma
      const parents = []
      for (const name of NAMES) parents.push(await node.create({ data: { name } }))
      for (const { id } of parents) await node.create({ data: { name: 'child', parentId: id } })
      const found = await node.findMany({ include: { parent: true }, orderBy: { id: 'asc' } })
      rows = found.map(({ id, parent }) => ({ id, parent: parent?.name }))
      const { nodes, all } = people(prismaAdapter(database.prisma))
      nodes.allowFilter('parent.name')
      api = serve(all)
    })
    afterAll(() => database.close())

    const names = ['alpha', 'gamma', 'a', 'm', 'ph', 't']
    const contains = (name: string) => (parent: string | undefined) => parent?.includes(name) === true
    const group = (path: string, operator: string): string =>
      names.map((name, index) => `filter${path}[${index}][parent.name][${operator}]=${name}`).join('&')
    const every = (parent: string | undefined) => names.every((name) => contains(name)(parent))
    const some = (parent: string | undefined) => names.some((name) => contains(name)(parent))
    const none = (parent: string | undefined) => !some(parent)

    test.each([
      ['and', group('[and]', 'contains'), every],
      ['or', group('[or]', 'contains'), some],
      ['a group "and" of negations', group('[and]', 'not_contains'), none],
      [
        'a group "or" of negations',
        group('[or]', 'not_contains'),
        (parent: string | undefined) => !every(parent),
      ],
      ['a negated "and"', group('[not][and]', 'contains'), (parent: string | undefined) => !every(parent)],
      ['a negated "or"', group('[not][or]', 'contains'), none],
      [
        'a mix of filters and groups',
        `filter[parent.name][contains]=a&filter[parent.name][not_suffix]=t&${group('[or]', 'prefix')}`,
        (parent: string | undefined) =>
          contains('a')(parent) &&
          parent?.endsWith('t') !== true &&
          names.some((name) => parent?.startsWith(name)),
      ],
      [
        'a group with an empty and a full filter',
        `filter[or][0][parent.name]=&filter[or][1][parent.name][contains]=l&filter[or][2][parent.name]=gamma`,
        (parent: string | undefined) => contains('l')(parent) || parent === 'gamma',
      ],
    ])('%s finds the same records, without a join for each filter', async (_, query, holds) => {
      statements.splice(0)
      const { status, body } = await api.get(`/nodes?${query}&sort=id&page[size]=100`)
      expect(status).toBe(200)
      const ids = (body as { data: readonly { id: string }[] }).data.map(({ id }) => Number(id))
      expect(ids).toEqual(rows.filter(({ parent }) => holds(parent)).map(({ id }) => id))
      const joins = statements.join(' ').split(/\bJOIN\b/).length - 1
      expect(joins).toBeLessThanOrEqual(2)
    })
  },
)
