import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@jsonapi-gen/client'
import express from 'express'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../examples/blog/src/api/routes/index.js'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { at } from '../../scripts/lib/paths.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { useClient } from '../support/blog.js'
import { sqlite } from '../support/databases.js'
import { callsOf } from './support/calls.js'

const exec = promisify(execFile)

/** Where Debian's package puts it. Without it, the calls are made from Node alone. */
const CHROMIUM = 'chromium'
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]

type Engine = readonly [name: string, run: (url: string) => Promise<unknown>]

const node: Engine = ['Node', (url) => callsOf(createClient({ baseUrl: url, schema }))]
const browser: Engine = ['Chromium', (url) => inChromium(url)]
const hasChromium = await exec(CHROMIUM, ['--version']).then(
  () => true,
  () => false,
)
if (!hasChromium) process.stderr.write('There is no chromium here: the client is tested from Node alone.\n')

let server: Listening
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-browser-'))
  const bundle = await rolldown({
    input: at('test/client/support/page.ts'),
    platform: 'browser',
    resolve: { alias: { '@jsonapi-gen/client': at('client/src/index.ts') } },
  })
  const { output } = await bundle.generate({ format: 'iife' })
  await bundle.close()
  const script = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])).join('\n')
  const app = express()
  app.get(
    '/page',
    (_, response) => void response.send(`<!doctype html><body><script>${script}</script></body>`),
  )
  app.use(routes)
  server = await listening(createServer(app))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

describe('client/browser (27.1): the same calls, over HTTP', () => {
  test.each(hasChromium ? [node, browser] : [node])('from %s', async (_, run) => {
    const database = await sqlite.open({ seed: true })
    useClient(database.prisma)
    const told = await run(server.url)
    await database.close()
    expect(told).toEqual({
      read: ['hello, world', true, 'ليلى حداد', 4],
      frozen: true,
      walked: 100,
      created: ['From here', ['1']],
      updated: ['Edited'],
      error: [422, ["can't be empty"], ["can't be empty"]],
    })
  })
})

/** Opens the page, and reads what its script has written when all its requests are answered. */
async function inChromium(url: string): Promise<unknown> {
  const options = [...FLAGS, `--user-data-dir=${folder}`, '--virtual-time-budget=30000', '--dump-dom']
  const { stdout } = await exec(CHROMIUM, [...options, `${url}/page`], { timeout: 60_000 })
  const text = /<body>(?:<script>.*?<\/script>)?(.*?)<\/body>/s.exec(stdout)?.[1] ?? ''
  return JSON.parse(text.replaceAll('&amp;', '&'))
}
