import {
  DONE,
  inOrder,
  inSingleSteps,
  Ref,
  type StepResult,
  type StoreStep,
} from '@jsonapi-gen/runtime/adapter'
import { type Resource, type ResourceClass, ValidationError } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  databases,
  type BlogClient,
  type ConstraintsClient,
  type KeysClient,
  type OpenDatabase,
  type TypesClient,
} from '../../support/databases.js'
import { keysResources } from '../../support/keys.js'
import { constraintsResources } from '../support/constraints.js'
import { type Identifier, shortErrors, written } from '../support/documents.js'
import { dumpTypes } from '../support/dump.js'
import { plainBlog, watchedBlog } from '../support/plain.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { typesResources } from '../support/types.js'
import { informed, ofStore, prismaAdapter } from '../../support/facts.js'
import { narrowed } from '../../support/scopes.js'

type Columns = Readonly<Record<string, unknown>>

/** A resource that overrides `create`, so its records are written one by one. */
function oneByOne(resource: ResourceClass): ResourceClass {
  return class extends resource {
    override create(parameters: Columns, parent?: object) {
      return super.create(parameters, parent)
    }
  }
}

const each = (resources: Readonly<Record<string, ResourceClass>>): Record<string, ResourceClass> =>
  Object.fromEntries(Object.entries(resources).map(([type, resource]) => [type, oneByOne(resource)]))

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

/** A post with comments by existing authors. */
const postOf = (authors: readonly number[]) => ({
  data: {
    type: 'posts',
    attributes: { title: 'Many', body: '' },
    relationships: {
      author: { data: { type: 'authors', id: '1' } },
      comments: {
        data: authors.map((_, at) => ({ type: 'comments', 'temp-id': `c${at}`, method: 'create' })),
      },
    },
  },
  included: authors.map((author, at) => ({
    type: 'comments',
    'temp-id': `c${at}`,
    attributes: { body: `Comment ${at}` },
    relationships: { author: { data: { type: 'authors', id: String(author) } } },
  })),
})

/** A new node, with its children. A child may be an existing node. */
interface Tree {
  readonly name: string
  readonly position?: number
  readonly children?: readonly (Tree | Identifier)[]
}

/** The body that creates a tree of nodes. Identifiers in the tree are linked. */
function bodyOf(root: Tree): object {
  const included: object[] = []
  const linkageOf = (child: Tree | Identifier): object => {
    if ('id' in child) return { type: 'nodes', id: child.id, method: 'update' }
    const identifier = { type: 'nodes', 'temp-id': child.name, method: 'create' }
    included.push({ ...objectOf(child), 'temp-id': child.name })
    return identifier
  }
  const objectOf = ({ name, position, children = [] }: Tree): object => ({
    type: 'nodes',
    attributes: { name, ...(position !== undefined && { position }) },
    ...(children.length > 0 && { relationships: { children: { data: children.map(linkageOf) } } }),
  })
  return { data: objectOf(root), included }
}

/** A step and its refs, for each row or parent: `insert comments: postId 2.0.id`. */
function stepText(step: StoreStep): string {
  const refs = (of: object): string =>
    Object.entries(of)
      .flatMap(([name, ref]) => (ref instanceof Ref ? [`${name} ${ref.step}.${ref.row}.${ref.column}`] : []))
      .join(' ')
  if (step.kind === 'link') return `link ${step.relation.name}: ${refs(step.parent)}`
  return step.kind === 'insert'
    ? `insert ${step.resource.type}: ${step.rows.map(refs).join(', ')}`
    : step.kind
}

describe.each(databases)(
  'write/create-together (11.14): children that are created together, on $name',
  (database) => {
    const canReturn = database.name !== 'mariadb'
    const statements: string[] = []
    const creates = (): readonly string[] => statements.flatMap((sql) => sql.match(/\binsert into\b/gi) ?? [])
    const counting = { onQuery: (sql: string) => void statements.push(sql) }
    let blog: OpenDatabase<BlogClient>
    let types: OpenDatabase<TypesClient>
    let constraints: OpenDatabase<ConstraintsClient>
    let keys: OpenDatabase<KeysClient>
    beforeAll(async () => {
      blog = await database.open({ ...counting, seed: true })
      types = await database.openTypes(counting)
      constraints = await database.openConstraints()
      keys = await database.openKeys(counting)
    })
    afterAll(() => Promise.all([blog, types, constraints, keys].map((opened) => opened.close())))

    const blogResources = (prisma: BlogClient = blog.prisma): Record<string, ResourceClass> =>
      plainBlog(prisma)
    const nodesResources = () => typesResources(prismaAdapter(types.prisma))

    test('one statement creates all children, and another looks up the records that they link to (11.13)', async () => {
      const { send } = serveWrites(watchedBlog(blog.prisma))
      // The first request also checks the column types.
      await send('GET', '/authors')
      statements.splice(0)
      const answer = await send('POST', '/posts', postOf(numbers(10).map((at) => 1 + (at % 3))))
      expect(shortErrors(answer)).toEqual([])
      const looked = statements.slice(
        0,
        statements.findIndex((sql) => /\binsert into\b/i.test(sql)),
      )
      expect(looked.filter((sql) => /^SELECT(?! set_config| version)/i.test(sql)).length).toBe(1)
      // On MariaDB, an INSERT returns no rows, so the children are read afterwards by their parent.
      expect(creates().length).toBe(2)
    })

    /** An adapter that records how many records it creates in each step. */
    const noting = (seen: unknown[]): PrismaAdapter => {
      class Noting extends PrismaAdapter {
        override async write(steps: readonly StoreStep[]) {
          const results = await super.write(steps)
          for (const [at, step] of steps.entries()) {
            const result = results[at]
            if (step.kind !== 'insert' || step.rows.length < 2) continue
            seen.push(result?.kind === 'records' ? result.records.length : undefined)
          }
          return results
        }
      }
      return informed(new Noting(blog.prisma, ofStore(blog.prisma)))
    }

    const authorOf = (email: string) => ({
      data: {
        type: 'authors',
        attributes: { name: 'New', email },
        relationships: {
          profile: { data: { type: 'profiles', 'temp-id': 'profile', method: 'create' } },
          posts: { data: numbers(2).map((at) => ({ type: 'posts', 'temp-id': `p${at}`, method: 'create' })) },
        },
      },
      included: [
        { type: 'profiles', 'temp-id': 'profile', attributes: { website: 'https://example.com' } },
        ...numbers(2).map((at) => ({
          type: 'posts',
          'temp-id': `p${at}`,
          attributes: { title: `Post ${at}`, body: '' },
          relationships: {
            comments: {
              data: numbers(2).map((of) => ({
                type: 'comments',
                'temp-id': `c${at}${of}`,
                method: 'create',
              })),
            },
          },
        })),
        ...numbers(4).map((at) => ({
          type: 'comments',
          'temp-id': `c${Math.floor(at / 2)}${at % 2}`,
          attributes: { body: `Comment ${at}` },
        })),
      ],
    })

    test('the store receives new records and their links in one call, with refs, as far as the application need not see them in between', async () => {
      const calls: (readonly string[])[] = []
      class Noting extends PrismaAdapter {
        override write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
          const written = steps.filter(({ kind }) => kind === 'insert' || kind === 'link')
          if (written.length > 0) calls.push(written.map(stepText))
          return super.write(steps)
        }
      }
      const created = async (resources: Readonly<Record<string, ResourceClass>>): Promise<typeof calls> => {
        calls.splice(0)
        const adapter = informed(new Noting(blog.prisma, ofStore(blog.prisma)))
        for (const resource of Object.values(resources)) resource.useAdapter(adapter)
        const { data, included } = authorOf(`segment-${Math.random()}@example.com`)
        const tags = { tags: { data: ['1', '2'].map((id) => ({ type: 'tags', id })) } }
        const posts = included.map((one) =>
          one.type === 'posts' && 'relationships' in one && one.relationships
            ? { ...one, relationships: { ...one.relationships, ...tags } }
            : one,
        )
        written(await serveWrites(resources).send('POST', '/authors', { data, included: posts }))
        return [...calls]
      }
      const comments = 'insert comments: postId 2.0.id, postId 2.0.id, postId 2.1.id, postId 2.1.id'
      expect(await created(blogResources())).toEqual([
        [
          'insert authors: ',
          'insert profiles: authorId 0.0.id',
          'insert posts: authorId 0.0.id, authorId 0.0.id',
          comments,
          'link tags: id 2.0.id',
          'link tags: id 2.1.id',
        ],
      ])
      const resources = blogResources()
      expect(await created({ ...resources, posts: oneByOne(resources['posts'] ?? expect.fail()) })).toEqual([
        ['insert authors: ', 'insert profiles: authorId 0.0.id'],
        ['insert posts: '],
        ['insert comments: , '],
        ['link tags: '],
        ['insert posts: '],
        ['insert comments: , '],
        ['link tags: '],
      ])
    })

    test('a record is created together with all records that refer to it, through several relationships', async () => {
      const seen: unknown[] = []
      const resources = blogResources()
      const adapter = noting(seen)
      for (const resource of Object.values(resources)) resource.useAdapter(adapter)
      const document = written(
        await serveWrites(resources).send('POST', '/authors', authorOf('together@example.com')),
      )
      // The comments of both posts are created together.
      expect(seen).toEqual([2, 4])
      const byTempId = new Map((document.included ?? []).map((one) => [one['temp-id'], one]))
      expect(
        [...byTempId].map(([id, one]) => [id, one.attributes?.['title'] ?? one.attributes?.['body']]),
      ).toEqual([
        ['profile', undefined],
        ['p0', 'Post 0'],
        ['c00', 'Comment 0'],
        ['c01', 'Comment 1'],
        ['p1', 'Post 1'],
        ['c10', 'Comment 2'],
        ['c11', 'Comment 3'],
      ])
      const stored = await blog.prisma.author.findUniqueOrThrow({
        where: { id: Number(document.data.id) },
        select: {
          profile: { select: { website: true } },
          posts: {
            orderBy: { id: 'asc' },
            select: { id: true, title: true, comments: { orderBy: { id: 'asc' }, select: { body: true } } },
          },
        },
      })
      expect(stored).toEqual({
        profile: { website: 'https://example.com' },
        posts: numbers(2).map((at) => ({
          id: Number(byTempId.get(`p${at}`)?.id),
          title: `Post ${at}`,
          comments: numbers(2).map((of) => ({ body: `Comment ${2 * at + of}` })),
        })),
      })
    })

    test('a store error about the parent of new children points to the parent, and no data is written', async () => {
      const { email } = await blog.prisma.author.findFirstOrThrow()
      const before = [await blog.prisma.author.count(), await blog.prisma.post.count()]
      const answer = await serveWrites(blogResources()).send('POST', '/authors', authorOf(email))
      expect(shortErrors(answer)).toEqual([expect.stringMatching(/^422 \/data\/attributes\/email /)])
      expect([await blog.prisma.author.count(), await blog.prisma.post.count()]).toEqual(before)
    })

    test('validateGraph receives the parent once, with each of its new children', async () => {
      const seen: unknown[] = []
      const resources = blogResources()
      resources['posts'] = class extends (resources['posts'] ?? expect.fail()) {
        override validateGraph(record: object) {
          seen.push(
            Object(record).comments.map(({ body }: { body: string }) => body),
            Object(record).author.id,
          )
        }
      }
      written(await serveWrites(resources).send('POST', '/posts', postOf([1, 2])))
      expect(seen).toEqual([['Comment 0', 'Comment 1'], 1])
    })

    test('each child that is created together with others has the values and the temp-id of its own entry, in the original order', async () => {
      const { send } = serveWrites(blogResources())
      const body = postOf(numbers(180).map((at) => 1 + (at % 3)))
      const document = written(await send('POST', '/posts', body))
      const comments = (document.included ?? []).filter(({ type }) => type === 'comments')
      expect(comments.map((one) => [one['temp-id'], one.attributes?.['body']])).toEqual(
        numbers(180).map((at) => [`c${at}`, `Comment ${at}`]),
      )
      const stored = await blog.prisma.comment.findMany({
        where: { postId: Number(document.data.id) },
        orderBy: { id: 'asc' },
      })
      expect(stored.map(({ id, body: text, authorId }) => [String(id), text, authorId])).toEqual(
        comments.map(({ id }, at) => [id, `Comment ${at}`, 1 + (at % 3)]),
      )
    })

    test('a store error points to the child that caused it, and no data is written', async () => {
      const { prisma } = constraints
      const tickets = (count: number, at: number, wrong: Columns) => ({
        data: {
          type: 'organisations',
          attributes: { name: 'New' },
          relationships: {
            tickets: {
              data: numbers(count).map((number) => ({
                type: 'tickets',
                'temp-id': `t${number}`,
                method: 'create',
              })),
            },
          },
        },
        included: numbers(count).map((number) => ({
          type: 'tickets',
          'temp-id': `t${number}`,
          attributes: { number, code: `code ${number}`, ...(number === at && wrong) },
        })),
      })
      const { id: organisationId } = await prisma.organisation.create({ data: { name: 'Old' } })
      await prisma.ticket.create({ data: { organisationId, number: 1, code: 'taken' } })
      const resources = constraintsResources(prisma)
      resources['organisations']?.hasMany('tickets', {
        resource: () => resources['tickets'] ?? expect.fail('There are tickets.'),
        foreignKey: 'organisationId',
      })
      const faults = [
        tickets(10, 6, { code: 'taken' }),
        tickets(10, 6, { code: 'code 2' }),
        tickets(10, 6, { number: 3 }),
        tickets(10, 6, { code: null }),
        tickets(10, 6, { price: '0.1234567890123456789012345678901234567890' }),
        tickets(10, 6, { number: 2 ** 40 }),
      ]
      const answersOf = async (
        served: Readonly<Record<string, ResourceClass>>,
      ): Promise<readonly Answer[]> => {
        const { send } = serveWrites(served)
        const answers = []
        for (const body of faults) answers.push(await send('POST', '/organisations', body))
        return answers
      }
      const answers = await answersOf(resources)
      const tickers = resources['tickets'] ?? expect.fail('There are tickets.')
      // The relationship refers to the class that it names, and only that class overrides `create`.
      class Alone extends tickers {
        override create(parameters: Columns) {
          return super.create(parameters)
        }
      }
      class Owner extends (resources['organisations'] ?? tickers) {
        static {
          this.hasMany('tickets', { resource: () => Alone, foreignKey: 'organisationId' })
        }
      }
      expect(answers).toEqual(await answersOf({ ...resources, tickets: Alone, organisations: Owner }))
      expect(answers.map(({ status }) => status)).toEqual(faults.map(() => 422))
      for (const answer of answers) expect(shortErrors(answer)[0]).toMatch(/^422 \/included\/6\b/)
      expect([await prisma.organisation.count(), await prisma.ticket.count()]).toEqual([1, 1])
      expect((await serveWrites(resources).send('POST', '/organisations', tickets(10, 99, {}))).status).toBe(
        201,
      )
    })

    test('hooks and validateGraph receive each child in the original order', async () => {
      const seen: string[] = []
      const resources = blogResources()
      const Comments = resources['comments'] as typeof Resource & (new () => Resource)
      resources['comments'] = class extends Comments {
        static {
          this.beforeCommit('create', (record: object) => void seen.push(`before ${Object(record).body}`))
          this.afterCommit('create', (record: object) => void seen.push(`after ${Object(record).body}`))
        }
        override validateGraph(record: object) {
          seen.push(`graph ${Object(record).body} ${typeof Object(record).id}`)
        }
      }
      statements.splice(0)
      const { send } = serveWrites(resources)
      expect((await send('POST', '/posts', postOf([1, 1, 2]))).status).toBe(201)
      expect(seen).toEqual([
        ...numbers(3).map((at) => `graph Comment ${at} number`),
        ...numbers(3).map((at) => `before Comment ${at}`),
        ...numbers(3).map((at) => `after Comment ${at}`),
      ])
      expect(creates().length).toBe(2)
    })

    test('a hook that rejects a child causes an error at that child, and no data is written', async () => {
      const resources = blogResources()
      resources['comments']?.beforeCommit('create', (record: object) => {
        if (Object(record).body !== 'Comment 6') return
        throw new ValidationError({ attribute: 'body', message: 'is late' })
      })
      const before = await blog.prisma.comment.count()
      const answer = await serveWrites(resources).send('POST', '/posts', postOf(numbers(10).map(() => 1)))
      expect(shortErrors(answer)).toEqual(['422 /included/6/attributes/body body is late.'])
      expect(await blog.prisma.comment.count()).toBe(before)
    })

    test('a policy that rejects one of ten children rejects the write, and the error points to that child (14.10)', async () => {
      const resources = blogResources()
      resources['comments']?.scopes({
        create: (scope) => narrowed(scope, { body: { not: 'Comment 6' } }),
      })
      const before = await blog.prisma.comment.count()
      const answer = await serveWrites(resources).send('POST', '/posts', postOf(numbers(10).map(() => 1)))
      expect(shortErrors(answer)).toEqual([expect.stringMatching(/^403 \/included\/6 /)])
      expect(await blog.prisma.comment.count()).toBe(before)
    })

    test('an author that a policy hides is hidden from every entry that refers to the author (11.13)', async () => {
      const resources = blogResources()
      resources['authors']?.scopes({ read: (scope) => narrowed(scope, { id: { not: 2 } }) })
      const body = postOf([1, 2, 3, 2, 999])
      const answer = await serveWrites(resources).send('POST', '/posts', body)
      expect(shortErrors(answer).map((error) => error.split(' ').slice(0, 2).join(' '))).toEqual(
        [1, 3, 4].map((at) => `404 /included/${at}/relationships/author/data`),
      )
      expect(shortErrors(await serveWrites(each(resources)).send('POST', '/posts', body))).toEqual(
        shortErrors(answer),
      )
    })

    test.each([
      [
        'an override of create for the children',
        (resources: Record<string, ResourceClass>, seen: unknown[]) => {
          resources['comments'] = class extends (resources['comments'] ?? expect.fail()) {
            override create(parameters: Columns, parent?: object) {
              seen.push(parameters['body'])
              return super.create(parameters, parent)
            }
          }
        },
      ],
      [
        'an override of associate for the parent',
        (resources: Record<string, ResourceClass>, seen: unknown[]) => {
          resources['posts'] = class extends (resources['posts'] ?? expect.fail()) {
            override associate(parent: object, child: object, name: string, kind: string) {
              if (name === 'comments') seen.push(Object(child).body)
              return super.associate(parent, child, name, kind)
            }
          }
        },
      ],
      [
        'an override of persistWithRelationships for the children',
        (resources: Record<string, ResourceClass>, seen: unknown[]) => {
          resources['comments'] = class extends (resources['comments'] ?? expect.fail()) {
            override persistWithRelationships(
              ...[meta, attributes, ...others]: Parameters<Resource['persistWithRelationships']>
            ) {
              seen.push(attributes['body'])
              return super.persistWithRelationships(meta, attributes, ...others)
            }
          }
        },
      ],
    ])('with %s, each child is created separately', async (_, withOverride) => {
      const seen: unknown[] = []
      const resources = blogResources()
      withOverride(resources, seen)
      statements.splice(0)
      expect((await serveWrites(resources).send('POST', '/posts', postOf([1, 2, 3]))).status).toBe(201)
      expect([seen, creates().length]).toEqual([numbers(3).map((at) => `Comment ${at}`), 4])
    })

    test('with a client extension or an adapter that overrides create, each child is created separately (23.7)', async () => {
      const seen: string[] = []
      const extended = blog.prisma.$extends({
        query: {
          comment: {
            create({ args, query }) {
              seen.push(args.data.body)
              return query({ ...args, data: { ...args.data, approved: true } })
            },
          },
        },
      })
      const { send } = serveWrites(blogResources(extended as unknown as BlogClient))
      const { data } = written(await send('POST', '/posts', postOf([1, 2, 3])))
      expect(seen).toEqual(numbers(3).map((at) => `Comment ${at}`))
      const where = { postId: Number(data.id), approved: true }
      expect(await blog.prisma.comment.count({ where })).toBe(3)
      class Noting extends PrismaAdapter {
        override async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
          const one = async (step: StoreStep): Promise<StepResult> => {
            if (step.kind === 'insert' && step.rows.length > 1) return inSingleSteps(step, one)
            if (step.kind === 'insert') seen.push(...step.rows.map((row) => String(row['body'])))
            return (await super.write([step]))[0] ?? DONE
          }
          return inOrder(steps, one)
        }
      }
      const resources = blogResources()
      for (const resource of Object.values(resources)) {
        resource.useAdapter(informed(new Noting(blog.prisma, ofStore(blog.prisma))))
      }
      seen.splice(0)
      expect((await serveWrites(resources).send('POST', '/posts', postOf([1, 2, 3]))).status).toBe(201)
      expect(seen).toEqual(['', ...numbers(3).map((at) => `Comment ${at}`)])
    })

    test('children with composite keys are created together on every store, in their original order', async () => {
      const { prisma } = keys
      await prisma.tenant.create({ data: { id: 1, name: 'T' } })
      const { send } = serveWrites(keysResources(prisma))
      const positions = [7, 3, 9, 1, 5]
      const body = {
        data: {
          type: 'invoices',
          attributes: { number: 1, title: 'I' },
          relationships: {
            tenant: { data: { type: 'tenants', id: '1' } },
            lines: {
              data: positions.map((at) => ({ type: 'lines', 'temp-id': `l${at}`, method: 'create' })),
            },
          },
        },
        included: positions.map((position) => ({
          type: 'lines',
          'temp-id': `l${position}`,
          attributes: { position, text: 'same' },
        })),
      }
      statements.splice(0)
      const document = written(await send('POST', '/invoices', body))
      expect(creates().length).toBe(2)
      const lines = (document.included ?? []).filter(({ type }) => type === 'lines')
      expect(lines.map((one) => [one['temp-id'], one.id]).toSorted()).toEqual(
        positions.map((at) => [`l${at}`, `1~1~${at}`]).toSorted(),
      )
      const twice = {
        ...body,
        included: body.included.map((one) => ({ ...one, attributes: { position: 2, text: 'x' } })),
      }
      const again = { ...twice, data: { ...body.data, attributes: { number: 2, title: 'J' } } }
      const answer = await send('POST', '/invoices', again)
      expect(shortErrors(answer)[0]).toMatch(/^4\d\d \/included\/1\b/)
      expect(await prisma.line.count()).toBe(positions.length)
    })

    test('new and linked records of a many-to-many relationship are joined in a single statement (11.4)', async () => {
      const { send } = serveWrites(blogResources())
      const bodyOfTags = (prefix: string) => ({
        data: {
          type: 'posts',
          attributes: { title: prefix, body: '' },
          relationships: {
            author: { data: { type: 'authors', id: '1' } },
            tags: {
              data: numbers(12).map((at) =>
                at % 3 === 0
                  ? { type: 'tags', id: String(1 + at / 3) }
                  : { type: 'tags', 'temp-id': `t${at}` },
              ),
            },
          },
        },
        included: numbers(12)
          .filter((at) => at % 3 !== 0)
          .map((at) => ({ type: 'tags', 'temp-id': `t${at}`, attributes: { name: `${prefix}${at}` } })),
      })
      const tagsOf = (answer: Answer) =>
        (written(answer).included ?? [])
          .filter(({ type }) => type === 'tags')
          .map((tag) => [tag['temp-id'], String(tag.attributes?.['name']).replace(/^(?:one|both)/, '')])
          .toSorted()
      statements.splice(0)
      const together = await send('POST', '/posts', bodyOfTags('both'))
      expect(statements.length).toBeLessThanOrEqual(canReturn ? 20 : 50)
      const alone = await serveWrites(each(blogResources())).send('POST', '/posts', bodyOfTags('one'))
      expect([tagsOf(together).length, tagsOf(together)]).toEqual([12, tagsOf(alone)])
      const { data } = written(together)
      expect(await blog.prisma.tag.count({ where: { posts: { some: { id: Number(data.id) } } } })).toBe(12)
      // The name of the second new tag is already taken.
      const taken = bodyOfTags('third')
      Object.assign(taken.included[1]?.attributes ?? {}, { name: 'both1' })
      expect(shortErrors(await send('POST', '/posts', taken))).toEqual([
        '422 /included/1/attributes/name name is already taken.',
      ])
    })

    test('a join that the store rejects causes an error at the joined record', async () => {
      const { prisma } = keys
      await prisma.tenant.createMany({ data: [8, 9].map((id) => ({ id, name: 'T' })) })
      await prisma.label.createMany({ data: [8, 9].map((tenantId) => ({ tenantId, slug: 'a' })) })
      const body = (number: number) => ({
        data: {
          type: 'invoices',
          attributes: { number, title: 'I' },
          relationships: {
            tenant: { data: { type: 'tenants', id: '8' } },
            labels: { data: ['8~a', '9~a'].map((id) => ({ type: 'labels', id })) },
          },
        },
        included: [{ type: 'labels', id: '8~a', attributes: { color: 'blue' } }],
      })
      const resources = keysResources(prisma)
      class Alone extends (resources['invoices'] ?? expect.fail('There are invoices.')) {
        override associate(parent: object, child: object, name: string, kind: string) {
          return super.associate(parent, child, name, kind)
        }
      }
      const answers = [
        await serveWrites(resources).send('POST', '/invoices', body(81)),
        await serveWrites({ ...resources, invoices: Alone }).send('POST', '/invoices', body(81)),
      ]
      expect(answers[0]).toEqual(answers[1])
      expect(answers.map(({ status }) => status)).toEqual([422, 422])
      expect(await prisma.invoice.count({ where: { tenantId: 8 } })).toBe(0)
    })

    test('records, links and trees that are written together cause the same responses and rows as when they are written individually', async () => {
      const { prisma } = types
      const together = serveWrites(nodesResources())
      const alone = serveWrites(each(nodesResources()))
      for (const seed of numbers(12)) {
        const answers = []
        for (const { send } of [together, alone]) {
          await prisma.node.deleteMany()
          const there = []
          for (const name of ['x', 'y', 'z']) there.push(await prisma.node.create({ data: { name } }))
          const answer = await send('POST', '/nodes', bodyOf(treeOf(seed, there)))
          expect(shortErrors(answer)).toEqual([])
          const { nodes = [] } = (await dumpTypes(prisma)) as { nodes?: readonly Columns[] }
          const nameOf = new Map(nodes.map((node) => [String(node['id']), String(node['name'])]))
          const rows = nodes.map(({ name, position, parentId }) =>
            JSON.stringify([name, position, nameOf.get(String(parentId))]),
          )
          answers.push({ said: namesIn(answer, nameOf), rows: rows.toSorted() })
        }
        expect(answers[0]).toEqual(answers[1])
      }
    })

    test('new rows are matched to their records even if the rows look equal, or if the store changes their values', async () => {
      const { prisma } = types
      const resources = nodesResources()
      const Nodes = resources['nodes'] ?? expect.fail('There are nodes.')
      statements.splice(0)
      const same = { name: 'root', children: numbers(4).map(() => ({ name: 'same' })) }
      const body = bodyOf(same) as {
        data: { relationships: { children: { data: object[] } } }
        included: object[]
      }
      for (const [at, one] of body.included.entries()) Object.assign(one, { 'temp-id': `n${at}` })
      for (const [at, one] of body.data.relationships.children.data.entries()) {
        Object.assign(one, { 'temp-id': `n${at}` })
      }
      const document = written(await serveWrites({ ...resources, nodes: Nodes }).send('POST', '/nodes', body))
      expect(new Set((document.included ?? []).map(({ id }) => id)).size).toBe(4)
      expect(await prisma.node.count({ where: { name: 'same', parentId: Number(document.data.id) } })).toBe(4)
    })
  },
)

/** A tree of two levels that depends on the seed. Some of its nodes exist already. */
function treeOf(seed: number, there: readonly { readonly id: number }[]): Tree {
  let state = seed * 7919 + 1
  const dice = (sides: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
  const links = there.map(({ id }): Identifier => ({ type: 'nodes', id: String(id) }))
  let count = 0
  const made = (depth: number): Tree => {
    const name = `n${count++}`
    const children =
      depth === 0
        ? []
        : numbers(dice(5)).flatMap((): readonly (Tree | Identifier)[] => {
            const link = dice(4) === 0 ? links.pop() : undefined
            return [link ?? made(depth - 1)]
          })
    return { name, ...(dice(2) === 0 && { position: dice(9) }), children }
  }
  const root = made(3)
  return { ...root, children: [...(root.children ?? []), made(1), made(2)] }
}

/** The content of a response, with names instead of ids, in an order that does not depend on ids. */
function namesIn(answer: Answer, nameOf: ReadonlyMap<string, string>): unknown {
  const document = written(answer)
  const objects = [document.data, ...(document.included ?? [])].map((one) => {
    const children = one.relationships?.['children']?.data
    const linked = Array.isArray(children)
      ? children.map(({ id }: Identifier) => nameOf.get(id)).toSorted()
      : children
    return JSON.stringify([nameOf.get(one.id), one['temp-id'], one.attributes, linked])
  })
  return objects.toSorted()
}
