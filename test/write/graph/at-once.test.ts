import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '../../../examples/blog/src/api/routes/index.js'
import { useClient } from '../../support/blog.js'
import {
  databases,
  type BlogClient,
  type OpenDatabase,
  type TestDatabase,
  type TypesClient,
} from '../../support/databases.js'
import { shortErrors } from '../support/documents.js'
import { send } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { typesResources } from '../support/types.js'
import { prismaAdapter } from '../../support/facts.js'

const LINKS = 500
/** Records that are unlinked, either by name or by omission from a set, count as written records. */
const REMOVED = 190
/** The maximum number of statements for that number of links, including the lookups, the checks and the response. */
const STATEMENTS = 30

type Identifiers = readonly { readonly id: number }[]
const linkage = (type: string, records: Identifiers) => ({
  data: records.map(({ id }) => ({ type, id: String(id) })),
})
const idsOf = (records: Identifiers): readonly number[] =>
  records.map(({ id }) => id).toSorted((a, b) => a - b)

interface Counted<Client> extends OpenDatabase<Client> {
  readonly statements: string[]
}

async function counted<Client>(
  open: (options: { onQuery: (sql: string) => void }) => Promise<OpenDatabase<Client>>,
): Promise<Counted<Client>> {
  const statements: string[] = []
  return { ...(await open({ onQuery: (sql) => statements.push(sql) })), statements }
}

/** Runs a request, and returns the number of statements. */
async function statementsOf({ statements }: Counted<unknown>, run: () => Promise<unknown>): Promise<number> {
  statements.splice(0)
  await run()
  return statements.length
}

describe.each(databases)(
  'write/at-once (11.4): many links in a single request, on $name',
  (database: TestDatabase) => {
    let blog: Counted<BlogClient>
    let types: Counted<TypesClient>
    beforeAll(async () => {
      blog = await counted((options) => database.open({ ...options, seed: true }))
      types = await counted((options) => database.openTypes(options))
      useClient(blog.prisma)
    })
    afterAll(async () => {
      await blog.close()
      await types.close()
    })

    const ask = async (method: string, path: string, body: unknown): Promise<void> => {
      const answer = await send(api, method, path, body)
      expect([shortErrors(answer), answer.status < 300]).toEqual([[], true])
    }
    const write = async (method: string, path: string, body: unknown): Promise<void> => {
      const served = serveWrites(typesResources(prismaAdapter(types.prisma)))
      const answer = await served.send(method, path, body)
      expect([shortErrors(answer), answer.status < 300]).toEqual([[], true])
    }

    test("a many-to-many relationship's links are replaced, added and removed, in a body and at its URL", async () => {
      const names = (prefix: string) =>
        Array.from({ length: LINKS }, (_, index) => ({ name: `${prefix}${index}` }))
      await blog.prisma.tag.createMany({ data: [...names('a'), ...names('b')] })
      const all = await blog.prisma.tag.findMany({
        where: { OR: [{ name: { startsWith: 'a' } }, { name: { startsWith: 'b' } }], id: { gt: 10 } },
        orderBy: { id: 'asc' },
      })
      const [before, after] = [all.slice(0, LINKS), all.slice(REMOVED, LINKS + REMOVED)]
      const tags = async () =>
        idsOf((await blog.prisma.post.findUnique({ where: { id: 30 }, include: { tags: true } }))?.tags ?? [])
      const path = '/posts/30/relationships/tags'
      await ask('PATCH', path, linkage('tags', before))
      expect(await tags()).toEqual(idsOf(before))
      expect(await statementsOf(blog, () => ask('PATCH', path, linkage('tags', after)))).toBeLessThanOrEqual(
        STATEMENTS,
      )
      expect(await tags()).toEqual(idsOf(after))
      const whole = { data: { type: 'posts', id: '30', relationships: { tags: linkage('tags', before) } } }
      expect(await statementsOf(blog, () => ask('PATCH', '/posts/30', whole))).toBeLessThanOrEqual(STATEMENTS)
      expect(await tags()).toEqual(idsOf(before))
      expect(
        await statementsOf(blog, () => ask('DELETE', path, linkage('tags', before.slice(-REMOVED)))),
      ).toBeLessThanOrEqual(STATEMENTS)
      expect(await tags()).toEqual(idsOf(before.slice(0, -REMOVED)))
      expect(await statementsOf(blog, () => ask('POST', path, linkage('tags', before)))).toBeLessThanOrEqual(
        STATEMENTS,
      )
      expect(await tags()).toEqual(idsOf(before))
    }, 120_000)

    test('a to-many relationship over a foreign key is replaced in a single request', async () => {
      const make = async (body: string) => {
        await blog.prisma.comment.createMany({
          data: Array.from({ length: LINKS }, () => ({ body, postId: 30, approved: true })),
        })
        return blog.prisma.comment.findMany({ where: { body } })
      }
      const { id } = await blog.prisma.comment.create({
        data: { body: 'parent', postId: 30, approved: true },
      })
      const [before, others] = [await make('before'), await make('other')]
      const after = [...before.slice(REMOVED), ...others.slice(0, REMOVED)]
      const replies = async () => idsOf(await blog.prisma.comment.findMany({ where: { parentId: id } }))
      const path = `/comments/${id}/relationships/replies`
      await ask('PATCH', path, linkage('comments', before))
      expect(await replies()).toEqual(idsOf(before))
      expect(
        await statementsOf(blog, () => ask('PATCH', path, linkage('comments', after))),
      ).toBeLessThanOrEqual(STATEMENTS)
      expect(await replies()).toEqual(idsOf(after))
      expect(
        await statementsOf(blog, () => ask('DELETE', path, linkage('comments', after.slice(0, REMOVED)))),
      ).toBeLessThanOrEqual(STATEMENTS)
      expect(await replies()).toEqual(idsOf(after.slice(REMOVED)))
    }, 120_000)

    test('a many-to-many relationship over its own join model and a polymorphic to-many relationship are replaced in a single request', async () => {
      const { prisma } = types
      const { id } = await prisma.user.create({ data: { name: 'U', email: 'many@example.com' } })
      await prisma.team.createMany({
        data: Array.from({ length: LINKS * 2 }, (_, index) => ({ name: `T${index}` })),
      })
      const all = await prisma.team.findMany({ where: { name: { startsWith: 'T' } }, orderBy: { id: 'asc' } })
      const teams = async () =>
        (await prisma.membership.findMany({ where: { userId: id } }))
          .map(({ teamId }) => teamId)
          .toSorted((a, b) => a - b)
      const path = `/users/${id}/relationships/teams`
      await write('PATCH', path, linkage('teams', all.slice(0, LINKS)))
      const kept = await prisma.membership.findFirst({
        where: { userId: id, teamId: all[LINKS - 1]?.id ?? 0 },
      })
      const next = all.slice(REMOVED, LINKS + REMOVED)
      expect(
        await statementsOf(types, () => write('PATCH', path, linkage('teams', next))),
      ).toBeLessThanOrEqual(STATEMENTS)
      expect(await teams()).toEqual(idsOf(next))
      expect(await prisma.membership.findFirst({ where: { id: kept?.id ?? 0 } })).toEqual(kept)
      await prisma.note.createMany({
        data: Array.from({ length: LINKS }, () => ({
          body: 'n',
          ownerType: 'Team',
          ownerId: all[0]?.id ?? 0,
        })),
      })
      const notes = await prisma.note.findMany()
      const added = `/users/${id}/relationships/notes`
      expect(
        await statementsOf(types, () => write('POST', added, linkage('notes', notes))),
      ).toBeLessThanOrEqual(STATEMENTS)
      expect(await prisma.note.count({ where: { ownerType: 'User', ownerId: id } })).toBe(LINKS)
    }, 120_000)

    describe('linking records one by one', () => {
      const tree = async () => {
        const { prisma } = types
        const { id } = await prisma.node.create({ data: { name: 'root' } })
        const children = []
        for (const name of ['a', 'b', 'c']) children.push(await prisma.node.create({ data: { name } }))
        return { id, children, path: `/nodes/${id}/relationships/children` }
      }
      type NodeClass = typeof Resource & (new () => Resource)

      test.each([
        [
          'an override of update',
          (Nodes: NodeClass, seen: unknown[]): ResourceClass =>
            class extends Nodes {
              override update(parameters: Readonly<Record<string, unknown>>): Promise<never> {
                if ('parentId' in parameters) seen.push(parameters['id'])
                return super.update(parameters) as Promise<never>
              }
            },
        ],
        [
          'an override of associate',
          (Nodes: NodeClass, seen: unknown[]): ResourceClass =>
            class extends Nodes {
              override associate(parent: object, child: object, name: string, kind: string) {
                seen.push((child as { id: number }).id)
                return super.associate(parent, child, name, kind)
              }
            },
        ],
        [
          'an override of validateGraph',
          (Nodes: NodeClass, seen: unknown[]): ResourceClass =>
            class extends Nodes {
              override validateGraph(record: object) {
                if ((record as { name: string }).name !== 'root') seen.push((record as { id: number }).id)
              }
            },
        ],
        [
          'a hook',
          (Nodes: NodeClass, seen: unknown[]): ResourceClass =>
            class extends Nodes {
              static {
                this.beforeCommit('update', (record: object) => {
                  if ((record as { name: string }).name !== 'root') seen.push((record as { id: number }).id)
                })
              }
            },
        ],
      ])('records are linked one by one if the resource has %s', async (_, withNeed) => {
        const { children, path } = await tree()
        const seen: unknown[] = []
        const resources = typesResources(prismaAdapter(types.prisma))
        const nodes = withNeed(resources['nodes'] as NodeClass, seen)
        const served = serveWrites({ ...resources, nodes })
        expect((await served.send('PATCH', path, linkage('nodes', children))).status).toBe(204)
        expect(seen).toEqual(children.map(({ id }) => id))
      })

      test('records are linked one by one if the resource has a version, which is then incremented', async () => {
        const { id, children, path } = await tree()
        const resources = typesResources(prismaAdapter(types.prisma))
        resources['nodes']?.version('position')
        const served = serveWrites(resources)
        expect((await served.send('PATCH', path, linkage('nodes', children))).status).toBe(204)
        expect(await types.prisma.node.findMany({ where: { parentId: id } })).toMatchObject(
          children.map(() => ({ position: 1 })),
        )
      })
    })

    test('store errors about many links are reported as for single links, and no data is written', async () => {
      const { prisma } = blog
      const author = (email: string) => prisma.author.create({ data: { name: 'A', email } })
      const [{ id }, one, other] = [await author('1@x'), await author('2@x'), await author('3@x')]
      const profiles = [
        await prisma.profile.create({ data: { authorId: one.id } }),
        await prisma.profile.create({ data: { authorId: other.id } }),
      ]
      const adapter = prismaAdapter(prisma)
      class Profiles extends Resource {
        static {
          this.type('profiles')
          this.model('Profile')
          this.id('integer')
          this.useAdapter(adapter)
        }
      }
      class Authors extends Resource {
        static {
          this.type('authors')
          this.model('Author')
          this.id('integer')
          this.useAdapter(adapter)
          this.hasMany('profiles', { resource: 'profiles', foreignKey: 'authorId' })
        }
      }
      class OneByOne extends Profiles {
        override update(parameters: Readonly<Record<string, unknown>>): Promise<never> {
          return super.update(parameters) as Promise<never>
        }
      }
      const answers = []
      for (const each of [Profiles, OneByOne]) {
        const served = serveWrites({ authors: Authors, profiles: each })
        answers.push(
          await served.send('PATCH', `/authors/${id}/relationships/profiles`, linkage('profiles', profiles)),
        )
        // The first request fails because two profiles cannot both belong to the author, and the second
        // because a profile cannot be without an author.
        await prisma.profile.update({ where: { id: profiles[0]?.id ?? 0 }, data: { authorId: id } })
        answers.push(await served.send('PATCH', `/authors/${id}/relationships/profiles`, { data: [] }))
        await prisma.profile.update({ where: { id: profiles[0]?.id ?? 0 }, data: { authorId: one.id } })
      }
      expect(answers.slice(0, 2)).toEqual(answers.slice(2))
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
      expect(
        await prisma.profile.findMany({
          where: { id: { in: [...idsOf(profiles)] } },
          orderBy: { id: 'asc' },
        }),
      ).toEqual(profiles)
    })
  },
)
