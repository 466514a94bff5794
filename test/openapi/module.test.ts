import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonapiGen } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

// What ends a template literal, what JSON escapes, what nobody sees, and what a formatter or git would change.
const HARD = 'a `b` ${c} \\`d\\${e} "f" \u2028\u2029\u202e\u{e0001} {\n}\t😀 // */ ;'

/** A type whose document is short, and one whose document ts-morph does not print itself. */
const COUNTS = [1, 300]

test.each(COUNTS)(
  'the module of the document holds what `openapi` prints, whatever its %i texts hold (25.3)',
  async (count) => {
    const attributes = Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`text${at}`, { type: 'string', description: HARD }]),
    )
    const schema = {
      generate: { output: 'api', openapi: true },
      resources: {
        notes: {
          adapter: null,
          public: true,
          description: HARD,
          attributes,
          filters: { id: { custom: true } },
        },
      },
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
  },
)

/** Types in a ring: each leads to all others. */
const ringOf = (count: number): string => `generate: { output: api, openapi: true }
resources:
${Array.from(
  { length: count },
  (_, at) => `  things${at}:
    public: true
    attributes: { name: string, views: integer, made: datetime }
    filters: { name: , views: , made:  }
    sideloads:
      next: { kind: belongsTo, resource: things${(at + 1) % count}, foreignKey: nextId }
      previous: { kind: hasMany, resource: things${(at + count - 1) % count}, foreignKey: nextId }`,
).join('\n')}
`

test('the document of 150 types is made in 250 MB, and grows with their number and not with its square (25.3)', async () => {
  const sizes = []
  for (const count of [30, 150]) {
    const folder = await folderWith({ 'schema.yaml': ringOf(count) })
    const env = { ...process.env, NODE_OPTIONS: '--max-old-space-size=250' }
    const { code, stderr } = await jsonapiGen(['generate', '--quiet'], folder, env)
    expect({ code, codes: stderr.match(/JG\d+/g) }).toEqual({ code: 0, codes: ['JG719'] })
    const { 'api/generated/openapi.gen.ts': text = '' } = await textsUnder(folder)
    sizes.push(text.length / count)
  }
  const [few = 0, many = 0] = sizes
  expect(many / few).toBeLessThan(1.1)
})
