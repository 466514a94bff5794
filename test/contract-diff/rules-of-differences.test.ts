import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contract, contractOf, loadSchema } from 'jsonapi-gen'
import { afterAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { RULES } from '../../src/contract-diff/rules.js'
import { rareContract } from './support/rare.js'

/** A schema that contains everything that the examples in docs/internals/contract-rules.md change. */
const SCHEMA = await readFile(at('test/contract-diff/schema.yaml.txt'), 'utf8')
const docs = await readFile(at('docs/internals/contract-rules.md'), 'utf8')

const LEVELS: Readonly<Record<string, string>> = RULES

/** The examples, each with its rule. */
const examples = docs
  .slice(docs.indexOf('## Examples'))
  .split('\n')
  .flatMap((line) => {
    const [, rule, before = '', after = ''] =
      /^\| `([a-z-]+)` \| (?:`(.*?)`)? ?\| (?:`(.*?)`)? ?\|$/.exec(line) ?? []
    return rule === undefined ? [] : [{ rule, before, after }]
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

/** The contract of a resource with one column that can be written but not read. */
async function contractOfColumn(column: string): Promise<Contract> {
  const model = `model Vet {\n  id Int @id\n  rank ${column}\n}\n`
  await writeFile(join(folder, 'column.prisma'), `datasource db {\n  provider = "postgresql"\n}\n${model}`)
  return contractOfText(`prisma: { schema: column.prisma }
resources:
  vets:
    attributes: { rank: { readable: false, writable: true } }
`)
}

/** The line before which an example without a "before" inserts its text. */
const ADDED: Readonly<Record<string, string>> = {
  'resource-added': '# resources',
  'attribute-added': '# attributes',
  'own-action-added': '# own actions',
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
  test('docs/internals/contract-rules.md lists each rule with its level', () => {
    const rows = docs
      .slice(docs.indexOf('| change to |'), docs.indexOf('Some rules need an explanation'))
      .split('\n')
    const told = rows.flatMap((row) =>
      ['breaking', 'risky', 'addition'].flatMap((level, at) =>
        [...(row.split('|')[at + 2] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, rule = '']) => [rule, level]),
      ),
    )
    expect(told).toHaveLength(Object.keys(RULES).length)
    expect(Object.fromEntries(told)).toEqual(RULES)
  })

  test('each rule for contract differences has an example', () => {
    const ofWhole = ['keys-refused', 'keys-taken', 'limit-shrank', 'limit-grew']
    expect([...examples.map(({ rule }) => rule), ...ofWhole]).toEqual(Object.keys(RULES))
  })

  test.each(examples)(
    'the change in the example for the rule $rule is reported under that rule',
    async ({ rule, before, after }) => {
      const level = LEVELS[rule]
      const found = compareContracts(base, await contractOfText(changed(rule, before, after)))
      const own = found.filter((each) => each.rule === rule)
      expect(own.length).toBeGreaterThan(0)
      expect(new Set(own.map((each) => each.level))).toEqual(new Set([level]))
      // An addition breaks nothing.
      if (level === 'addition') expect(found.filter((each) => each.level === 'breaking')).toEqual([])
      if (level === 'risky') expect(found.filter((each) => each.level === 'breaking')).toEqual([])
    },
  )

  test('filter-renamed: a filter and its alias may swap names', async () => {
    const named = (name: string, alias: string): string =>
      changed(
        'filter-renamed',
        'up: { column: parent.plain, operators: [eq] }',
        `${name}: { column: parent.plain, operators: [eq], aliases: [${alias}] }`,
      )
    const found = compareContracts(
      await contractOfText(named('up', 'above')),
      await contractOfText(named('above', 'up')),
    )
    expect(found.map(({ rule, place }) => `${rule} ${place}`).toSorted()).toEqual([
      'filter-renamed notes.filters.above',
      'filter-renamed notes.filters.up',
    ])
  })

  test('include-removed: a new whitelist is reported with its paths, or as permitting no paths', () => {
    const permitting = (includes: Readonly<Record<string, readonly string[]>>): Contract => {
      const contract = structuredClone(base)
      Object.assign(contract.resources['notes'] ?? {}, { includes })
      return contract
    }
    const reported = (...paths: string[]): readonly string[] =>
      compareContracts(permitting({}), permitting({ show: paths })).map(
        ({ rule, place, message }) => `${rule} ${place}: ${message}`,
      )
    const told = 'include-removed notes.includes.show: It now permits'
    expect([reported(), reported('book'), reported('book', 'writer')]).toEqual([
      [`${told} no paths`],
      [`${told} only "book"`],
      [`${told} only "book" and "writer"`],
    ])
  })

  test('cursors-removed, cursors-added: a default sort that does not support cursors removes cursor pagination', async () => {
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

  test('input-narrowed, input-widened: a relationship that becomes part of the id can be set only when the record is created (11.11)', () => {
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

  test('relationship-required, relationship-optional: a new record must contain at least one of several relationships (25.1)', () => {
    const of = (
      requiredAnyOf: readonly (readonly string[])[] | undefined,
      required: readonly string[] = [],
    ): Contract => {
      const contract = structuredClone(base)
      const notes = contract.resources['notes']
      Object.assign(notes ?? {}, { requiredAnyOf })
      for (const name of ['writer', 'book']) {
        Object.assign(notes?.relationships[name] ?? {}, { write: true, required: required.includes(name) })
      }
      return contract
    }
    const told = (from: Contract, to: Contract): readonly string[] =>
      compareContracts(from, to).map(({ level, place, message }) => `${level} ${place}: ${message}`)
    const [none, both] = [of(undefined), of([['book', 'writer']])]
    expect(told(none, both)).toEqual([
      'breaking notes.requiredAnyOf: A create request must contain "book" or "writer"',
    ])
    expect(told(both, none)).toEqual([
      'addition notes.requiredAnyOf: Creating a record no longer requires "book" or "writer"',
    ])
    // A create can choose from one more name.
    expect(told(both, of([['book', 'keeper', 'writer']]))).toEqual([
      'addition notes.requiredAnyOf: Creating a record no longer requires "book" or "writer"',
    ])
    // A relationship that was always required is now one of two.
    expect(told(of(undefined, ['book']), both)).toEqual([
      'addition notes.relationships.book: A create request may now omit it',
    ])
    expect(told(both, of(undefined, ['book']))).toEqual([
      'breaking notes.relationships.book: A create request must contain it',
    ])
    expect(told(both, both)).toEqual([])
  })

  test('relationship-narrowed, relationship-widened: policies apply to a join model that becomes a resource (14.16)', async () => {
    const joined = await rareContract()
    const free = structuredClone(joined)
    Object.assign(free.resources['students']?.relationships['courses'] ?? {}, { through: undefined })
    const told = (from: Contract, to: Contract): readonly string[] =>
      compareContracts(from, to).map(({ rule, place }) => `${rule} ${place}`)
    expect(told(free, joined)).toEqual(['relationship-narrowed students.relationships.courses'])
    expect(told(joined, free)).toEqual(['relationship-widened students.relationships.courses'])
  })

  test('filter-widened: a custom filter that now accepts strings still accepts the old values (28.2)', async () => {
    const near = (type: string): Promise<Contract> =>
      contractOfText(
        SCHEMA.replace('near: { type: integer?, custom: true }', `near: { type: ${type}, custom: true }`),
      )
    const told = async (from: string, to: string): Promise<readonly string[]> =>
      compareContracts(await near(from), await near(to)).map(({ rule, level }) => `${rule} ${level}`)
    for (const from of ['integer', 'uuid', 'boolean', 'datetime', 'decimal']) {
      expect([from, await told(from, 'string')]).toEqual([from, ['filter-widened addition']])
      expect([from, await told('string', from)]).toEqual([from, ['filter-narrowed breaking']])
    }
    expect(await told('boolean', 'integer')).toEqual(['filter-narrowed breaking'])
  })

  test('attribute-bounds-widened: every bound that is widened or removed is reported (28.2)', () => {
    const short = (bounds: object): Contract => {
      const contract = structuredClone(base)
      const { attributes } = contract.resources['notes'] ?? {}
      Object.assign(contract, {
        resources: {
          notes: {
            ...contract.resources['notes'],
            attributes: {
              ...attributes,
              short: { type: 'decimal', read: true, write: false, required: false, ...bounds },
            },
          },
        },
      })
      return contract
    }
    const told = (from: object, to: object): readonly string[] =>
      compareContracts(short(from), short(to)).map(({ rule, level }) => `${rule} ${level}`)
    const risky = ['attribute-bounds-widened risky']
    for (const name of ['maximum', 'maxLength']) {
      expect([name, told({ [name]: '99.9' }, { [name]: '100' })]).toEqual([name, risky])
      expect([name, told({ [name]: 5 }, {})]).toEqual([name, risky])
      expect([name, told({ [name]: '100' }, { [name]: '99.9' }), told({}, { [name]: 5 })]).toEqual([
        name,
        [],
        [],
      ])
    }
    for (const name of ['minimum', 'minLength']) {
      expect([name, told({ [name]: '-9' }, { [name]: '-10' })]).toEqual([name, risky])
      expect([name, told({ [name]: 1 }, {})]).toEqual([name, risky])
      expect([name, told({ [name]: '-10' }, { [name]: '-9' }), told({}, { [name]: 1 })]).toEqual([
        name,
        [],
        [],
      ])
    }
  })

  test('relationship-narrowed, relationship-widened: a relationship may be set when its record is created inside another record (28.2)', () => {
    const writerOf = (written: object): Contract => {
      const contract = structuredClone(base)
      Object.assign(contract.resources['notes']?.relationships['writer'] ?? {}, written)
      return contract
    }
    const [less, more] = [writerOf({}), writerOf({ fills: ['notes'] })]
    const told = (from: Contract, to: Contract): readonly string[] =>
      compareContracts(from, to).map(({ rule, place }) => `${rule} ${place}`)
    expect(told(less, more)).toEqual(['relationship-widened notes.relationships.writer'])
    expect(told(more, less)).toEqual(['relationship-narrowed notes.relationships.writer'])
  })

  test('keys-refused, keys-taken: an API that stops or starts accepting idempotency keys is reported', async () => {
    const takes = await contractOfText(`generate: { idempotency: true }\n${SCHEMA}`)
    const found = [compareContracts(takes, base), compareContracts(base, takes)].flat()
    expect(found.map(({ rule, place }) => [rule, place])).toEqual([
      ['keys-refused', 'idempotency'],
      ['keys-taken', 'idempotency'],
    ])
  })

  test('limit-shrank, limit-grew: every changed limit is reported', () => {
    const limits = { ...base.limits, records: base.limits.records - 1, values: base.limits.values + 1 }
    expect(compareContracts(base, { ...base, limits }).map(({ rule, place }) => [rule, place])).toEqual([
      ['limit-shrank', 'limits.records'],
      ['limit-grew', 'limits.values'],
    ])
  })
})

describe('contract-diff (28.1): differences that are not changes', () => {
  test('a contract does not differ from itself, or from a contract with a different order or different descriptions', async () => {
    expect(compareContracts(base, base)).toEqual([])
    const reordered = SCHEMA.replace('eq, prefix', 'prefix, eq').replace(
      'id: integer',
      'description: Text.\n    id: integer',
    )
    expect(compareContracts(base, await contractOfText(reordered))).toEqual([])
  })

  test('a change to client ids is not reported for a type that nobody may create (28.2)', async () => {
    const closed = (ids: string): Promise<Contract> =>
      contractOfText(
        SCHEMA.replace('    clientIds: allowed', `    clientIds: ${ids}\n    actions: { create: false }`),
      )
    expect(compareContracts(await closed('allowed'), await closed('required'))).toEqual([])
  })

  test('breaking changes come first, and changes of the same level are sorted by place', async () => {
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

describe('contract-diff (28.1): changes that affect no existing request break nothing', () => {
  const rulesOf = async (before: string, after: string): Promise<readonly string[]> =>
    compareContracts(await contractOfText(before), await contractOfText(after)).map(
      ({ rule, place }) => `${rule} ${place}`,
    )
  const READ_ALONE = `resources:
  vets:
    actions: [index, show]
    attributes:
      name: { type: string }
`
  const NARROWED = READ_ALONE.replace('type: string', 'type: string, maxLength: 10').concat(
    '      pin: { type: string, readable: false }\n',
  )
  const pets = (actions: string, link: string): string =>
    `  pets:\n    actions: ${actions}\n    attributes: { name: string }\n    sideloads:\n      vet: { kind: belongsTo, resource: vets, foreignKey: vetId${link} }\n`

  test.each([
    ['no relationship refers to it', ''],
    ['the referring type cannot be written', pets('[index, show]', '')],
    ['the relationship cannot be written', pets('[index, create]', ', writable: false')],
  ])(
    'narrowed and newly required inputs are not reported for a type that nobody may write: %s (28.2)',
    async (_, others) => {
      expect(await rulesOf(READ_ALONE + others, NARROWED + others)).toEqual([])
    },
  )

  test('narrowed and newly required inputs are reported for a type that can be written in nested writes (28.2)', async () => {
    const others = pets('[index, create]', '')
    expect(await rulesOf(READ_ALONE + others, NARROWED + others)).toEqual([
      'input-narrowed vets.attributes.name',
      'input-required vets.attributes.pin',
    ])
  })

  test('no input is reported as required for a type that can only be updated (28.2)', async () => {
    const of = (text: string): string => text.replace('[index, show]', '[index, show, update]')
    expect(await rulesOf(of(READ_ALONE), of(NARROWED))).toEqual([
      'input-narrowed vets.attributes.name',
      'input-added vets.attributes.pin',
    ])
  })

  const attribute = (text: string): string => `resources:\n  vets:\n    attributes: { rank: ${text} }\n`

  test('a required member that receives a default is reported as optional, and no other change is reported (28.2)', async () => {
    const [needed, preset] = [attribute('integer'), attribute('{ type: integer, default: 1 }')]
    expect(await rulesOf(needed, preset)).toEqual(['input-optional vets.attributes.rank'])
    expect(await rulesOf(preset, needed)).toEqual(['input-required vets.attributes.rank'])
  })

  const hidden = (text: string): string => attribute(`{ ${text}, readable: false }`)

  test('if an integer becomes a bigint, only responses change, because they contain a string (28.2)', async () => {
    const [integer, bigint] = [
      'type: integer, minimum: 1, default: 2',
      'type: bigint, minimum: 1, default: 2',
    ]
    expect(await rulesOf(hidden(integer), hidden(bigint))).toEqual(['input-widened vets.attributes.rank'])
    expect(await rulesOf(hidden(bigint), hidden(integer))).toEqual(['input-narrowed vets.attributes.rank'])
    expect(await rulesOf(attribute('integer'), attribute('bigint'))).toEqual([
      'attribute-type-changed vets.attributes.rank',
      'input-widened vets.attributes.rank',
    ])
  })

  test('a bound that is written differently but has the same value is not a change (28.2)', async () => {
    const bounds = (minimum: string, maximum: string): string =>
      `type: decimal, minimum: ${minimum}, maximum: ${maximum}`
    const [plain, padded] = [bounds('0', '1000'), bounds("'0.0'", "'1000.00'")]
    expect(await rulesOf(hidden(plain), hidden(padded))).toEqual([])
    expect(await rulesOf(attribute(`{ ${plain} }`), attribute(`{ ${padded} }`))).toEqual([])
    expect(await rulesOf(hidden(plain), hidden(bounds('0', "'1000.01'")))).toEqual([
      'input-widened vets.attributes.rank',
    ])
    expect(await rulesOf(hidden(plain), hidden(bounds("'0.1'", '1000')))).toEqual([
      'input-narrowed vets.attributes.rank',
    ])
  })

  test('destroy-restricted, destroy-unrestricted: the rules depend on relationships and on whether records can be destroyed (11.15)', () => {
    const boxes = (change: (of: Contract['resources'][string]) => object): Contract => {
      const contract = structuredClone(base)
      const resource = contract.resources['boxes']
      if (!resource) throw new Error('There are boxes.')
      return {
        ...contract,
        resources: { ...contract.resources, boxes: { ...resource, ...change(resource) } },
      }
    }
    const told = (from: Contract, to: Contract): readonly string[] =>
      compareContracts(from, to).map(({ rule, place }) => `${rule} ${place}`)
    const less = boxes(({ relationships: { things } }) => ({ relationships: { things } }))
    const papers = 'boxes.relationships.papers'
    expect(told(less, base)).toEqual([`destroy-restricted ${papers}`, `relationship-added ${papers}`])
    expect(told(base, less)).toEqual([`relationship-removed ${papers}`, `destroy-unrestricted ${papers}`])
    const kept = boxes(({ actions, relationships: { things, ...others } }) => ({
      actions: { ...actions, destroy: { ...actions.destroy, address: false, who: false } },
      relationships: { ...others, things: { ...things, dependent: 'restrict' } },
    }))
    expect(told(base, kept)).toEqual(['action-closed boxes.actions.destroy'])
  })

  const rulesOfColumns = async (before: string, after: string): Promise<readonly string[]> => {
    const [base, head] = [await contractOfColumn(before), await contractOfColumn(after)]
    return compareContracts(base, head).map(({ rule, place }) => `${rule} ${place}`)
  }

  test.each([
    ['Int @default(1)', 'BigInt @default(1)', ['input-widened vets.attributes.rank']],
    ['Int? @default(-7)', 'BigInt? @default(-7)', ['input-widened vets.attributes.rank']],
    ['Float @default(0.5)', 'Decimal @default(0.50)', ['input-narrowed vets.attributes.rank']],
    ['Decimal @default(0)', 'Float @default(0)', ['input-narrowed vets.attributes.rank']],
    ['Decimal @default(1.50)', 'Decimal @default(1.5)', []],
    [
      'Int @default(1)',
      'BigInt @default(2)',
      ['input-default-changed vets.attributes.rank', 'input-widened vets.attributes.rank'],
    ],
    [
      'BigInt @default(9007199254740992)',
      'BigInt @default(9007199254740993)',
      ['input-default-changed vets.attributes.rank'],
    ],
    [
      'Decimal @default(12345678901234567890.1)',
      'Decimal @default(12345678901234567890.2)',
      ['input-default-changed vets.attributes.rank'],
    ],
    ['Int @default(1)', 'Int @default(dbgenerated())', ['input-default-changed vets.attributes.rank']],
  ])(
    "a client notices that a column's default value changes from %s to %s (28.2)",
    async (before, after, rules) => {
      expect(await rulesOfColumns(before, after)).toEqual(rules)
    },
  )

  const filter = (text: string): string =>
    `resources:\n  vets:\n    attributes: { name: string }\n    filters: { near: { ${text}, custom: true } }\n`

  test.each([
    ['integer', 'bigint', 'filter-widened'],
    ['bigint', 'integer', 'filter-narrowed'],
    ['integer', '"integer[]"', 'filter-widened'],
    ['uuid', '"uuid[]"', 'filter-widened'],
    ['integer', '"bigint[]"', 'filter-widened'],
    ['"integer[]"', 'integer', 'filter-narrowed'],
    ['integer', '"string[]"', 'filter-narrowed'],
    // A comma was part of the text, and is now a separator (14.3).
    ['string', '"string[]"', 'filter-meaning-changed'],
  ])('if a filter on %s later accepts %s, `diff` reports %s (28.2)', async (before, after, rule) => {
    expect(await rulesOf(filter(`type: ${before}`), filter(`type: ${after}`))).toEqual([
      `${rule} vets.filters.near`,
    ])
  })

  const keyed = (id: string): string =>
    `resources:\n  vets:\n    id: ${id}\n    attributes: { name: string }\n`

  test('an id is a string, so an integer id is also a valid bigint id, but not vice versa (28.2)', async () => {
    expect(await rulesOf(keyed('integer'), keyed('bigint'))).toEqual(['id-type-widened vets.id'])
    expect(await rulesOf(keyed('bigint'), keyed('integer'))).toEqual(['id-type-changed vets.id'])
    expect(await rulesOf(keyed('integer'), keyed('string'))).toEqual(['id-type-changed vets.id'])
  })
})
