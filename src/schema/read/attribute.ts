import { isDecimal } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { located, type Located } from '../../source/source.js'
import { kindOf, type Entry, type Tree } from '../../tree/tree.js'
import type { DeclaredAttribute, DeclaredAttributes, DeclaredConstraint } from '../declared.js'
import { CONSTRAINTS, type ConstraintName } from '../types.js'
import { entriesOf, isNothing, readFields, reportNames } from './fields.js'
import { readDeprecated } from './deprecated.js'
import { literalOf } from './literal.js'
import { readTypeAndValues } from './type.js'
import { readBoolean, readInteger, readText, readTexts } from './values.js'

/** A key of an attribute. */
type AttributeKey =
  | ConstraintName
  | 'column'
  | 'type'
  | 'enum'
  | 'default'
  | 'required'
  | 'readable'
  | 'writable'
  | 'sortable'
  | 'as'
  | 'from'
  | 'schema'
  | 'computed'
  | 'description'
  | 'deprecated'

/** The keys of an attribute. */
export const ATTRIBUTE_KEYS: readonly AttributeKey[] = [
  'column',
  'type',
  'enum',
  ...CONSTRAINTS,
  'default',
  'required',
  'readable',
  'writable',
  'sortable',
  'as',
  'from',
  'schema',
  'computed',
  'description',
  'deprecated',
]

/**
 * A resource's attributes: a map of names to attributes, a list of names if a datamodel knows their types, or the word
 * `all`.
 */
export function readAttributes(tree: Tree | undefined, report: Report): DeclaredAttributes {
  if (tree?.kind === 'scalar' && tree.value === 'all') return { kind: 'all', at: tree.at }
  if (tree?.kind === 'list') {
    const names = readTexts(tree, 'attributes', report) ?? []
    return { kind: 'listed', items: names.map(bare) }
  }
  if (tree?.kind === 'scalar' && !isNothing(tree)) {
    reportNames(tree, 'the attributes', report)
    return { kind: 'all', at: tree.at }
  }
  const items = entriesOf(tree, 'the attributes', report).map((entry) => readAttribute(entry, report))
  return { kind: 'listed', items }
}

/** One attribute: the short notation (`title: string`), or a map. `keys` are the permitted keys of the map. */
export function readAttribute(
  entry: Entry,
  report: Report,
  {
    what = `attribute ${quoted(entry.key)}`,
    keys = ATTRIBUTE_KEYS,
  }: { readonly what?: string; readonly keys?: readonly AttributeKey[] } = {},
): DeclaredAttribute {
  const name = located(entry.key, entry.at)
  if (entry.value.kind === 'scalar' && !isNothing(entry.value)) {
    const { type, values } = readTypeAndValues(entry.value, undefined, what, report)
    return { ...bare(name), type, values }
  }
  const fields = readFields(entry.value, what, keys, report)
  const preset = fields.get('default')
  const attribute: DeclaredAttribute = {
    name,
    column: readText(fields.get('column'), 'column', report),
    description: readText(fields.get('description'), 'A description', report)?.value,
    deprecated: readDeprecated(fields.get('deprecated'), what, report),
    ...readTypeAndValues(fields.get('type'), fields.get('enum'), what, report),
    constraints: CONSTRAINTS.flatMap((each) => readConstraint(each, fields.get(each), report)),
    default: preset && located(literalOf(preset), preset.at),
    required: readBoolean(fields.get('required'), 'required', report),
    readable: readGuard(fields.get('readable'), 'readable', report),
    writable: readGuard(fields.get('writable'), 'writable', report),
    sortable: readGuard(fields.get('sortable'), 'sortable', report),
    as: readText(fields.get('as'), 'as', report),
    from: readText(fields.get('from'), 'from', report),
    schema: readText(fields.get('schema'), 'schema', report),
    computed: readBoolean(fields.get('computed'), 'computed', report)?.value === true,
  }
  return attribute.computed ? computedAttribute(attribute, report) : attribute
}

/**
 * An attribute that the Prisma Client computes from other columns: nobody can write it, and no store can sort by it.
 */
function computedAttribute(attribute: DeclaredAttribute, report: Report): DeclaredAttribute {
  const { name, column, constraints, default: preset, required, writable, sortable } = attribute
  const settings = [column, preset, required, ...[writable, sortable].filter((each) => each?.value !== false)]
  for (const each of [...constraints, ...settings]) {
    if (each === undefined) continue
    const message = `Attribute ${quoted(name.value)} is computed: requests can neither write it nor sort by it`
    report.add('JG212', each.at, message, { help: 'remove this, or remove computed' })
  }
  const never = located(false, name.at)
  return {
    ...attribute,
    column: undefined,
    constraints: [],
    default: undefined,
    required: undefined,
    writable: never,
    sortable: never,
  }
}

/** Reads a guard: true, false, or the name of a context method (rule 7.3). */
export function readGuard(
  tree: Tree | undefined,
  what: string,
  report: Report,
): Located<boolean | string> | undefined {
  if (tree?.kind === 'scalar' && (typeof tree.value === 'string' || typeof tree.value === 'boolean')) {
    return located(tree.value, tree.at)
  }
  if (tree !== undefined) {
    report.add('JG202', tree.at, `${what} must be true, false or the name of a method, not ${kindOf(tree)}`)
  }
  return undefined
}

/** An attribute with only a name. */
export function bare(name: Located<string>): DeclaredAttribute {
  return {
    name,
    column: undefined,
    description: undefined,
    deprecated: undefined,
    type: undefined,
    values: undefined,
    constraints: [],
    default: undefined,
    required: undefined,
    readable: undefined,
    writable: undefined,
    sortable: undefined,
    as: undefined,
    from: undefined,
    schema: undefined,
    computed: false,
  }
}

function readConstraint(
  name: ConstraintName,
  tree: Tree | undefined,
  report: Report,
): readonly DeclaredConstraint[] {
  if (tree === undefined) return []
  const read = readConstraintValue(name, tree, report)
  return read === undefined ? [] : [{ name, value: read.value, at: read.at }]
}

function readConstraintValue(
  name: ConstraintName,
  tree: Tree,
  report: Report,
): Located<number | bigint | string> | undefined {
  switch (name) {
    case 'minLength':
    case 'maxLength':
      return readInteger(tree, name, 0, report)
    case 'pattern':
    case 'format':
      return readText(tree, name, report)
    case 'minimum':
    case 'maximum': {
      const { value } = tree.kind === 'scalar' ? tree : { value: undefined }
      if (typeof value === 'number' && Number.isFinite(value)) return located(value, tree.at)
      // Whether the type allows these is checked later, because a datamodel may know the type.
      if (typeof value === 'bigint') return located(value, tree.at)
      if (typeof value === 'string' && isDecimal(value)) return located(value, tree.at)
      report.add('JG202', tree.at, `${name} must be a number, not ${kindOf(tree)}`)
      return undefined
    }
  }
}
