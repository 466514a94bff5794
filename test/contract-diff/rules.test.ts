import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contract, contractOf, loadSchema } from 'jsonapi-gen'
import { afterAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { RULES } from '../../src/contract-diff/rules.js'

/** A schema that has what each example of docs/contract.md changes. */
const SCHEMA = await readFile(at('test/contract-diff/schema.yaml.txt'), 'utf8')
const docs = await readFile(at('docs/contract.md'), 'utf8')

/** The examples of docs/contract.md. */
const examples = docs.split('\n').flatMap((line) => {
  const [, rule, level, before = '', after = ''] =
    /^\| `([a-z-]+)` \| (\w+) \| (?:`(.*?)`)? ?\| (?:`(.*?)`)? ?\|$/.exec(line) ?? []
  return rule === undefined ? [] : [{ rule, level, before, after }]
})

const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-rules-'))
afterAll(() => rm(folder, { recursive: true }))

async function contractOfText(text: string): Promise<Contract> {
  await writeFile(join(folder, 'data.ts'), 'export interface Data {}\n')
  await writeFile(join(folder, 'schema.yaml'), text)
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) {
    throw new Error(loaded.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'))
  }
  return contractOf(loaded.schema)
}

/** Where an example that adds something adds it. */
const ADDED: Readonly<Record<string, string>> = {
  'resource-added': '# resources',
  'attribute-added': '# attributes',
  'relationship-added': '# sideloads',
  'filter-added': '# filters',
  'cursors-removed': '# pages',
}

function changed(rule: string, before: string, after: string): string {
  const place = before === '' ? (ADDED[rule] ?? '') : before
  if (place === '' || SCHEMA.split(place).length !== 2) {
    throw new Error(`${rule}: "${place}" is not in the schema once.`)
  }
  return SCHEMA.replace(place, before === '' ? `${after}\n${indentOf(place)}${place}` : after)
}

const indentOf = (place: string): string =>
  /^( *)/.exec(SCHEMA.split('\n').find((line) => line.includes(place)) ?? '')?.[1] ?? ''

const base = await contractOfText(SCHEMA)

describe('contract-diff/rules (28.2): a change of each kind', () => {
  test('docs/contract.md has each rule, with its level', () => {
    const told = examples.map(({ rule, level }) => [rule, level])
    expect([...told, ['limit-shrank', 'breaking'], ['limit-grew', 'addition']]).toEqual(Object.entries(RULES))
  })

  test.each(examples)('$rule', async ({ rule, level, before, after }) => {
    const found = compareContracts(base, await contractOfText(changed(rule, before, after)))
    const own = found.filter((each) => each.rule === rule)
    expect(own.length).toBeGreaterThan(0)
    expect(new Set(own.map((each) => each.level))).toEqual(new Set([level]))
    // What an addition is found by breaks nothing.
    if (level === 'addition') expect(found.filter((each) => each.level === 'breaking')).toEqual([])
    if (level === 'risky') expect(found.filter((each) => each.level === 'breaking')).toEqual([])
  })

  test('cursors-removed, cursors-added: by a default sort that has none', async () => {
    const through = await contractOfText(
      SCHEMA.replace('defaultSort: [-code, id]', 'defaultSort: [book.name, id]'),
    )
    const told = (from: Contract, to: Contract): readonly string[] =>
      compareContracts(from, to).map(({ rule, place }) => `${rule} ${place}`)
    expect(told(base, through)).toEqual([
      'cursors-removed notes.defaultSort',
      'default-sort-changed notes.defaultSort',
    ])
    expect(told(through, base)).toEqual([
      'default-sort-changed notes.defaultSort',
      'cursors-added notes.defaultSort',
    ])
  })

  test('input-narrowed, input-widened: a relationship that becomes part of the id, which a create alone writes (11.11)', () => {
    const bookOf = (written: object): Contract => {
      const contract = structuredClone(base)
      Object.assign(contract.resources['notes']?.relationships['book'] ?? {}, { write: true, ...written })
      return contract
    }
    const [always, head] = [bookOf({}), bookOf({ writeOn: 'create' })]
    const told = (from: Contract, to: Contract): readonly string[] =>
      compareContracts(from, to).map(({ rule, place }) => `${rule} ${place}`)
    expect(told(always, head)).toEqual(['input-narrowed notes.relationships.book'])
    expect(told(head, always)).toEqual(['input-widened notes.relationships.book'])
  })

  test('limit-shrank, limit-grew', () => {
    const limits = { ...base.limits, records: base.limits.records - 1, values: base.limits.values + 1 }
    expect(compareContracts(base, { ...base, limits }).map(({ rule, place }) => [rule, place])).toEqual([
      ['limit-shrank', 'limits.records'],
      ['limit-grew', 'limits.values'],
    ])
  })
})

describe('contract-diff (28.1): what is no change', () => {
  test('the same contract, and the same schema in another order or with other descriptions', async () => {
    expect(compareContracts(base, base)).toEqual([])
    const reordered = SCHEMA.replace('eq, prefix', 'prefix, eq').replace(
      'id: integer',
      'description: Text.\n    id: integer',
    )
    expect(compareContracts(base, await contractOfText(reordered))).toEqual([])
  })

  test('who chooses ids that nobody creates (28.2)', async () => {
    const closed = (ids: string): Promise<Contract> =>
      contractOfText(
        SCHEMA.replace('    clientIds: allowed', `    clientIds: ${ids}\n    actions: { create: false }`),
      )
    expect(compareContracts(await closed('allowed'), await closed('required'))).toEqual([])
  })

  test('what breaks comes first, and within a level the place decides', async () => {
    const head = await contractOfText(
      SCHEMA.replace('state: { enum: [a, b], writable: false }', 'state: { enum: [a, c], writable: false }')
        .replace('# attributes', 'extra: { type: string, writable: false }\n      # attributes')
        .replace('page: { size: 20, max: 100 }', 'page: { size: 20, max: 50 }'),
    )
    expect(compareContracts(base, head).map(({ level, place, rule }) => `${level} ${place} ${rule}`)).toEqual(
      [
        'breaking notes.page.max page-max-shrank',
        'risky notes.attributes.state enum-grew',
        'addition notes.attributes.extra attribute-added',
        'addition notes.attributes.state enum-shrank',
        'addition notes.sorts.extra sort-added',
      ],
    )
  })
})
