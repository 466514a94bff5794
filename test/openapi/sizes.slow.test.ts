import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenApiDocument } from '@jsonapi-gen/runtime'
import { expect, test } from 'vitest'
import { webOfResources } from '../../bench/lib/web-of-resources.js'
import { openapi as blog } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { openapi as saas } from '../../examples/saas/src/api/generated/openapi.gen.js'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGen, jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { isSoak } from '../support/sample.js'
import { operationsOf } from './support/described.js'

/**
 * The size of a document: its bytes per type, without white space, and the maximum number of query parameters of an
 * operation.
 */
function sizeOf(document: OpenApiDocument, types: number): { bytes: number; parameters: number } {
  const counts = operationsOf(document).map(
    ({ parameters }) => parameters.filter((each) => each.in === 'query').length,
  )
  return { bytes: JSON.stringify(document).length / types, parameters: Math.max(...counts) }
}

test.each([
  ['the blog', blog],
  ['saas', saas],
] as const)(
  'the document for %s has at most 28 KB per type and 50 query parameters (25.3)',
  async (_, openapi) => {
    const { bytes, parameters } = sizeOf(await openapi.document(), 7)
    expect(bytes).toBeLessThan(28_000)
    expect(parameters).toBeLessThanOrEqual(50)
  },
)

test('if each type has eight relationships, the document takes less than 32 KB per type, however many types it contains (25.3)', async () => {
  const sizes = []
  for (const count of isSoak ? [60, 150] : [30, 60]) {
    const folder = await folderWith({ 'schema.yaml': webOfResources(count) })
    const { code, stdout } = await jsonapiGenHere(['openapi'], folder)
    expect(code).toBe(0)
    sizes.push(sizeOf(JSON.parse(stdout) as OpenApiDocument, count))
  }
  const [few, many] = sizes
  expect(few?.bytes).toBeLessThan(32_000)
  expect(many?.bytes).toBeLessThan(32_000)
  expect([few?.parameters, many?.parameters]).toEqual([35, 35])
})

test('building and writing a document with 150 types uses less than 250 MB of memory (25.3)', async () => {
  const folder = await folderWith({ 'schema.yaml': webOfResources(150) })
  const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=250' }
  const { code, stderr } = await jsonapiGen(['generate', '--quiet'], folder, env)
  expect({ code, codes: stderr.match(/(?<=(?:error|warning|note) )JG\d+/g) }).toEqual({
    code: 0,
    codes: ['JG719'],
  })
  const text = await readFile(join(folder, 'api/generated/openapi.gen.json'), 'utf8')
  expect(Object.keys(JSON.parse(text))).toContain('x-generated')
}, 120_000)

test.each(isSoak ? [1000] : [])(
  'printing a document with %i types uses less than 600 MB of memory (25.3)',
  async (count) => {
    const folder = await folderWith({ 'schema.yaml': webOfResources(count) })
    const measure = at('test/openapi/support/most-memory.mjs')
    const env = { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(measure).href}` }
    const { code, stdout, stderr } = await jsonapiGen(['openapi'], folder, env)
    const [, megabytes] = /most memory: (\d+) MB/.exec(stderr) ?? []
    expect([code, Object.keys(JSON.parse(stdout).paths).length > 20 * count]).toEqual([0, true])
    expect(Number(megabytes)).toBeLessThan(600)
  },
  600_000,
)

test('a command that only prints ends immediately when it is interrupted, and writes no files (25.3)', async () => {
  const folder = await folderWith({ 'schema.yaml': webOfResources(300) })
  const child = spawn(process.execPath, [at('bin/jsonapi-gen.js'), 'openapi'], { cwd: folder, stdio: 'pipe' })
  setTimeout(() => child.kill('SIGINT'), 700)
  const [code, signal] = await once(child, 'close')
  expect([code, signal]).toEqual([null, 'SIGINT'])
})
