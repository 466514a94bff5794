import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonapiGen } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

// What ends a template literal, what JSON escapes, what nobody sees, and what a formatter or git would change.
const HARD = 'a `b` ${c} \\`d\\${e} "f" \u2028\u2029\u202e\u{e0001} {\n}\t😀 // */ ;'

test('the module of the document holds what `openapi` prints, whatever its texts hold (25.3)', async () => {
  const schema = {
    generate: { output: 'api', openapi: true },
    resources: { notes: { description: HARD, attributes: { text: { type: 'string', description: HARD } } } },
  }
  const folder = await folderWith({ 'schema.yaml': JSON.stringify(schema) })
  expect(await jsonapiGen(['generate', '--quiet'], folder)).toEqual({ code: 0, stdout: '', stderr: '' })
  const { stdout } = await jsonapiGen(['openapi'], folder)
  const { openapi }: { openapi: unknown } = await import(join(folder, 'api/generated/openapi.gen.ts'))
  expect(openapi).toEqual(JSON.parse(stdout))
  const { 'api/generated/openapi.gen.ts': text = '' } = await textsUnder(folder)
  // Each line of the module is one of what is printed.
  const printed = new Set(stdout.split('\n').filter((line) => /^[ -~]*$/.test(line) && !line.includes('`')))
  expect([...printed].filter((line) => !text.includes(line))).toEqual([])
  const has = JSON.stringify(openapi).includes(JSON.stringify(HARD).slice(1, -1))
  expect(has).toBe(true)
})
