import {
  Controller,
  createApi,
  defineRegistry,
  ValidationError,
  ValidationResponse,
} from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { recordedBlog } from '../support/recorded.js'
import { send } from '../support/send.js'

describe.each(databases)('write/validation-response (11.6): the result of a write on $name', (database) => {
  const blog = writableBlog(database)

  async function respond(
    method: 'POST' | 'PATCH',
    path: string,
    body: unknown,
    prepare: (resources: ReturnType<typeof recordedBlog>['resources']) => void = () => {},
  ): Promise<ValidationResponse> {
    const { resources } = recordedBlog(blog.prisma)
    prepare(resources)
    let response: ValidationResponse | undefined
    class PostsController extends Controller {
      static {
        if (resources['posts']) this.jsonapi(resources['posts'])
      }
      async create(): Promise<Response> {
        response = await this.jsonapiCreate()
        return response.success ? this.renderNothing() : this.renderErrorsFor(response)
      }
      async update(): Promise<Response> {
        response = await this.jsonapiUpdate()
        return response.success ? this.renderNothing() : this.renderErrorsFor(response)
      }
    }
    const api = createApi({ registry: defineRegistry(resources), controllers: { posts: PostsController } })
    const answer = await send(api, method, path, body)
    if (!response) throw new Error(JSON.stringify(answer))
    expect(answer).toEqual(
      response.success
        ? { status: 204, body: undefined }
        : { status: 422, body: { jsonapi: { version: '1.1' }, errors: response.errors } },
    )
    return response
  }

  const NEW = {
    data: {
      type: 'posts',
      attributes: { title: 'Response', body: '' },
      relationships: { author: { data: { type: 'authors', id: '1' } } },
    },
  }

  test('the result of a write contains the instance and success, and can be destructured as an array or by name', async () => {
    const response = await respond('POST', '/posts', NEW)
    const [instance, success] = response
    expect([instance, success]).toMatchObject([{ title: 'Response', authorId: 1 }, true])
    expect(response.toArray()).toEqual([instance, success])
    expect([response.object, response.success, response.errors]).toEqual([instance, true, []])
  })

  test('the result of a write reports a failed write, and never reports a write that did not happen', async () => {
    const response = await respond('POST', '/posts', {
      data: { ...NEW.data, attributes: { title: 'Without a body' } },
    })
    const [instance, success] = response
    expect([success, response.success, response.toArray(), [...response]]).toEqual([
      false,
      false,
      [instance, false],
      [instance, false],
    ])
  })

  test('a ValidationResponse can be created, and can be distinguished from a record', async () => {
    const response = await respond('POST', '/posts', NEW)
    expect(response).toBeInstanceOf(ValidationResponse)
    expect(response.object).not.toBeInstanceOf(ValidationResponse)
    const own = new ValidationResponse({ id: 1 }, [
      { status: '422', code: 'own', title: 'Own', detail: 'Own.' },
    ])
    expect([own.toArray(), own.map((entry) => typeof entry)]).toEqual([
      [{ id: 1 }, false],
      ['object', 'boolean'],
    ])
  })

  test('the instance of a failed create is the record that would have been written', async () => {
    const body = { data: { ...NEW.data, attributes: { title: 'Without a body' } } }
    const { object, success, errors } = await respond('POST', '/posts', body)
    expect([object, success, errors]).toEqual([
      { title: 'Without a body', status: 'draft', views: 0 },
      false,
      [
        {
          status: '422',
          code: 'validation_error',
          title: 'Validation error',
          detail: 'body is required.',
          source: { pointer: '/data/attributes' },
          meta: { attribute: 'body', message: 'is required' },
        },
      ],
    ])
  })

  test('the instance of a failed update is the current record', async () => {
    const body = { data: { type: 'posts', id: '1', attributes: { title: '' } } }
    const { object, success } = await respond('PATCH', '/posts/1', body)
    expect([object, success]).toMatchObject([{ id: 1, title: 'Hello, world' }, false])
  })

  const TWO = {
    data: {
      type: 'posts',
      id: '1',
      relationships: {
        comments: {
          data: [
            { type: 'comments', id: '1', method: 'destroy' },
            { type: 'comments', 'temp-id': 'a', method: 'create' },
            { type: 'comments', 'temp-id': 'b', method: 'create' },
          ],
        },
      },
    },
    included: [
      { type: 'comments', 'temp-id': 'b', attributes: { body: 'the second, first in included' } },
      { type: 'comments', 'temp-id': 'a', attributes: { body: 'the first, second in included' } },
    ],
  }

  test('errors are matched to records by identity, not by position', async () => {
    const { success, errors } = await respond('PATCH', '/posts/1', TWO, ({ comments }) =>
      comments?.beforeCommit('create', (comment) => {
        if (String(Reflect.get(Object(comment), 'body')).startsWith('the first')) {
          throw new ValidationError({ attribute: 'body', message: 'is the first' })
        }
      }),
    )
    expect([success, errors]).toEqual([
      false,
      [
        {
          status: '422',
          code: 'validation_error',
          title: 'Validation error',
          detail: 'body is the first.',
          source: { pointer: '/included/1/attributes/body' },
          meta: {
            relationship: {
              name: 'comments',
              type: 'comments',
              'temp-id': 'a',
              attribute: 'body',
              message: 'is the first',
            },
          },
        },
      ],
    ])
  })

  test('the result of a write reports a failure if a destroyed record is invalid', async () => {
    const before = await blog.prisma.comment.count()
    const { success, errors } = await respond('PATCH', '/posts/1', TWO, ({ comments }) =>
      comments?.beforeCommit('destroy', () => {
        throw new ValidationError('It has to stay')
      }),
    )
    expect([success, errors]).toMatchObject([
      false,
      [
        {
          detail: 'It has to stay.',
          source: { pointer: '/data/relationships/comments/data/0' },
          meta: {
            relationship: {
              name: 'comments',
              type: 'comments',
              id: '1',
              attribute: 'base',
              message: 'It has to stay',
            },
          },
        },
      ],
    ])
    expect(await blog.prisma.comment.count()).toBe(before)
  })

  test('renderErrorsFor accepts the instance, but rejects an instance that was written', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const thrown: unknown[] = []
    class PostsController extends Controller {
      static {
        if (resources['posts']) this.jsonapi(resources['posts'])
      }
      async create(): Promise<Response> {
        const [post, success] = await this.jsonapiCreate()
        if (!success) return this.renderErrorsFor(post)
        for (const object of [post, {}]) {
          try {
            this.renderErrorsFor(object)
          } catch (error) {
            thrown.push(String(error))
          }
        }
        return this.renderNothing()
      }
    }
    const api = createApi({ registry: defineRegistry(resources), controllers: { posts: PostsController } })
    expect((await send(api, 'POST', '/posts', { data: { ...NEW.data, attributes: {} } })).status).toBe(422)
    await send(api, 'POST', '/posts', NEW)
    const message =
      'Error: There are no errors to render: no write in this context failed with that instance.'
    expect(thrown).toEqual([message, message])
  })
})
