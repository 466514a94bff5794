import { OPERATORS } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { located } from '../../source/source.js'
import { bareEntry, kindOf, type Entry, type Tree } from '../../tree/tree.js'
import type { DeclaredCondition, DeclaredDefaultFilter, DeclaredFilter } from '../declared.js'
import { readDeprecated } from './deprecated.js'
import { entriesOf, readFields } from './fields.js'
import { literalOf } from './literal.js'
import { readTypeAndValues } from './type.js'
import { readBoolean, readList, readOneOf, readText, readTexts } from './values.js'

/** The keys of a filter. */
export const FILTER_KEYS = [
  'type',
  'enum',
  'aliases',
  'operators',
  'column',
  'if',
  'required',
  'custom',
  'list',
  'deprecated',
] as const
/** Accepted, but not suggested: the old spelling of `column`. */
const OLD_KEYS = ['attribute'] as const
const DEFAULT_KEYS = ['type', 'enum', ...OPERATORS] as const

/** A resource's filters. A list of names stands for filters with default settings. */
export function readFilters(tree: Tree | undefined, report: Report): readonly DeclaredFilter[] {
  if (tree?.kind === 'list') {
    const names = readTexts(tree, 'filters', report) ?? []
    return names.map((name) => readFilter(bareEntry(name.value, name.at), report))
  }
  return entriesOf(tree, 'the filters', report).map((entry) => readFilter(entry, report))
}

/** The default filters: `custom`, a value to equal, or a map of operators to values. */
export function readDefaultFilters(tree: Tree | undefined, report: Report): readonly DeclaredDefaultFilter[] {
  return entriesOf(tree, 'the default filters', report).map(({ key, at, value }) => ({
    name: located(key, at),
    ...(value.kind === 'scalar' && value.value === 'custom'
      ? { type: undefined, values: undefined, conditions: 'custom' as const }
      : readConditions(key, value, report)),
  }))
}

function readFilter(entry: Entry, report: Report): DeclaredFilter {
  const what = `filter ${quoted(entry.key)}`
  const fields = readFields(entry.value, what, FILTER_KEYS, report, OLD_KEYS)
  const column = readText(fields.get('column'), 'column', report)
  const attribute = readText(fields.get('attribute'), 'attribute', report)
  if (column && attribute) report.add('JG212', attribute.at, 'attribute is the old name of column')
  return {
    name: located(entry.key, entry.at),
    ...readTypeAndValues(fields.get('type'), fields.get('enum'), what, report),
    aliases: readTexts(fields.get('aliases'), 'aliases', report) ?? [],
    operators: readList(
      fields.get('operators'),
      'operators',
      (item) => readOneOf(item, 'An operator', OPERATORS, report),
      report,
    ),
    column,
    attribute: column ? undefined : attribute,
    guard: readText(fields.get('if'), 'if', report),
    required: readBoolean(fields.get('required'), 'required', report)?.value ?? false,
    custom: readBoolean(fields.get('custom'), 'custom', report)?.value ?? false,
    list: readBoolean(fields.get('list'), 'list', report),
    deprecated: readDeprecated(fields.get('deprecated'), what, report),
  }
}

function readConditions(name: string, tree: Tree, report: Report): Omit<DeclaredDefaultFilter, 'name'> {
  if (tree.kind !== 'map') {
    const conditions = [{ operator: 'eq' as const, value: located(literalOf(tree), tree.at) }]
    return { type: undefined, values: undefined, conditions }
  }
  const what = `default filter ${quoted(name)}`
  const fields = readFields(tree, what, DEFAULT_KEYS, report)
  const spelled = readTypeAndValues(fields.get('type'), fields.get('enum'), what, report)
  const isEmpty = tree.entries.every(({ key }) => key === 'type' || key === 'enum')
  if (isEmpty) {
    report.add(
      'JG202',
      tree.at,
      `Default filter ${quoted(name)} must be a value or the word "custom", not ${kindOf(tree)}`,
    )
  }
  const conditions = OPERATORS.flatMap((operator): readonly DeclaredCondition[] => {
    const value = fields.get(operator)
    return value === undefined ? [] : [{ operator, value: located(literalOf(value), value.at) }]
  })
  return { ...spelled, conditions }
}
