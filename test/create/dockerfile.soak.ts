import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { buildInFolders } from './support/dockerfile.js'
import { createdProject, runIn, startProject } from './support/project.js'

const COLLECTIONS = ['categories', 'products']

let folder: string
let project: string
let dockerfile: string
let ignored: readonly string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-dockerfile-'))
  project = join(folder, 'my-api')
  const { unchanged, created } = await createdProject()
  if (created.code !== 0) throw new Error(created.stderr)
  await cp(unchanged, project, { recursive: true })
  const [image] = blocksOf('docs/deployment.md', 'dockerfile')
  const [leftOut] = blocksOf('docs/deployment.md', 'dockerignore')
  dockerfile = image?.text ?? ''
  ignored = (leftOut?.text ?? '').trim().split('\n')
}, 600_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

async function collectionsAt(url: string): Promise<readonly string[]> {
  const { meta } = (await (await fetch(`${url}/`)).json()) as { meta: { collections: object } }
  return Object.keys(meta.collections)
}

describe('create/dockerfile (20.21)', () => {
  test(
    'every command in docs/deployment.md runs, and the result serves requests',
    { timeout: 600_000 },
    async () => {
      const place = join(folder, 'stages')
      await mkdir(place)
      const {
        folder: app,
        env,
        command,
      } = await buildInFolders(dockerfile, { context: project, place, ignored })
      expect(command).toEqual(['node', '--import', './dist/env.js', 'dist/server.js'])
      const run = { ...env, DATABASE_URL: `file:${join(place, 'shop.db')}` }
      const migrate = ['--import', './dist/env.js', 'dist/database/migrate-script.js']
      expect(await runIn(app, process.execPath, migrate, run)).toMatchObject({ code: 0 })
      const server = await startProject(app, run)
      expect(await collectionsAt(server.url)).toEqual(COLLECTIONS)
      const products = await fetch(`${server.url}/products`)
      expect([products.status, await products.json()]).toMatchObject([200, { data: [] }])
      expect(await server.terminate()).toMatchObject({ code: 0 })
    },
  )
})

const hasDocker = spawnSync('docker', ['info']).status === 0
if (!hasDocker) {
  process.stderr.write('No Docker answers: the Dockerfile is run in plain folders alone.\n')
}

describe.each(hasDocker ? ['docker'] : [])('create/dockerfile (20.21) with %s', (docker) => {
  const image = `jsonapi-gen-test-${process.pid}`
  const ask = async (...parameters: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await runIn(project, docker, parameters)
    if (code !== 0) throw new Error(`docker ${parameters.join(' ')}\n${stdout}${stderr}`)
    return stdout.trim()
  }

  afterAll(() => runIn(project, docker, ['image', 'rm', '--force', image]))

  test(
    'the image of a new project serves requests, applies its migrations, and stops on request',
    { timeout: 900_000 },
    async () => {
      await writeFile(join(project, 'Dockerfile'), dockerfile)
      await writeFile(join(project, '.dockerignore'), `${ignored.join('\n')}\n`)
      await ask('build', '--tag', image, '.')
      const url = 'DATABASE_URL=file:/tmp/shop.db'
      const container = await ask('run', '--detach', '--publish', '127.0.0.1::3000', '--env', url, image)
      try {
        await ask('exec', container, 'node', '--import', './dist/env.js', 'dist/database/migrate-script.js')
        const published = await ask('port', container, '3000/tcp')
        const address = `http://${published.split('\n')[0]}`
        expect(await collectionsAt(address)).toEqual(COLLECTIONS)
        expect((await fetch(`${address}/products`)).status).toBe(200)
        await ask('stop', container)
        expect(await ask('inspect', '--format', '{{.State.ExitCode}}', container)).toBe('0')
      } finally {
        await runIn(project, docker, ['rm', '--force', container])
      }
    },
  )
})
