import {
  Controller,
  createApi,
  defineRegistry,
  RecordNotFound,
  type Resource,
  ValidationError,
} from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { newRequest, withRequest } from '../../../runtime/src/resource/frame.js'
import { databases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { dumpBlog } from '../support/dump.js'
import { recordedBlog } from '../support/recorded.js'
import { send } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { informed } from '../../support/facts.js'

describe.each(databases)('write/transaction (11.7): the transaction method on $name', (database) => {
  const blog = writableBlog(database)
  const tags = (): Resource => {
    const Tags = recordedBlog(blog.prisma).resources['tags']
    if (!Tags) throw new Error('There are tags.')
    return new Tags()
  }
  const names = async (): Promise<readonly string[]> =>
    (await blog.prisma.tag.findMany({ where: { id: { gt: 20 } }, orderBy: { id: 'asc' } })).map(
      ({ name }) => name,
    )

  test('the method transaction commits and returns the value of its block', async () => {
    const resource = tags()
    expect(
      await resource.transaction(async () => [await resource.create({ name: 'committed' }), 7]),
    ).toMatchObject([{ name: 'committed' }, 7])
    expect(await names()).toEqual(['committed'])
  })

  test('a ValidationError rolls back and is not rethrown, and the returned value keeps its state', async () => {
    const resource = tags()
    const value = await resource.transaction(async () => {
      await resource.create({ name: 'rolled back' })
      throw new ValidationError('no')
    })
    expect([value, await names()]).toEqual([undefined, ['committed']])
  })

  test('any error other than a ValidationError rolls back and is rethrown', async () => {
    const resource = tags()
    const failure = new RangeError('other')
    await expect(
      resource.transaction(async () => {
        await resource.create({ name: 'rolled back' })
        throw failure
      }),
    ).rejects.toBe(failure)
    expect(await names()).toEqual(['committed'])
  })

  test('a commit that the store rejects is reported as not written (14.6)', async () => {
    const refusal = new Error('The commit is refused.')
    class Refusing extends PrismaAdapter {
      override transaction<Result>(block: () => Promise<Result>): Promise<Result> {
        return super.transaction(async () => {
          await block()
          throw refusal
        })
      }
      override faultOf() {
        return { kind: 'notFound' } as const
      }
    }
    const Tags = recordedBlog(blog.prisma).resources['tags']
    if (!Tags) throw new Error('There are tags.')
    class Refused extends Tags {
      static {
        this.useAdapter(informed(new Refusing(blog.prisma)))
      }
    }
    const resource = new Refused()
    const request = newRequest()
    const { deadline } = request.budget
    await withRequest(request, () =>
      expect(resource.transaction(() => resource.create({ name: 'refused' }))).rejects.toBe(refusal),
    )
    expect([deadline.error(), await names()]).toMatchObject([
      { status: 503, message: expect.stringMatching(/Nothing was written\.$/), meta: undefined },
      ['committed'],
    ])
  })

  test('a nested transaction joins the outer one, so if the nested transaction rolls back, the outer one must also roll back', async () => {
    const resource = tags()
    const value = await resource.transaction(async () => {
      await resource.create({ name: 'outer' })
      const inner = await resource.transaction(async () => {
        await resource.create({ name: 'inner' })
        throw new ValidationError('no')
      })
      return [inner, 'went on']
    })
    expect([value, await names()]).toEqual([[undefined, 'went on'], ['committed']])
  })

  test.each<[string, Error, object]>([
    [
      'from the application',
      new RangeError('inner'),
      { message: expect.stringContaining('was caught, so nothing was written'), cause: { message: 'inner' } },
    ],
    ['for the client', new RecordNotFound({ detail: 'inner' }), { status: 404, message: 'inner' }],
  ])(
    'an error %s that is caught in a nested transaction still makes the outer transaction fail',
    async (_, error, told) => {
      const resource = tags()
      const failing = resource.transaction(async () => {
        await resource.create({ name: 'outer' })
        await resource.transaction(() => Promise.reject(error)).catch(() => {})
        return 'went on'
      })
      await expect(failing).rejects.toMatchObject(told)
      expect(await names()).toEqual(['committed'])
    },
  )

  test('if a hook catches an error from a nested transaction, the response is a reported 500, and no data is written', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const errors: unknown[] = []
    const resource = tags()
    resources['authors']?.beforeCommit('update', async () => {
      await resource.transaction(() => Promise.reject(new RangeError('inner'))).catch(() => {})
    })
    const served = serveWrites(resources, {
      answerErrors: true,
      onError: (error: unknown) => errors.push(error),
    } as object)
    const before = await dumpBlog(blog.prisma)
    const data = { type: 'authors', id: '1', attributes: { bio: 'caught' } }
    const { status, body } = await served.send('PATCH', '/authors/1', { data })
    expect([status, body]).toMatchObject([500, { errors: [{ code: 'internal_error' }] }])
    expect(errors).toMatchObject([{ cause: { message: 'inner' } }])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
  })

  test("jsonapiCreate and jsonapiUpdate always return their ValidationResponse, even in the caller's transaction", async () => {
    const { resources } = recordedBlog(blog.prisma)
    const results: unknown[] = []
    class TagsController extends Controller {
      static {
        if (resources['tags']) this.jsonapi(resources['tags'])
      }
      async create(): Promise<Response> {
        const outer = await this.jsonapiResource.transaction(async () => {
          await this.jsonapiResource.create({ name: 'beside' })
          const [record, success] = await this.jsonapiCreate()
          results.push([record, success])
          return 'outer'
        })
        results.push(outer)
        return this.renderNothing()
      }
    }
    const api = createApi({ registry: defineRegistry(resources), controllers: { tags: TagsController } })
    const before = await dumpBlog(blog.prisma)
    await send(api, 'POST', '/tags', { data: { type: 'tags', attributes: { name: '' } } })
    expect(results).toEqual([[{}, false], 'outer'])
    expect(await dumpBlog(blog.prisma)).toEqual(before)
    await send(api, 'POST', '/tags', { data: { type: 'tags', attributes: { name: 'inside' } } })
    expect(results.slice(2)).toMatchObject([[{ name: 'inside' }, true], 'outer'])
    expect(await names()).toEqual(['committed', 'beside', 'inside'])
  })

  test('a ValidationError thrown by an override rolls back the transaction, and the response reports the error', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const Tags = resources['tags']
    if (!Tags) throw new Error('There are tags.')
    class Never extends Tags {
      override async update(): Promise<never> {
        throw new ValidationError({ attribute: 'name', message: 'is fixed' })
      }
    }
    let outcome: unknown
    class TagsController extends Controller {
      static {
        this.jsonapi(Never)
      }
      async update(): Promise<Response> {
        const { object, success, errors } = await this.jsonapiUpdate()
        outcome = [object, success, errors.map(({ detail }) => detail)]
        return this.renderNothing()
      }
    }
    const api = createApi({
      registry: defineRegistry({ ...resources, tags: Never }),
      controllers: { tags: TagsController },
    })
    await send(api, 'PATCH', '/tags/1', { data: { type: 'tags', id: '1', attributes: { name: 'x' } } })
    expect(outcome).toEqual([{ id: 1, name: 'travel' }, false, ['name is fixed.']])
  })
})
