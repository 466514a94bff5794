import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RequestHandler } from 'express'
import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import blogContract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import { at } from '../../scripts/lib/paths.js'
import { inOneFile } from '../../explorer/src/printed-page.js'
import { blocksOf } from '../docs/blocks.js'
import { jsonapiGen, jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { listening } from '../http/support/frameworks.js'
import { answered, browsersHere, click, fill, launched, queryUrl, sent, textOf } from './support/browser.js'
import { type ServedBlog, servedBlog } from './support/served.js'

const CONTRACT = at('examples/blog/src/api/generated/contract.gen.json')
const browsers = await browsersHere()
let browser: Browser
let blog: ServedBlog
let hasCors = false

/** The headers of an application that permits requests from a page on disk. */
const cors: RequestHandler = ({ method }, response, next) => {
  if (!hasCors) return next()
  response.set({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'accept, content-type, x-role, x-explorer',
  })
  response.set('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
  if (method === 'OPTIONS') response.sendStatus(204)
  else next()
}

beforeAll(async () => {
  blog = await servedBlog([cors])
  if (browsers.length > 0) browser = await launched()
})
afterAll(async () => {
  await browser?.close()
  await blog.close()
})

/** The text of each element with the given tag name. */
const texts = (html: string, name: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, text]) => text ?? '',
  )

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('explorer/printed: `jsonapi-gen explorer` prints the page', () => {
  test('the printed page is a single file, and only its own script and style may run', async () => {
    const { code, stdout, stderr } = await jsonapiGenHere(['explorer', '--contract', CONTRACT], at(''))
    expect([code, stderr]).toEqual([0, ''])
    const [policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(stdout)?.slice(1) ?? []
    const [style = ''] = texts(stdout, 'style')
    const [contract = '', script = '', ...others] = texts(stdout, 'script')
    expect(others).toEqual([])
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      'connect-src http: https:',
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
    expect(JSON.parse(contract)).toEqual(blogContract)
    expect(stdout).not.toMatch(/<link[^>]*stylesheet|<script[^>]*src=/)
  })

  test('a contract cannot end the script or the page', async () => {
    const description = '</script><script>alert(1)</script><!-- <script> ]]>'
    const html = await inOneFile(
      { html: '<meta charset="utf-8" />\n<body>\n</body>', css: 'a{}', js: 'const a = "</script><!--"' },
      { contract: { description }, api: 'https://x.example/"><script>' },
    )
    expect(texts(html, 'script').map((text) => text.includes('alert'))).toEqual([true, false])
    expect(JSON.parse(texts(html, 'script')[0] ?? '')).toEqual({ description })
    expect(html).toContain('data-api="https://x.example/&quot;&gt;&lt;script&gt;"')
  })

  test('the printed page contains the contract of an API with the explorer enabled, given the URL of the API or of the page', async () => {
    const printed = await Promise.all(
      [blog.url, `${blog.url}/`, blog.page].map((url) => jsonapiGenHere(['explorer', '--url', url], at(''))),
    )
    for (const { code, stdout, stderr } of printed) {
      expect([code, stderr]).toEqual([0, ''])
      expect(stdout).toContain(`data-api="${blog.url}"`)
      expect(Object.keys(JSON.parse(texts(stdout, 'script')[0] ?? '').resources)).toEqual(
        Object.keys(blogContract.resources),
      )
    }
    const { stdout } = await jsonapiGenHere(
      ['explorer', '--url', blog.url, '--api', 'https://blog.example/api'],
      at(''),
    )
    expect(stdout).toContain('data-api="https://blog.example/api"')
  })

  test('the commands in docs/explorer.md print the page', async () => {
    const commands = blocksOf('docs/explorer.md', 'sh').flatMap(({ text }) => text.trim().split('\n'))
    const folder = await folderWith({ 'src/api/generated/contract.gen.json': readFileSync(CONTRACT, 'utf8') })
    const codes = commands.map(async (command) => {
      const [, words = ''] = /^npx jsonapi-gen (.*) --out explorer\.html$/.exec(command) ?? []
      const here = words.replace('--url https://api.example.org', `--url ${blog.url}`)
      const [printed, written] = await Promise.all([
        jsonapiGenHere(here.split(' '), folder),
        jsonapiGenHere([...here.split(' '), '--out', `${words.length}.html`], folder),
      ])
      const page = readFileSync(join(folder, `${words.length}.html`), 'utf8')
      return [printed.code, written.code, written.stdout, page === printed.stdout, page.slice(0, 15)]
    })
    expect(await Promise.all(codes)).toEqual([
      [0, 0, '', true, '<!doctype html>'],
      [0, 0, '', true, '<!doctype html>'],
    ])
  })

  test('a printed page offers a login only if the login needs no cookies', async () => {
    const html = '<meta charset="utf-8" />\n<body>\n</body>'
    const loginIn = async (login: object): Promise<unknown> => {
      const contract = { explorer: { path: '/explorer', login } }
      const page = await inOneFile({ html, css: '', js: '' }, { contract, api: '' })
      return JSON.parse(texts(page, 'script')[0] ?? '').explorer.login
    }
    expect(await loginIn({ by: 'header', name: 'X-Key' })).toEqual({ by: 'header', name: 'X-Key' })
    const people = { Ada: { password: 'secret' } }
    expect(await loginIn({ by: 'form', post: '/session', fields: { password: 'password' }, people })).toBe(
      undefined,
    )
    expect(await loginIn({ by: 'link', href: '/auth' })).toBe(undefined)
  })

  test('`jsonapi-gen explorer` reports errors, and then prints no page', async () => {
    const folder = await folderWith({ 'edited.json': '{"contract":1,"resources":{}}', 'none.json': 'none' })
    const said = async (...parameters: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await jsonapiGenHere(['explorer', ...parameters], folder)
      expect([code, stdout]).toEqual([2, ''])
      return stderr
    }
    expect(await said()).toContain("'--contract <file>' or '--url <url>' is required")
    expect(await said('--contract', 'a', '--url', 'b')).toContain('cannot be used with')
    expect(await said('--contract', CONTRACT, '--out', 'none/a.html')).toContain(
      '--out none/a.html cannot be written: ENOENT',
    )
    expect(await said('--contract', 'nowhere.json')).toContain('JG101')
    expect(await said('--contract', 'none.json')).toContain('This contract is not JSON')
    expect(await said('--contract', 'edited.json')).toContain('JG608')
    expect(await said('--contract', CONTRACT, '--api', 'javascript:1')).toContain(
      '--api must be the URL of an API',
    )
    expect(await said('--contract', CONTRACT, '--api', 'http://ann:secret@blog.example')).toBe(
      '--api contains a login. Anyone who opens the page would see it. Remove it, and log in on the page.\n',
    )
    expect(await said('--url', 'http://ann:secret@blog.example')).toBe(
      "--url contains a login. Remove it, and use --header 'Authorization: Basic …'.\n",
    )
    expect(await said('--contract', CONTRACT, '--api', "http://a;b'")).toContain('--api must be the URL')
    expect(await said('--url', 'blog.example')).toContain('--url must be the URL of an API')
    expect(await said('--url', 'http://127.0.0.1:9')).toMatch(
      /^http:\/\/127\.0\.0\.1:9\/explorer\/contract\.json does not respond: /,
    )
    expect(await said('--url', `${blog.url}/posts`)).toContain(
      `No contract was found. ${blog.url}/posts/explorer/contract.json returned 404; ${blog.url}/posts/contract.json returned 404.`,
    )
    expect(await said('--url', blog.url, '--header', 'none')).toBe(
      '--header must be "Name: value", not "none".\n',
    )
  })
})

describe("explorer/printed: requests for a server's contract", () => {
  test('`jsonapi-gen explorer` does not follow redirects, so no other host receives the login headers', async () => {
    const seen: string[] = []
    const other = await listening(
      createServer((request, response) => {
        seen.push(request.url ?? '')
        response.end('{}')
      }),
    )
    const server = await listening(
      createServer((_, response) => {
        response.writeHead(307, { location: `${other.url}/taken` }).end()
      }),
    )
    const { code, stdout, stderr } = await jsonapiGenHere(
      ['explorer', '--url', server.url, '--header', 'X-Api-Key: secret'],
      at(''),
    )
    await Promise.all([server.close(), other.close()])
    expect([code, stdout, seen]).toEqual([2, '', []])
    expect(stderr).toBe(
      `${server.url}/explorer/contract.json redirects to ${other.url}/taken. Redirects are not followed, because they would receive the headers: pass the final URL to --url.\n`,
    )
  })

  test('a request for the contract times out after 10 seconds if the server does not respond or never finishes its response', async () => {
    const silent = await listening(createServer(() => {}))
    const endless = await listening(createServer((_, response) => void response.write('{')))
    const said = await Promise.all(
      [silent, endless].map(async ({ url }) => jsonapiGen(['explorer', '--url', url], at(''))),
    )
    expect(said).toEqual(
      [silent, endless].map(({ url }) => ({
        code: 2,
        stdout: '',
        stderr: `${url}/explorer/contract.json does not respond: there was no response after 10 seconds.\n`,
      })),
    )
    await Promise.all([silent.close(), endless.close()])
  })

  test('`jsonapi-gen explorer` reads at most 16 MiB of an endless response', async () => {
    const chunk = Buffer.alloc(4 * 1024 * 1024, ' ')
    const server = await listening(
      createServer((_, response) => {
        const write = (): void => {
          if (!response.destroyed) response.write(chunk, write)
        }
        write()
      }),
    )
    const { code, stdout, stderr } = await jsonapiGenHere(['explorer', '--url', server.url], at(''))
    await server.close()
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      `${server.url}/explorer/contract.json does not respond: the response exceeds 16 MiB.\n`,
    ])
  })
})

/** Opens the printed page from disk, for an API or for a contract alone. */
async function fromDisk(of: readonly string[] = ['--url', blog.url]) {
  const { stdout } = await jsonapiGenHere(['explorer', ...of], at(''))
  const path = join(await folderWith({}), 'explorer.html')
  await writeFile(path, stdout)
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) faults.push(message.text())
  })
  await page.goto(`${pathToFileURL(path).href}#/posts?page[size]=1&filter[draft]=true`)
  await page.waitForSelector('[role=tablist]')
  return { page, faults }
}

describe.each(browsers)('explorer/printed: the page opened from disk in %s', () => {
  test('if the API does not permit the request, the page explains CORS and login by headers', async () => {
    hasCors = false
    const { page, faults } = await fromDisk()
    const shown = await answered(page)
    expect(shown).toContain('No response')
    expect(shown).toContain(
      `${new URL(blog.url).origin} did not respond, or does not let this page read its response.`,
    )
    expect(shown).toContain('the API must allow it with CORS: Access-Control-Allow-Origin')
    expect(await queryUrl(page)).toBe('/posts?page[size]=1&filter[draft]=true')
    expect(faults).toEqual([])
  })

  test('if the API permits the request, the page reads data and logs in by headers', async () => {
    hasCors = true
    const { page, faults } = await fromDisk()
    expect(await answered(page)).toContain('400 Bad Request')
    expect(await page.$('header input')).toBe(null)
    await click(page, 'button', 'Login')
    await fill(page, 'textbox', 'Name of the header', 'x-role')
    await fill(page, 'textbox', 'Value of x-role', 'editor')
    await click(page, 'button', 'Done')
    expect(await sent(page)).toContain('200 OK')
    expect(faults).toEqual([])
  })

  test('the printed page contacts no other host, even if the API redirects to another host', async () => {
    const seen: string[] = []
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    const other = await listening(
      createServer((request, response) => {
        seen.push(`${request.method} ${request.url}`)
        response.writeHead(200, { ...open, 'content-type': 'application/vnd.api+json' }).end('{"data":[]}')
      }),
    )
    const server = await listening(
      createServer(({ method }, response) => {
        if (method === 'OPTIONS') response.writeHead(204, open).end()
        else response.writeHead(307, { ...open, location: `${other.url}/posts` }).end()
      }),
    )
    const { page, faults } = await fromDisk(['--contract', CONTRACT, '--api', server.url])
    expect(await answered(page)).toContain(
      `${server.url} redirects this request. The page does not follow redirects, because the target would receive the login headers`,
    )
    const refused = await page.evaluate(async (url) => {
      try {
        await fetch(url)
        return false
      } catch {
        return true
      }
    }, `${other.url}/posts`)
    await Promise.all([server.close(), other.close()])
    expect([refused, seen]).toEqual([true, []])
    expect(faults[0]).toContain(`"connect-src ${server.url}"`)
  })

  test('a printed page without the URL of an API asks for it', async () => {
    hasCors = true
    const { page, faults } = await fromDisk(['--contract', CONTRACT])
    const giveApi = (api: string): Promise<void> =>
      page.$eval(
        'header input',
        (input, value) => {
          if (!(input instanceof HTMLInputElement)) return
          input.value = value
          input.dispatchEvent(new Event('change', { bubbles: true }))
        },
        api,
      )
    await giveApi(blog.url)
    expect(await sent(page)).toContain('400 Bad Request')
    await giveApi('http://127.0.0.1:9')
    expect(await sent(page)).toContain('No response')
    expect(await textOf(page, '.problem')).toContain('http://127.0.0.1:9 did not respond')
    expect(faults).toEqual([])
  })
})
