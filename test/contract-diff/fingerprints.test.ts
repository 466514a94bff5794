import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { withFingerprints } from '../../src/contract-diff/fingerprints.js'
import { contractOf } from '../../src/contract/contract-of.js'
import { loadSchema } from '../../src/pipeline/load.js'
import { folderWith } from '../generator/support/folder.js'

const schema = (title: string, more = ''): string => `resources:
  authors:
    attributes: { name: string }
  posts:
    attributes:
      title: ${title}
      body: string
    filters: [title]
    defaultFilters: { body: x }
${more}`

const BASE = schema('{ type: string, maxLength: 200 }')

/** The fingerprints of all findings, by their place and rule. */
async function fingerprints(before: string, now: string): Promise<Readonly<Record<string, string>>> {
  const [base, head] = [await contractIn(before), await contractIn(now)]
  return Object.fromEntries(
    withFingerprints(compareContracts(base, head)).map(({ place, rule, fingerprint }) => [
      `${place} ${rule}`,
      fingerprint,
    ]),
  )
}

async function contractIn(text: string) {
  const loaded = await loadSchema(
    join(await folderWith({ 'schema.yaml': text }), 'schema.yaml'),
    'schema.yaml',
  )
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
  return contractOf(loaded.schema)
}

const NARROWED = 'posts.attributes.title input-narrowed'
const shorter = (max: number): string => schema(`{ type: string, maxLength: ${max} }`)

describe('fingerprints (28.4)', () => {
  test('fingerprints begin with a letter, so YAML reads them as text', async () => {
    expect(await fingerprints(BASE, shorter(100))).toEqual({ [NARROWED]: 'c15479797da03562' })
  })

  test('changes to the layout, the line endings and other parts of a contract do not alter a fingerprint', async () => {
    const { [NARROWED]: known } = await fingerprints(BASE, shorter(100))
    const others = [
      `# A comment.\n\n${shorter(100).replace('{ type: string, maxLength: 100 }', '\n        maxLength: 100\n        type: string')}`,
      shorter(100).replaceAll('\n', '\r\n'),
      schema('{ type: string, maxLength: 100 }', '  tags:\n    attributes: { name: string }\n'),
      shorter(100).replace('authors', 'writers'),
    ]
    for (const each of others) expect((await fingerprints(BASE, each))[NARROWED]).toBe(known)
  })

  test('a fingerprint depends on the value, the place and the earlier value', async () => {
    const all = [
      await fingerprints(BASE, shorter(100)),
      await fingerprints(BASE, shorter(50)),
      await fingerprints(shorter(300), shorter(100)),
    ].map((each) => each[NARROWED])
    expect(new Set(all).size).toBe(3)
  })

  test('a change and its effects share one fingerprint', async () => {
    const without = BASE.replace(/ {6}title.*\n/, '').replace('    filters: [title]\n', '')
    const found = await fingerprints(BASE, without)
    expect(Object.keys(found)).toContain('posts.filters.title filter-removed')
    expect(new Set(Object.values(found)).size).toBe(1)
    const filtered = await fingerprints(BASE, BASE.replace('    filters: [title]\n', ''))
    expect(Object.values(found)).not.toContain(filtered['posts.filters.title filter-removed'])
  })

  test('a reworded message does not alter a fingerprint, so waivers survive a new release', async () => {
    const [base, head] = [
      await contractIn(BASE),
      await contractIn(schema('{ enum: [a, b] }', '  tags: {}\n')),
    ]
    const findings = compareContracts(base, head)
    const reworded = findings.map((each) => ({ ...each, message: `Reworded: ${each.message}` }))
    const said = (all: typeof findings) => withFingerprints(all).map(({ fingerprint }) => fingerprint)
    expect(said(reworded)).toEqual(said(findings))
    expect(findings.length).toBeGreaterThan(1)
  })

  test('a rule whose message contains no values still distinguishes between its changes', async () => {
    const changed = (value: string) => fingerprints(BASE, BASE.replace('{ body: x }', `{ body: ${value} }`))
    const rule = 'posts.defaultFilters.body default-filter-changed'
    const [first, second, again] = [await changed('y'), await changed('z'), await changed('y')]
    expect(first[rule]).toMatch(/^c[0-9a-f]{15}$/)
    expect(first[rule]).not.toBe(second[rule])
    expect(first[rule]).toBe(again[rule])
  })
})
