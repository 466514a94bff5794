import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { OFFLINE } from '../../scripts/lib/prisma-client.js'
import { runIn } from '../create/support/project.js'
import { pack } from '../packing/support/pack.js'

/** The example's own packages by their names, without ours. */
type Packages = Readonly<Record<string, string>>

const OWN = ['.', 'runtime', 'openapi', 'explorer']

/** The versions that replace the example's versions, for a CommonJS project. */
const COMMONJS: Packages = {
  '@nestjs/common': '11.1.9',
  '@nestjs/core': '11.1.9',
  '@nestjs/platform-express': '11.1.9',
  '@nestjs/swagger': '11.2.3',
  '@nestjs/testing': '11.1.9',
  typescript: '5.9.3',
  jest: '30.5.2',
  'ts-jest': '29.4.15',
}

describe.each([
  { title: 'ES modules on Nest 12 with Vitest', type: 'module', changed: {}, runner: ['vitest', 'run'] },
  { title: 'CommonJS on Nest 11 with Jest', type: 'commonjs', changed: COMMONJS, runner: ['jest'] },
])('frameworks/nest (20.34): examples/nest from the packed packages: $title', ({ type, changed, runner }) => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-nest-'))
    await cp(at('examples/nest'), folder, {
      recursive: true,
      filter: (path) => !/\/(?:node_modules|dist|src\/prisma)$/.test(path),
    })
    await mkdir(join(folder, 'packages'))
    const own = await Promise.all(OWN.map((name) => pack(name, join(folder, 'packages'))))
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const wanted: Packages = { ...manifest.dependencies, ...manifest.devDependencies, ...changed }
    const others = Object.entries(wanted).filter(([name]) => !name.includes('jsonapi-gen'))
    const { dependencies: _own, devDependencies: _others, ...rest } = manifest
    await writeFile(join(folder, 'package.json'), JSON.stringify({ ...rest, type }))
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
    const installed = await runIn(folder, 'npm', [
      'install',
      ...options,
      ...own,
      ...others.map(([name, version]) => `${name}@${version}`),
    ])
    if (installed.code !== 0) throw new Error(installed.stderr)
    const generated = await runIn(folder, 'npx', ['prisma', 'generate', '--no-hints'], OFFLINE)
    if (generated.code !== 0) throw new Error(generated.stderr)
  }, 600_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('the example is up to date, compiles, and passes its tests', async () => {
    const checked = await runIn(folder, 'npx', ['jsonapi-gen', 'generate', '--check'])
    expect(checked).toMatchObject({ code: 0 })
    expect(await runIn(folder, 'npx', ['tsc'])).toMatchObject({ code: 0, stdout: '' })
    const tested = await runIn(folder, 'npx', runner)
    expect(tested.code, tested.stdout + tested.stderr).toBe(0)
  }, 300_000)
})
