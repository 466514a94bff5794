import { Resource } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ConstraintsClient,
  databases,
  keyedDatabases,
  type OpenDatabase,
} from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { constraintsResources } from '../support/constraints.js'
import { shortErrors, written } from '../support/documents.js'
import { danglingPointers } from '../support/pointers.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

/** Both sides of the join: its owner, the many-to-many relationship, and the two relationships of the join model. */
const SIDES = [
  { owner: 'users', shortcut: 'teams', toOwner: 'user', toOther: 'team' },
  { owner: 'teams', shortcut: 'users', toOwner: 'team', toOther: 'user' },
] as const
type Side = (typeof SIDES)[number]

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: object
}

describe.each(keyedDatabases)(
  'write/join-contradictions (11.12): links through a join, and records of its model, on $title',
  (database) => {
    const types = writableTypes(database)
    const send = (method: string, path: string, body?: unknown) =>
      serveWrites(typesResources(types.adapter)).send(method, path, body)
    let count = 0
    const make = async (type: 'users' | 'teams'): Promise<number> => {
      const name = `N${++count}`
      return type === 'users'
        ? (await types.prisma.user.create({ data: { name, email: `${name}@example.com` } })).id
        : (await types.prisma.team.create({ data: { name } })).id
    }
    const join = async ({ owner }: Side, one: number, other: number): Promise<number> => {
      const [userId, teamId] = owner === 'users' ? [one, other] : [other, one]
      return (await types.prisma.membership.create({ data: { userId, teamId } })).id
    }
    /** An owner that is linked to two of three others, and the join records of these links. */
    const linked = async (side: Side) => {
      const owner = await make(side.owner)
      const [a, b, c] = [await make(side.shortcut), await make(side.shortcut), await make(side.shortcut)]
      return { owner, a, b, c, ofA: await join(side, owner, a), ofB: await join(side, owner, b) }
    }
    type Linked = Awaited<ReturnType<typeof linked>>
    const rows = () => types.prisma.membership.findMany({ orderBy: { id: 'asc' } })
    const others = async (side: Side, owner: number) => {
      const found = await rows()
      return side.owner === 'users'
        ? found.flatMap(({ userId, teamId }) => (userId === owner ? [teamId] : []))
        : found.flatMap(({ userId, teamId }) => (teamId === owner ? [userId] : []))
    }

    const of = (type: string, id: number, method?: string) => ({
      type,
      id: String(id),
      ...(method && { method }),
    })
    const fresh = { type: 'memberships', lid: 'm' }
    const made = ({ toOther, shortcut }: Side, other: number) => ({
      ...fresh,
      relationships: { [toOther]: { data: of(shortcut, other) } },
    })
    const update = (
      side: Side,
      { owner }: Linked,
      members: readonly object[],
      joins: readonly object[],
      included?: readonly object[],
    ): Sent => ({
      method: 'PATCH',
      path: `/${side.owner}/${owner}`,
      body: {
        data: {
          ...of(side.owner, owner),
          relationships: { [side.shortcut]: { data: members }, memberships: { data: joins } },
        },
        ...(included && { included }),
      },
    })

    test.each(SIDES)(
      'a link that is removed both as a link and as a record is removed only once, on $owner',
      async (side) => {
        const [first, second] = [await linked(side), await linked(side)]
        const sent = [
          update(side, first, [of(side.shortcut, first.a)], [of('memberships', first.ofB, 'destroy')]),
          update(
            side,
            second,
            [of(side.shortcut, second.b, 'disassociate')],
            [of('memberships', second.ofB, 'destroy')],
          ),
        ]
        for (const { method, path, body } of sent) {
          const { status, body: answer } = await send(method, path, body)
          expect([status, answer]).toEqual([
            200,
            expect.objectContaining({ data: expect.anything() as unknown }),
          ])
        }
        expect([await others(side, first.owner), await others(side, second.owner)]).toEqual([
          [first.a],
          [second.a],
        ])
      },
    )

    const REFUSED: Readonly<Record<string, (side: Side, linked: Linked) => Sent>> = {
      'one omits a link that the other keeps': (side, all) =>
        update(
          side,
          all,
          [of(side.shortcut, all.a)],
          [of('memberships', all.ofA), of('memberships', all.ofB)],
        ),
      'one omits a link that the other changes': (side, all) =>
        update(
          side,
          all,
          [of(side.shortcut, all.a)],
          [of('memberships', all.ofB, 'update')],
          [{ ...of('memberships', all.ofB), attributes: { role: 'owner' } }],
        ),
      'one removes a link that the other keeps': (side, all) =>
        update(
          side,
          all,
          [of(side.shortcut, all.b, 'disassociate')],
          [of('memberships', all.ofA), of('memberships', all.ofB)],
        ),
      'one destroys a record that the other keeps linked': (side, all) =>
        update(side, all, [of(side.shortcut, all.b, 'destroy')], [of('memberships', all.ofB, 'update')]),
      'one keeps a record that the other destroys': (side, all) =>
        update(
          side,
          all,
          [of(side.shortcut, all.a), of(side.shortcut, all.b)],
          [of('memberships', all.ofA, 'destroy')],
        ),
      'one refers to a record that the other destroys': (side, all) =>
        update(side, all, [of(side.shortcut, all.a, 'update')], [of('memberships', all.ofA, 'destroy')]),
      'one keeps a record that the other links elsewhere': (side, all) =>
        update(
          side,
          all,
          [of(side.shortcut, all.a), of(side.shortcut, all.b)],
          [of('memberships', all.ofA, 'update')],
          [
            {
              ...of('memberships', all.ofA),
              relationships: { [side.toOther]: { data: of(side.shortcut, all.c) } },
            },
          ],
        ),
      'one omits a link that the other creates': (side, all) =>
        update(
          side,
          all,
          [of(side.shortcut, all.a), of(side.shortcut, all.b)],
          [{ ...fresh, method: 'create' }],
          [made(side, all.c)],
        ),
      'the record of the join is the primary record': (side, all) => ({
        method: 'PATCH',
        path: `/memberships/${all.ofA}`,
        body: {
          data: {
            ...of('memberships', all.ofA),
            relationships: { [side.toOwner]: { data: of(side.owner, all.owner) } },
          },
          included: [{ ...of(side.owner, all.owner), relationships: { [side.shortcut]: { data: [] } } }],
        },
      }),
      'the record of the join is reached from its other end': (side, all) => ({
        method: 'PATCH',
        path: `/${side.shortcut}/${all.a}`,
        body: {
          data: {
            ...of(side.shortcut, all.a),
            relationships: { memberships: { data: [of('memberships', all.ofA)] } },
          },
          included: [
            {
              ...of('memberships', all.ofA),
              relationships: { [side.toOwner]: { data: of(side.owner, all.owner) } },
            },
            {
              ...of(side.owner, all.owner),
              relationships: { [side.shortcut]: { data: [of(side.shortcut, all.b)] } },
            },
          ],
        },
      }),
    }

    describe.each(SIDES)('on $owner, links and records', (side) => {
      test.each(Object.keys(REFUSED))(
        'links and records of a join model must not contradict each other: %s',
        async (name) => {
          const request = REFUSED[name]?.(side, await linked(side))
          const before = await rows()
          const answer = await send(request?.method ?? '', request?.path ?? '', request?.body)
          expect([answer.status, await rows()]).toEqual([400, before])
          expect(shortErrors(answer).join(' ')).toMatch(
            /^400 \/\S+ This request (un)?links a record through "/,
          )
          expect(danglingPointers(answer, request?.body)).toEqual([])
        },
      )

      test('links and records of a join model are accepted if they do not contradict each other', async () => {
        const all = await linked(side)
        const { owner, a, b, c, ofA, ofB } = all
        const say = async (
          members: readonly number[],
          joins: readonly object[],
          included?: readonly object[],
        ) => {
          const data = members.map((id) => of(side.shortcut, id))
          const { method, path, body } = update(side, all, data, joins, included)
          written(await send(method, path, body))
          expect((await others(side, owner)).toSorted()).toEqual(members.toSorted())
        }
        await say([a, b], [of('memberships', ofA), of('memberships', ofB)])
        await say([a, b, c], [{ ...fresh, method: 'create' }], [made(side, c)])
        await say(
          [a, c],
          [of('memberships', ofA, 'destroy'), { ...fresh, method: 'create' }],
          [made(side, a)],
        )
      })

      test('links and records of a join model can be written from both ends, and a complete list at the other end contains the record', async () => {
        const all = await linked(side)
        const back = side.owner
        const say = (data: readonly object[]) =>
          send('PATCH', `/${side.owner}/${all.owner}`, {
            data: {
              ...of(side.owner, all.owner),
              relationships: { [side.shortcut]: { data: [of(side.shortcut, all.a)] } },
            },
            included: [{ ...of(side.shortcut, all.a), relationships: { [back]: { data } } }],
          })
        const before = await rows()
        const answer = await say([])
        expect([answer.status, await rows()]).toEqual([400, before])
        written(await say([of(back, all.owner)]))
        expect(await others(side, all.owner)).toEqual([all.a])
      })

      test('links and records of a join model can both link an existing record to a new one, and the pair is linked once', async () => {
        const { a } = await linked(side)
        const name = `N${++count}`
        const answer = await send('POST', `/${side.owner}`, {
          data: {
            type: side.owner,
            attributes: { name, ...(side.owner === 'users' && { email: `${name}@example.com` }) },
            relationships: {
              [side.shortcut]: { data: [of(side.shortcut, a)] },
              memberships: { data: [fresh] },
            },
          },
          included: [made(side, a)],
        })
        expect(await others(side, Number(written(answer).data.id))).toEqual([a])
      })
    })
  },
)

describe.each(databases)(
  'write/join-contradictions (11.4): a join without a unique key, on $name',
  (database) => {
    let opened: OpenDatabase<ConstraintsClient>
    beforeAll(async () => {
      opened = await database.openConstraints()
    })
    afterAll(() => opened.close())

    test('a pair is linked once if the request both links it and creates a record of the join model', async () => {
      const resources = constraintsResources(opened.prisma)
      class Places extends Resource {
        static {
          this.type('places')
          this.model('ShelfBook')
          this.id('integer')
          this.useAdapter(prismaAdapter(opened.prisma))
          this.belongsTo('book', { resource: 'books', foreignKey: 'bookId' })
        }
      }
      resources.shelves?.hasMany('places', { resource: 'places', foreignKey: 'shelfId' })
      const { send } = serveWrites({ ...resources, places: Places })
      const { id } = await opened.prisma.book.create({ data: { title: 'b' } })
      const book = { type: 'books', id: String(id) }
      const relationships = {
        books: { data: [book] },
        places: { data: [{ type: 'places', lid: 'p' }] },
      }
      const included = [{ type: 'places', lid: 'p', relationships: { book: { data: book } } }]
      const data = { type: 'shelves', attributes: { name: 's' }, relationships }
      const made = written(await send('POST', '/shelves', { data, included })).data.id
      const shelf = await opened.prisma.shelf.create({ data: { name: 't' } })
      const method = 'create'
      const patched = {
        type: 'shelves',
        id: String(shelf.id),
        relationships: { ...relationships, places: { data: [{ type: 'places', lid: 'p', method }] } },
      }
      written(await send('PATCH', `/shelves/${shelf.id}`, { data: patched, included }))
      const rows = await opened.prisma.shelfBook.findMany({ orderBy: { id: 'asc' } })
      expect(rows.map(({ shelfId, bookId }) => [shelfId, bookId])).toEqual([
        [Number(made), id],
        [shelf.id, id],
      ])
    })
  },
)
