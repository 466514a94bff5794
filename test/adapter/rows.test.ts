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
    ['a date equals another Date with the same time', compare('at', 'eq', new Date(AT)), true],
    ['a date is before another', compare('at', 'lt', new Date(AT.getTime() + 1)), true],
    ['a bigint is compared as a bigint', compare('big', 'gt', 2n ** 59n), true],
    ['JSON is compared as text', compare('json', 'eq', { json: { a: [1] } }), true],
    ['a number does not equal the text of the number', compare('size', 'eq', '3'), false],
    ['text is found regardless of case', compare('text', 'contains', 'LPH'), true],
    ['null is not less than a value', compare('nothing', 'lt', 5), false],
    ['null is in the complement of a comparison', compare('nothing', 'not_lt', 5), true],
    ['a column that does not exist is null', compare('missing', 'eq', null), true],
    [
      'the negation of a list matches none of its values',
      compare('text', 'not_eq', ['Alpha', 'Beta']),
      false,
    ],
  ])('conditions on rows follow the rules of SQL: %s', (_, condition, expected) => {
    expect(holds(condition)).toBe(expected)
  })

  test('a condition on rows through a relationship throws an error instead of silently matching nothing', () => {
    expect(() => holds({ ...compare('text', 'eq', 'a'), through: ['parent'] })).toThrow(
      'In-memory rows cannot be filtered through "parent".',
    )
    const node = {
      type: 'nodes',
      model: 'Node',
      primaryKey: ['id'],
      version: undefined,
      exact: new Set<string>(),
    }
    const pairs = { owner: ['id'], target: ['parentId'] }
    const relation = { name: 'children', stored: 'children', many: true, owner: node, target: node, pairs }
    expect(() => holds({ kind: 'some', through: [], relation, condition: compare('id', 'eq', 1) })).toThrow(
      'In-memory rows cannot be filtered through "children".',
    )
  })

  test('rows are sorted by several columns in turn, with nulls last', () => {
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

  test('equal points in time are counted as one distinct value', () => {
    const rows = [{ at: AT }, { at: new Date(AT) }, { at: null }]
    expect(statOfRows({ column: 'at', calculation: 'count' }, rows)).toBe(1)
  })
})
