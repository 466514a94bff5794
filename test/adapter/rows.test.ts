import {
  type Comparison,
  type Condition,
  compareRows,
  passes,
  statOfRows,
} from '@jsonapi-gen/runtime/adapter'
import { describe, expect, test } from 'vitest'

const AT = new Date('2026-11-24T10:00:00Z')
const compare = (
  column: string,
  operator: Comparison['operator'],
  value: Comparison['value'],
): Comparison => ({
  kind: 'compare',
  name: column,
  through: [],
  column,
  operator,
  value,
  type: { kind: 'string', list: false, nullable: true, values: [] },
})
const ROW = { text: 'Alpha', size: 3, at: AT, big: 2n ** 60n, json: { a: [1] }, nothing: null }
const holds = (condition: Condition): boolean => passes(condition, ROW, () => false)

describe('adapter/rows (3.4, 3.5, 4.1, 6.1): conditions, orders and stats applied to rows', () => {
  test.each<[string, Condition, boolean]>([
    ['a moment is that of another Date', compare('at', 'eq', new Date(AT)), true],
    ['a moment is before another', compare('at', 'lt', new Date(AT.getTime() + 1)), true],
    ['a bigint is compared as one', compare('big', 'gt', 2n ** 59n), true],
    ['JSON is compared by its text', compare('json', 'eq', { json: { a: [1] } }), true],
    ['a number is not a text that looks like it', compare('size', 'eq', '3'), false],
    ['a text is found regardless of case', compare('text', 'contains', 'LPH'), true],
    ['null is not less', compare('nothing', 'lt', 5), false],
    ['and is in the complement', compare('nothing', 'not_lt', 5), true],
    ['a column that is not there is null', compare('missing', 'eq', null), true],
    ['a negation of several is none of them', compare('text', 'not_eq', ['Alpha', 'Beta']), false],
  ])('%s', (_, condition, expected) => {
    expect(holds(condition)).toBe(expected)
  })

  test('a condition through a relation is an error, not a silent result', () => {
    expect(() => holds({ ...compare('text', 'eq', 'a'), through: ['parent'] })).toThrow(
      'It goes through "parent": the facts of an adapter say whether it can.',
    )
    const link = {
      kind: 'keyed',
      name: 'children',
      key: ['id'],
      foreignKey: ['parentId'],
      model: 'Node',
    } as const
    expect(() => holds({ kind: 'some', through: [], link, condition: compare('id', 'eq', 1) })).toThrow(
      'It goes through "children": the facts of an adapter say whether it can.',
    )
  })

  test('rows are ordered by several columns in turn, with null after all values', () => {
    const rows = [
      { id: 1, at: AT, size: null },
      { id: 2, at: AT, size: 10 },
      { id: 3, at: new Date(0), size: 9 },
      { id: 4, at: AT, size: 9 },
    ]
    const order = [
      { through: [], column: 'at', direction: 'desc' },
      { through: [], column: 'size', direction: 'asc' },
    ] as const
    const ids = rows.toSorted((one, other) => compareRows(order, one, other)).map(({ id }) => id)
    expect(ids).toEqual([4, 2, 1, 3])
  })

  test('equal moments are counted once', () => {
    const rows = [{ at: AT }, { at: new Date(AT) }, { at: null }]
    expect(statOfRows({ column: 'at', calculation: 'count' }, rows)).toBe(1)
  })
})
