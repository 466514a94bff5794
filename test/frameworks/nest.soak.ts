import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { runIn } from '../create/support/project.js'
import { blocksOf } from '../docs/blocks.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'

const PACKAGES = [
  '@nestjs/common@11.1.9',
  '@nestjs/core@11.1.9',
  '@nestjs/platform-express@11.1.9',
  'reflect-metadata@0.2.2',
  'rxjs@7.8.2',
]

let folder: string
let database: OpenDatabase<BlogClient>
beforeAll(async () => {
  await mkdir(at('.tmp'), { recursive: true })
  folder = await mkdtemp(at('.tmp/nest-'))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--legacy-peer-deps']
  const { code, stderr } = await runIn(folder, 'npm', ['install', ...options, ...PACKAGES])
  if (code !== 0) throw new Error(stderr)
  database = await sqlite.open({ seed: true })
}, 300_000)
afterAll(async () => {
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

test('the code in docs/recipes.md serves the API in a NestJS application', async () => {
  const [{ text } = { text: '' }] = blocksOf('docs/recipes.md', 'js')
  expect(text).toContain('listen(3000)')
  const [{ text: guarded } = { text: '' }] = blocksOf('docs/recipes.md', 'typescript', 'NestJS')
  // Nest requires TypeScript's own form of decorators.
  const compilerOptions = {
    experimentalDecorators: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
  }
  const controller = ts.transpileModule(
    guarded.replace("'api'", "'guarded'").replace('routes(', 'guardedRoutes('),
    {
      compilerOptions,
    },
  )
  await writeFile(
    join(folder, 'main.js'),
    `import 'reflect-metadata'
import { All, Body, Controller, Module, Next, Post, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { createApi } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { registry } from '${at('examples/blog/dist/api/generated/index.gen.js')}'
import { controllers } from '${at('examples/blog/dist/api/generated/routes.gen.js')}'

const routes = toExpress(createApi({ registry, controllers, prefix: '/api' }))
const guardedRoutes = toExpress(createApi({ registry, controllers, prefix: '/guarded' }))
class LoginGuard {
  canActivate(context) {
    return context.switchToHttp().getRequest().headers.authorization === 'Bearer secret'
  }
}
${controller.outputText.replace('export ', '')}
class OtherController {
  post(body) {
    return body
  }
}
Controller('other')(OtherController)
Post()(OtherController.prototype, 'post', Object.getOwnPropertyDescriptor(OtherController.prototype, 'post'))
Body()(OtherController.prototype, 'post', 0)
class AppModule {}
Module({ controllers: [ApiController, OtherController] })(AppModule)
${text.replace('listen(3000)', "listen(0, '127.0.0.1')")}
console.log('serves ' + await app.getUrl())
`,
  )
  const child = spawn(process.execPath, ['main.js'], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: database.url, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (said: string) => {
        printed += said
        const [, found] = /^serves (\S+)$/m.exec(printed) ?? []
        if (found !== undefined) resolve(found)
      })
    }
    child.once('close', () => reject(new Error(printed)))
  })
  const type = 'application/vnd.api+json'
  const made = await fetch(`${url}/api/tags`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify({ data: { type: 'tags', attributes: { name: 'nested' } } }),
  })
  const list = await fetch(`${url}/api/posts?include=author&page[size]=2`)
  const { data } = (await list.json()) as { data: readonly unknown[] }
  const elsewhere = await fetch(`${url}/posts`)
  const refused = await fetch(`${url}/guarded/posts`)
  const headers = { authorization: 'Bearer secret', 'content-type': type }
  const behind = await fetch(`${url}/guarded/posts/1`, { headers })
  const written = await fetch(`${url}/guarded/tags`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ data: { type: 'tags', attributes: { name: 'behind a guard' } } }),
  })
  const own = await fetch(`${url}/other`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"is":"parsed"}',
  })
  const parsed: unknown = await own.json()
  child.kill()
  await once(child, 'close')
  expect([made.status, list.status, data.length, elsewhere.status]).toEqual([201, 200, 2, 404])
  expect([refused.status, behind.status, written.status, parsed]).toEqual([403, 200, 201, { is: 'parsed' }])
}, 60_000)
