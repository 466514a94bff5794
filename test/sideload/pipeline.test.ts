import { Resource } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { columnsOf, numberColumn } from '../support/pairs/resources.js'
import { seededPeople } from '../support/seeded-people.js'
import { included, linkage } from './support.js'
import { narrowed } from '../support/scopes.js'

/**
 * The roots are 1 and 5. Node 1 has children 2 and 3, node 2 has child 4, and node 5 has child 6. Greater ids have
 * lower positions.
 */
describe.each(keyedDatabases)(
  'sideload/pipeline (9.1): the steps that load children, on $title',
  (database) => {
    const people = seededPeople(database)

    test("filter[rel] applies the related resource's filters, only on that path", async () => {
      const { body } = await people.api.get(
        '/nodes?include=children&filter[children][name]=Node 3&filter[id]=1,5',
      )
      expect(linkage(body, 'children', 'nodes')).toEqual({ 1: [3], 5: [] })
    })

    test('filter[rel] with an unknown filter throws BadFilter, and no query runs', async () => {
      const { status, body } = await people.api.get('/nodes?include=children&filter[children][nam]=x')
      expect({ status, body }).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'bad_filter', source: { parameter: 'filter[children][nam]' } }] },
      })
      expect(people.operations).toEqual([])
    })

    test('filter[rel] with an empty value matches no children and runs no query for them', async () => {
      const { body } = await people.api.get('/nodes?include=children&filter[children][name]=')
      expect(linkage(body, 'children')).toEqual({ 1: [], 2: [], 3: [], 4: [], 5: [], 6: [] })
      expect(people.operations).toEqual(['Node.findMany'])
    })

    test('the default sort of the related resource applies unless the request sorts', async () => {
      people.resources.nodes.defaultSort([{ position: 'asc' }])
      const own = await people.api.get('/nodes?include=children&sort=id')
      expect(linkage(own.body, 'children')).toMatchObject({ 1: [3, 2] })
      const asked = await people.api.get('/nodes?include=children&sort=id,children.id')
      expect(linkage(asked.body, 'children')).toMatchObject({ 1: [2, 3] })
      const descending = await people.api.get('/nodes?include=children&sort=id,children.-id')
      expect(linkage(descending.body, 'children')).toMatchObject({ 1: [3, 2] })
    })

    test('a page of a sideload is limited for each parent', async () => {
      const first = await people.api.get('/nodes?include=children&page[children][size]=1')
      expect(linkage(first.body, 'children')).toEqual({ 1: [2], 2: [4], 3: [], 4: [], 5: [6], 6: [] })
      const second = await people.api.get(
        '/nodes?include=children&page[children][size]=1&page[children][number]=2',
      )
      expect(linkage(second.body, 'children')).toEqual({ 1: [3], 2: [], 3: [], 4: [], 5: [], 6: [] })
      const none = await people.api.get('/nodes?include=children&page[children][size]=0')
      expect(linkage(none.body, 'children')).toEqual({ 1: [], 2: [], 3: [], 4: [], 5: [], 6: [] })
      expect(people.operations).toHaveLength(3 + 3 + 1)
      for (const [direction, ordered] of [
        ['', [2, 3]],
        ['-', [3, 2]],
      ] as const) {
        const { body } = await people.api.get(
          `/nodes?include=children&page[children][size]=2&sort=id,${direction}children.id`,
        )
        expect(linkage(body, 'children')).toMatchObject({ 1: ordered, 2: [4], 5: [6] })
      }
    })

    test('in a many-to-many relationship, a child belongs to the parents whose page contains it', async () => {
      const { body } = await people.api.get('/users?include=teams&page[teams][size]=1&sort=id,-teams.id')
      expect(linkage(body, 'teams')).toEqual({ 1: [2], 2: [2], 3: [] })
      const second = await people.api.get(
        '/users?include=teams&page[teams][size]=1&page[teams][number]=2&sort=id,-teams.id',
      )
      expect(linkage(second.body, 'teams')).toEqual({ 1: [1], 2: [], 3: [] })
      expect(included(second.body)).toEqual(['teams 1'])
    })

    test('nested includes load only records on the page', async () => {
      const { body } = await people.api.get('/users?include=teams.users&page[teams][size]=1')
      expect(linkage(body, 'teams', 'users')).toMatchObject({ 1: [1], 2: [2], 3: [] })
      expect(linkage(body, 'users', 'teams')).toEqual({ 1: [1], 2: [1, 2] })
    })

    test('default filters apply, and a request filter with the same name replaces them only on that path', async () => {
      people.resources.nodes.defaultFilter('name', { not_eq: 'Node 2' })
      const { body } = await people.api.get('/nodes?include=children')
      expect(linkage(body, 'children')).toEqual({ 1: [3], 3: [], 4: [], 5: [6], 6: [] })
      const onChildren = await people.api.get('/nodes?include=children&filter[children][name]=Node 2')
      expect(linkage(onChildren.body, 'children', 'nodes')).toMatchObject({ 1: [2], 3: [], 4: [], 5: [] })
      const onRoot = await people.api.get('/nodes?include=children&filter[name]=Node 1')
      expect(linkage(onRoot.body, 'children')).toEqual({ 1: [3] })
    })

    test('a to-one relationship whose target is hidden by a default filter is null', async () => {
      people.resources.nodes.defaultFilter('name', { not_eq: 'Node 1' })
      const { body } = await people.api.get('/nodes?include=parent,first')
      expect(linkage(body, 'parent')).toEqual({ 2: null, 3: null, 4: 2, 5: null, 6: 5 })
      expect(included(body)).toEqual([])
    })

    test('required filters of the related resource are required', async () => {
      people.resources.notes.allowFilter('body', { required: true, type: 'string' })
      const without = await people.api.get('/users?include=notes')
      expect(without).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'required_filter', source: { parameter: 'filter[notes][body]' } }] },
      })
      expect(people.operations).toEqual([])
      const { body } = await people.api.get('/users?include=notes&filter[notes][body]=on user 1')
      expect(linkage(body, 'notes')).toEqual({ 1: [1], 2: [], 3: [] })
    })

    test("a sideload runs the functions of its own type's extra fields", async () => {
      const seen: unknown[] = []
      people.resources.notes.extraField(
        'loud',
        { type: 'string', value: (note) => `${shout(note)}!` },
        (scope) => {
          seen.push('scope')
          return scope
        },
      )
      const plain = await people.api.get('/users/1?include=notes')
      expect({ seen, included: attributes(plain.body) }).toEqual({
        seen: [],
        included: [
          { body: 'on user 1', ownerType: 'User' },
          { body: 'on user 1 again', ownerType: 'User' },
        ],
      })
      const asked = await people.api.get(
        '/users/1?include=notes&extra_fields[notes]=loud&fields[notes]=ownerType',
      )
      expect({ seen, included: attributes(asked.body) }).toEqual({
        seen: ['scope'],
        included: [
          { ownerType: 'User', loud: 'ON USER 1!' },
          { ownerType: 'User', loud: 'ON USER 1 AGAIN!' },
        ],
      })
    })

    test('an overridden resolve of the related resource runs', async () => {
      class QuietNote extends Resource {
        static {
          this.type('notes')
          this.model('Note')
          this.id('integer')
          this.useAdapter(people.adapter)
          this.attribute('body', 'string')
        }
        override async resolve(scope: unknown): Promise<object[]> {
          return (await super.resolve(scope)).map((note) => ({ ...Object(note), body: '…' }))
        }
      }
      people.resources.users.hasMany('quiet', {
        resource: QuietNote,
        foreignKey: 'ownerId',
        primaryKey: numberColumn(database.key),
      })
      const { body } = await people.api.get('/users/1?include=quiet&fields[notes]=body')
      expect(attributes(body)).toEqual([{ body: '…' }, { body: '…' }, { body: '…' }, { body: '…' }])
    })

    test("a relationship's scope replaces the resource's scope, and the macros extend it", async () => {
      people.resources.nodes.hasMany('late', {
        resource: 'nodes',
        foreignKey: columnsOf(database.key, 'parentId'),
        scope: () => narrowed(people.adapter.all(adapterResource('nodes', 'Node')), { position: { lt: 8 } }),
      })
      const { body } = await people.api.get('/nodes?include=late')
      expect(linkage(body, 'late')).toEqual({ 1: [3], 2: [4], 3: [], 4: [], 5: [6], 6: [] })
    })
  },
)

const shout = (note: unknown): string => String((note as { body: string }).body).toUpperCase()
const attributes = (body: unknown): unknown[] =>
  (body as { included: readonly { attributes: unknown }[] }).included.map((one) => one.attributes)
