import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { generateClient } from '../../scripts/lib/prisma-client.js'
import { ended, jsonapiGenHere } from '../generator/support/cli.js'

/** The two examples as they were with version 0.2: the files of their owners, and what was generated then. */
const FIXTURE = at('test/fixtures/from-0.2')

const EXAMPLES = ['blog', 'saas'] as const
type Example = (typeof EXAMPLES)[number]

const PASSWORD = 'correct horse battery staple'

const SCHEMAS = { blog: 'schema.example.yaml', saas: 'examples/saas/prisma/schema.prisma' }

/** A request, and what it was answered with: of records their names and attributes, of errors their places. */
type Ask = (method: string, path: string, body?: object) => Promise<readonly unknown[]>

interface Answered {
  readonly data?: Told | readonly Told[]
  readonly included?: readonly Told[]
  readonly errors?: readonly { readonly source?: Readonly<Record<string, string>> }[]
}

interface Told {
  readonly type: string
  readonly id: string
  readonly attributes: Readonly<Record<string, unknown>>
}

let folder: string
beforeAll(async () => {
  await mkdir(at('.tmp'), { recursive: true })
  // It lies in the repository, where its imports resolve.
  folder = await mkdtemp(at('.tmp/from-0.2-'))
  await cp(FIXTURE, folder, { recursive: true })
  await Promise.all(
    EXAMPLES.map(async (example) =>
      generateClient({
        datamodel: await textOf(`examples/${example}/prisma/schema.prisma`),
        output: join(folder, 'examples', example, 'src/prisma'),
      }),
    ),
  )
  for (const example of EXAMPLES) await generate(example)
  const said = await compile('examples/blog/prisma', 'examples/saas/prisma')
  if (said !== '') throw new Error(said)
}, 120_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

describe('upgrade/from-0.2', () => {
  test('organisations of a Prisma schema: generated anew, what changes the OpenAPI document does it by `with`', async () => {
    expect(await compile('examples/saas')).toMatch(SPREAD_REFUSED)
    await change(
      'examples/saas/src/api/routes/index.ts',
      `withSecurity(
  { ...openapi, info: { ...openapi.info, title: 'Invoices', contact: { url: 'https://invoices.example' } } },
  { session: { type: 'apiKey', in: 'cookie', name: 'saas' } },
);`,
      `openapi.with((document) => withSecurity(
  { ...document, info: { ...document.info, title: 'Invoices', contact: { url: 'https://invoices.example' } } },
  { session: { type: 'apiKey', in: 'cookie', name: 'saas' } },
));`,
    )
    expect(await compile('examples/saas')).toBe('')
    const ask = await served('saas')
    const customers = '?fields[invoices]=customer,amount&fields[lines]=text'
    expect(await ask('GET', '/invoices')).toEqual([401, undefined])
    const login = { email: 'accountant@acme.example', password: PASSWORD, organisation: 'acme' }
    expect(await ask('POST', '/session', login)).toEqual([200])
    expect(await ask('GET', `/invoices${customers}`)).toEqual([
      200,
      ['invoices 1~1', { customer: "Acme's first", amount: '120' }],
      ['invoices 1~2', { customer: "Acme's second", amount: '80' }],
      ['invoices 1~3', { customer: "Acme's third", amount: '40' }],
    ])
    const invoice = {
      data: {
        type: 'invoices',
        attributes: { customer: 'Wile E.' },
        relationships: { lines: { data: [{ type: 'lines', 'temp-id': 'anvil', method: 'create' }] } },
      },
      included: [
        {
          type: 'lines',
          'temp-id': 'anvil',
          attributes: { position: 1, text: 'An anvil', price: '19.90', quantity: 2 },
        },
      ],
    }
    expect(await ask('POST', `/invoices${customers}`, invoice)).toEqual([
      201,
      ['invoices 1~4', { customer: 'Wile E.', amount: '39.8' }],
      ['lines 1~4~1', { text: 'An anvil' }],
    ])
    const sent = { data: { type: 'invoices', id: '1~4', attributes: { state: 'sent' } } }
    expect(await ask('PATCH', '/invoices/1~4', sent)).toEqual([422, { pointer: '/data/attributes' }])
    expect(await ask('GET', '/invoices/2~1')).toEqual([404, undefined])
  }, 60_000)

  describe('a blog of a YAML schema, generated anew', () => {
    test('is no API until a line of it changes, which the error at its start shows', async () => {
      expect(await compile('examples/blog')).toMatch(SPREAD_REFUSED)
      await change(
        'examples/blog/src/api/routes/index.ts',
        `{
    ...openapi,
    info: { ...openapi.info, title: 'The blog', contact: { url: 'https://blog.example' } },
  },`,
        `openapi.with((document) => ({
    ...document,
    info: { ...document.info, title: 'The blog', contact: { url: 'https://blog.example' } },
  })),`,
      )
      expect(await compile('examples/blog')).toBe('')
      const { code, stderr } = await ended(['dist/demo.js'], join(folder, 'examples/blog'))
      expect(code).toBe(1)
      const [line] = /new PrismaAdapter\(prisma, \{ provider: 'sqlite' \}\)/.exec(stderr) ?? [stderr]
      await change('examples/blog/src/api/application.resource.ts', 'new PrismaAdapter(prisma)', line)
      expect(await compile('examples/blog')).toBe('')
      await expectBlog(await served('blog'))
    }, 60_000)

    test('or until its schema names the datamodel, which the error and a warning (JG719) show', async () => {
      expect(await generate('blog')).toContain('prisma: { schema: prisma/schema.prisma }')
      const line = '  schema: examples/blog/prisma/schema.prisma\n'
      await change('schema.example.yaml', 'prisma:\n', `prisma:\n${line}`)
      await generate('blog')
      const resource = 'examples/blog/src/api/application.resource.ts'
      await cp(join(FIXTURE, resource), join(folder, resource))
      expect(await compile('examples/blog')).toBe('')
      await expectBlog(await served('blog'))
    }, 60_000)
  })
})

/** What the compiler says of `{ ...openapi, info: { ...openapi.info } }`. */
const SPREAD_REFUSED =
  /routes\/index\.ts\(\d+,\d+\): error TS2339: Property 'info' does not exist on type 'OpenApi'/

async function expectBlog(ask: Ask): Promise<void> {
  const titles = 'fields[posts]=title&fields[comments]=body&fields[tags]=name'
  const read = `?filter[name][prefix]=Hello&page[size]=1&extra_fields[posts]=readingTime&${titles}`
  expect(await ask('GET', `/posts${read}`)).toEqual([
    200,
    ['posts 1', { title: 'Hello, world', readingTime: 1 }],
  ])
  const post = {
    data: {
      type: 'posts',
      attributes: { title: 'A post', body: 'With a comment and a tag.' },
      relationships: {
        author: { data: { type: 'authors', id: '1' } },
        comments: { data: [{ type: 'comments', 'temp-id': 'first', method: 'create' }] },
        tags: { data: [{ type: 'tags', id: '1' }] },
      },
    },
    included: [{ type: 'comments', 'temp-id': 'first', attributes: { body: 'Is read.', approved: true } }],
  }
  expect(await ask('POST', `/posts?fields[authors]=name&${titles}`, post)).toEqual([
    201,
    ['posts 101', { title: 'A post' }],
    ['authors 1', { name: 'Ada Brontë' }],
    ['comments 501', { body: 'Is read.' }],
    ['tags 1', { name: 'travel' }],
  ])
  expect(await ask('GET', `/posts/101?include=comments,tags&${titles}`)).toEqual([
    200,
    ['posts 101', { title: 'A post' }],
    ['comments 501', { body: 'Is read.' }],
    ['tags 1', { name: 'travel' }],
  ])
  const incomplete = { ...post, included: [{ type: 'comments', 'temp-id': 'first', attributes: {} }] }
  expect(await ask('POST', '/posts', incomplete)).toEqual([422, { pointer: '/included/0/attributes' }])
  const again = { data: { type: 'tags', attributes: { name: 'travel' } } }
  expect(await ask('POST', '/tags', again)).toEqual([422, { pointer: '/data/attributes/name' }])
  expect(await ask('GET', '/posts?filter[titel]=Hello')).toEqual([400, { parameter: 'filter[titel]' }])
}

const textOf = (path: string): Promise<string> => readFile(join(folder, path), 'utf8')

/** Changes one line by hand. */
async function change(path: string, line: string, by: string): Promise<void> {
  const text = await textOf(path)
  expect(text.split(line)).toHaveLength(2)
  await writeFile(join(folder, path), text.replace(line, by))
}

/** Generates an example anew, and returns the warnings. */
async function generate(example: Example): Promise<string> {
  const { code, stderr } = await jsonapiGenHere(['generate', '--schema', SCHEMAS[example]], folder)
  if (code !== 0) throw new Error(stderr)
  return stderr
}

/** Compiles projects against the packages of this repository, and returns what the compiler says. */
async function compile(...projects: readonly string[]): Promise<string> {
  const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-b', ...projects], folder)
  return stdout
}

/** Starts the server of an example on a database of its own, until the test is over. It keeps the cookies that it is given. */
async function served(example: Example): Promise<Ask> {
  const child = spawn(process.execPath, ['dist/demo.js', '--serve', '--port', '0'], {
    cwd: join(folder, 'examples', example),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill()
    await closed
  })
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), closed])
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line)) ?? []
  if (url === undefined) throw new Error(said)
  let cookie = ''
  return async (method, path, body) => {
    const media = path === '/session' ? 'application/json' : 'application/vnd.api+json'
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { accept: media, cookie, ...(body && { 'content-type': media }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    ;[cookie = ''] = response.headers.get('set-cookie')?.split(';') ?? [cookie]
    const { data = [], included = [], errors = [] } = (await response.json()) as Answered
    const records = [data, included].flat().map(({ type, id, attributes }) => [`${type} ${id}`, attributes])
    return [response.status, ...records, ...errors.map(({ source }) => source)]
  }
}
