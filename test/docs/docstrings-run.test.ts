import { Base, type ControllerClass, createApi, defineRegistry } from '@jsonapi-gen/runtime'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostsController } from '../../examples/blog/src/api/routes/posts.routes.js'
import { databases, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { plainBlog } from '../write/support/recorded.js'
import { send } from '../write/support/send.js'
import { type Example, examplesUnder, isMembers } from './docstring-examples.js'

const examples = await examplesUnder('runtime/src/controller')

/** The examples that use a scope, or render or write records. */
const asking = examples.filter(({ code }) =>
  /recordScope|baseScope|jsonapiScope|renderJsonapi|jsonapi[A-Z]\w+\(/.test(code),
)

/** A request that runs an example. */
function requestOf({ code }: Example, draft: number): readonly [method: string, path: string, body?: object] {
  const attributes = { title: 'An example', body: 'Run.' }
  const author = { data: { type: 'authors', id: '1' } }
  if (code.includes('jsonapiCreate')) {
    return ['POST', '/posts', { data: { type: 'posts', attributes, relationships: { author } } }]
  }
  if (code.includes('jsonapiUpdate')) {
    return ['PATCH', `/posts/${draft}`, { data: { type: 'posts', id: String(draft), attributes } }]
  }
  return code.includes('jsonapiDestroy') ? ['DELETE', `/posts/${draft}`] : ['GET', '/posts/1']
}

const ACTIONS: Readonly<Record<string, string>> = {
  GET: 'show',
  POST: 'create',
  PATCH: 'update',
  DELETE: 'destroy',
}

describe.each(databases)(
  'docs/docstrings-run: examples that use a base return a response, on $name',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    beforeAll(async () => {
      opened = await database.open({ seed: true })
    })
    afterAll(() => opened.close())

    test('every operation of a controller has an example in a docstring', () => {
      const said = asking.map(({ code }) => code).join('')
      const operations = [
        'recordScope()',
        'jsonapiScope(',
        'renderJsonapi({',
        'jsonapiUpdate({',
        'jsonapiDestroy(',
      ]
      expect(operations.filter((operation) => !said.includes(operation))).toEqual([])
    })

    test.each(asking.map((example) => [`${example.path}:${example.line}`, example] as const))(
      'the docstring example at %s returns a response',
      async (_, example) => {
        const draft = await opened.prisma.post.create({ data: { title: 'A draft', body: '', authorId: 1 } })
        const [method, path, body] = requestOf(example, draft.id)
        const resources = plainBlog(opened.prisma)
        const { posts } = resources
        if (!posts) throw new Error('There are posts.')
        const reported: unknown[] = []
        class Parent extends PostsController {
          static {
            this.jsonapi(posts)
          }
        }
        const names = {
          Parent,
          Base,
          PostResource: posts,
          post: draft,
          success: true,
        }
        const code = isMembers(example.code)
          ? `return class extends Parent {${example.code}}`
          : `return class extends Parent { async ${ACTIONS[method]}() {${example.code}\nreturn this.renderNothing() } }`
        const { outputText } = ts.transpileModule(code, {
          compilerOptions: { target: ts.ScriptTarget.ES2022 },
        })
        const make = new Function(...Object.keys(names), outputText)
        const controller = make(...Object.values(names)) as ControllerClass
        const api = createApi({
          registry: defineRegistry({ posts, ...resources }),
          controllers: { posts: controller },
          onError: (error) => void reported.push(error),
        })
        const { status } = await send(api, method, path, body)
        expect({ reported, isSuccess: status >= 200 && status < 300 }).toEqual({
          reported: [],
          isSuccess: true,
        })
      },
    )
  },
)
