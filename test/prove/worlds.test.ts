import { describe, expect, test } from 'vitest'
import { registry } from '../../examples/saas/src/api/generated/index.gen.js'
import {
  type Change,
  describeChange,
  fittingChanges,
  proposeChanges,
  withChanges,
} from '../../prove/src/changes.js'
import { diceOf } from '../../prove/src/dice.js'
import { leavesOf } from '../../prove/src/leaves.js'
import { generateRows, inOrder, type Row, type Rows, withoutRows } from '../../prove/src/rows.js'
import { literal, valueFrom } from '../../prove/src/sql.js'
import { type Table, type TableColumn, tablesOf } from '../../prove/src/tables.js'
import { faultsOf } from './support/faults.js'

const { tables } = tablesOf(registry.values())
const known = leavesOf({ ann: { userId: 1, organisationId: 1 }, uma: { userId: 5, organisationId: 2 } })
const SEEDS = [1, 2, 3, 4, 5]

const rowsFor = (seed: number): Rows =>
  generateRows(tables, { dice: diceOf(seed), known, tenant: 'organisationId', nulls: 2 }).rows

const tableOf = (model: string): Table => {
  const table = tables.find((each) => each.model === model)
  if (!table) throw new Error(`There is no ${model}.`)
  return table
}

/** Rows of other organisations are hidden, and so are deleted rows. */
const isHidden = (_: Table, row: Row): boolean =>
  (row['organisationId'] !== undefined && row['organisationId'] !== 1) || typeof row['deletedAt'] === 'string'

const changesFor = (seed: number, rows: Rows, isSecretAuthor = false): readonly Change[] =>
  proposeChanges({
    tables,
    rows,
    dice: diceOf(seed),
    known,
    nulls: 2,
    tenant: 'organisationId',
    models: new Set(tables.map(({ model }) => model)),
    isHidden,
    hiddenColumns: ({ model }) =>
      model === 'User' ? ['passwordHash'] : isSecretAuthor && model === 'Comment' ? ['authorId'] : [],
    isOwn: (column, value) => column === 'authorId' && value === 1,
  })

describe('prove/worlds: generated rows', () => {
  test.each(SEEDS)(
    'generated rows satisfy keys, unique columns, references and required columns, with seed %i',
    (seed) => {
      const rows = rowsFor(seed)
      expect(faultsOf(tables, rows)).toEqual([])
      expect([...rows.values()].map((all) => all.length).filter((count) => count < 3)).toEqual([])
    },
  )

  test('the same seed generates the same rows, and a different seed generates different rows', () => {
    expect([...rowsFor(1)]).toEqual([...rowsFor(1)])
    expect([...rowsFor(1)]).not.toEqual([...rowsFor(2)])
  })

  test.each(SEEDS)('no generated row refers to a row of another tenant, with seed %i', (seed) => {
    const rows = rowsFor(seed)
    const projects = rows.get('Project') ?? []
    const across = (rows.get('Comment') ?? []).filter(
      ({ projectId, organisationId }) =>
        projects.find(({ id }) => id === projectId)?.['organisationId'] !== organisationId,
    )
    expect(across).toEqual([])
  })

  test('generated rows of each table come after the rows that they must refer to', () => {
    const order = inOrder(tables).map(({ model }) => model)
    expect(order.indexOf('Organisation')).toBeLessThan(order.indexOf('Project'))
    expect(order.indexOf('Project')).toBeLessThan(order.indexOf('Comment'))
    expect(order.indexOf('Invoice')).toBeLessThan(order.indexOf('Line'))
  })
})

describe('prove/worlds: rows of unusual tables', () => {
  const column = (name: string, kind: string, rules: object = {}, rest: object = {}): TableColumn =>
    ({
      name,
      stored: name,
      type: { kind, nullable: false, list: false },
      storedValues: new Map(),
      rules,
      ...rest,
    }) as unknown as TableColumn
  const table = (model: string, columns: readonly TableColumn[], links: Table['links'] = []): Table => ({
    model,
    name: model,
    schema: undefined,
    columns,
    key: ['id'],
    uniques: [],
    links,
  })
  const link = (name: string, model: string): Table['links'][number] => ({
    name,
    model,
    columns: [[name, 'id']],
    isNullable: false,
    onDelete: 'Restrict',
    isChecked: true,
  })
  const options = { dice: diceOf(1), known: new Map(), tenant: undefined, nulls: 2 }
  const id = column('id', 'integer')

  test('tables whose required references form a cycle have no rows, and the result lists these tables', () => {
    const cycle = [
      table('Hen', [id, column('eggId', 'integer')], [link('eggId', 'Egg')]),
      table('Egg', [id, column('henId', 'integer')], [link('henId', 'Hen')]),
    ]
    expect(generateRows(cycle, options)).toEqual({
      rows: new Map([
        ['Hen', []],
        ['Egg', []],
      ]),
      cannot: ['Egg', 'Hen'],
    })
  })

  test('an enum column receives its only value, and a column without a whole number between its bounds receives the lower bound', () => {
    const shirt = table('Shirt', [
      id,
      column('size', 'enum', {}, { type: { kind: 'enum', values: ['L'], nullable: false, list: false } }),
      column('share', 'float', { minimum: 0.5, maximum: 0.9 }),
    ])
    const { rows } = generateRows([shirt], options)
    const values = (rows.get('Shirt') ?? []).map(({ size, share }) => [size, share])
    expect(values).toEqual(values.map(() => ['L', 0.5]))
  })

  test('if rows are missing, rows that must refer to them are also missing, and optional references to them are null', () => {
    const parent = table('Parent', [id])
    const optional = {
      ...column('parentId', 'integer'),
      type: { kind: 'integer', nullable: true, list: false },
    }
    const all = [
      parent,
      table('Child', [id, column('parentId', 'integer')], [link('parentId', 'Parent')]),
      table(
        'Guest',
        [id, optional as TableColumn, column('childId', 'integer')],
        [{ ...link('parentId', 'Parent'), isNullable: true }, link('childId', 'Child')],
      ),
    ]
    const rows: Rows = new Map([
      ['Parent', [{ id: 1 }, { id: 2 }]],
      [
        'Child',
        [
          { id: 1, parentId: 1 },
          { id: 2, parentId: 2 },
        ],
      ],
      [
        'Guest',
        [
          { id: 1, parentId: 1, childId: 2 },
          { id: 2, parentId: 2, childId: 1 },
        ],
      ],
    ])
    expect(withoutRows(all, rows, parent, [{ id: 1 }])).toEqual(
      new Map([
        ['Parent', [{ id: 2 }]],
        ['Child', [{ id: 2, parentId: 2 }]],
        ['Guest', [{ id: 1, parentId: null, childId: 2 }]],
      ]),
    )
  })

  test("a list's items are kept in both forms that databases use for lists", () => {
    const tags = column('tags', 'string', {}, { type: { kind: 'string', nullable: false, list: true } })
    const list = JSON.stringify(['a"b', "it's", null])
    expect(literal(list, tags, 'postgresql')).toBe(`'{"a\\"b","it''s",NULL}'`)
    expect(literal(list, tags, 'sqlite')).toBe(`'["a\\"b","it''s",null]'`)
    expect(literal(valueFrom(list, tags), tags, 'sqlite')).toBe(`'["a\\"b","it''s",null]'`)
  })
})

describe('prove/worlds: the second database', () => {
  test.each(SEEDS)('the second database satisfies the same constraints, with seed %i', (seed) => {
    const rows = rowsFor(seed)
    const changes = changesFor(seed, rows)
    expect(faultsOf(tables, withChanges(rows, changes))).toEqual([])
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(['set', 'add', 'remove']))
  })

  test.each(SEEDS)(
    'the second database differs only in hidden rows, in unread columns, and in links to hidden rows, with seed %i',
    (seed) => {
      const rows = rowsFor(seed)
      const visible = changesFor(seed, rows).filter(({ table, row }) => !isHidden(table, row))
      const others = visible.filter((change) => {
        if (change.kind !== 'set') return true
        const names = Object.keys(change.values)
        if (change.table.model === 'User') return names.join() !== 'passwordHash'
        const link = change.table.links.find(({ columns }) => columns.every(([name]) => names.includes(name)))
        const target = (rows.get(link?.model ?? '') ?? []).find((each) =>
          link?.columns.every(([name, key]) => each[key] === change.row[name]),
        )
        return !link || !target || !isHidden(tableOf(link.model), target)
      })
      expect(others).toEqual([])
    },
  )

  test.each(SEEDS)(
    'no difference changes whether the viewer is the author of a visible comment, with seed %i',
    (seed) => {
      const comment = tableOf('Comment')
      const rows = new Map(rowsFor(seed)).set(
        'Comment',
        (rowsFor(seed).get('Comment') ?? []).map((row, at) => ({
          ...row,
          authorId: at % 2 === 0 ? 1 : (row['authorId'] ?? null),
        })),
      )
      const changes = changesFor(seed, rows, true).filter(
        ({ table, row, kind }) => table.model === 'Comment' && kind === 'set' && !isHidden(comment, row),
      )
      const authors = changes.flatMap((change) =>
        change.kind === 'set' && 'authorId' in change.values
          ? [change.row['authorId'], change.values['authorId']]
          : [],
      )
      expect(authors).not.toContain(1)
    },
  )

  test('`prove` makes no change that would make a row visible, alone or together with other changes', () => {
    const table = tableOf('Project')
    const row = { id: 7, name: 'alpha', budget: '1', deletedAt: null }
    const change = (values: Row): Change => ({ kind: 'set', table, row, values, isVisible: false })
    const [name, budget, deleted] = [{ name: 'beta' }, { budget: '2' }, { deletedAt: '2026' }].map(change)
    const isUnlike = (_: Table, each: Row): boolean =>
      each['deletedAt'] === null && !(each['name'] === 'beta' && each['budget'] === '2')
    const kept = fittingChanges(
      [name, budget, deleted].filter((each) => each !== undefined),
      new Map([['Project', [row]]]),
      isUnlike,
    )
    expect(kept).toEqual([name])
  })

  test('no two rows receive the same value in a unique column', () => {
    const table = tableOf('Organisation')
    const [one, other] = [
      { id: 1, slug: 'alpha' },
      { id: 2, slug: 'beta' },
    ]
    const change = (row: Row, slug: string): Change => ({
      kind: 'set',
      table,
      row,
      values: { slug },
      isVisible: false,
    })
    const changes = [
      change(one, 'gamma'),
      change(other, 'Gamma'),
      change(other, 'alpha'),
      change(other, 'be'),
    ]
    const kept = fittingChanges(changes, new Map([['Organisation', [one, other]]]), () => true)
    expect(kept).toEqual([changes[0], changes[3]])
  })

  test('`prove` describes the differences between two databases in words', () => {
    const table = tableOf('Project')
    const row = { id: 7, name: 'alpha' }
    expect(describeChange({ kind: 'set', table, row, values: { name: 'beta' }, isVisible: false })).toBe(
      'Project 7: name is "alpha" in the first database and "beta" in the second',
    )
    expect(describeChange({ kind: 'remove', table, row })).toBe(
      'Project 7 exists only in the first database: id 7, name "alpha"',
    )
  })
})

test('`prove` matches values in the locals to columns and models by name', () => {
  const leaves = leavesOf({ guest: { user: undefined }, ann: { user: { id: 'ann', tenantId: 3 } } })
  expect(Object.fromEntries(leaves)).toEqual({ id: ['ann'], user: ['ann'], tenantId: [3], tenant: [3] })
})
