import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredFilter } from '../declared.js'
import { describeType } from '../describe-type.js'
import { attributeType } from '../directory.js'
import { methodNames } from '../method-names.js'
import { followPath, leadsThroughBroken, sideloadNames } from '../path.js'
import type { FilterSchema } from '../schema.js'
import { operatorsOf } from '../capabilities.js'
import { scalarOf, type ValueType } from '../types.js'
import type { Resolving } from './context.js'
import { resolveDeprecated } from './deprecated.js'

/** The filters of a resource, each with the type of its values (rules 3.1 to 3.8). */
export function resolveFilters(resolving: Resolving): readonly FilterSchema[] {
  const { resource, directory } = resolving
  return resource.filters
    .filter(
      (filter) =>
        filter.custom || !leadsThroughBroken(directory, resource, targetOf(filter).value, { many: true }),
    )
    .map((each) => resolveFilter(each, resolving))
}

function resolveFilter(declared: DeclaredFilter, resolving: Resolving): FilterSchema {
  const name = declared.name.value
  const custom = declared.custom || resolving.resource.adapter?.value === 'null'
  checkCustom(declared, resolving)
  const { type, statesType, column } = custom
    ? customType(declared, resolving)
    : storedType(declared, resolving)
  if (!custom) checkOperators(declared, type, resolving)
  return {
    name,
    at: declared.name.at,
    type,
    statesType,
    aliases: declared.aliases.map((each) => each.value),
    operators: custom ? undefined : declared.operators?.map((each) => each.value),
    column,
    guard: declared.guard?.value,
    required: declared.required,
    deprecated: resolveDeprecated(
      declared,
      'filter',
      resolving.resource.filters.map((each) => each.name.value),
      resolving.report,
    ),
    method: custom ? methodNames.filter(name) : undefined,
  }
}

/** The target of a filter, which by default has the filter's name. */
function targetOf({ name, column, attribute }: DeclaredFilter): Located<string> {
  return column ?? attribute ?? name
}

interface FilterType {
  readonly type: ValueType
  readonly statesType: boolean
  /** The column of a filter, if it does not follow from the filter's name. */
  readonly column?: string
}

/** A custom filter has its declared type, or the type of the attribute with its name; `list: true` makes it a list. */
function customType(declared: DeclaredFilter, resolving: Resolving): FilterType {
  const { type, statesType } = valueType(declared, resolving)
  if (declared.list?.value !== true || type.list) return { type, statesType }
  return { type: Object.freeze({ ...type, list: true }), statesType: true }
}

function valueType(declared: DeclaredFilter, { resource, directory, report }: Resolving): FilterType {
  const name = declared.name.value
  if (declared.type || declared.values) return { type: attributeType(declared), statesType: true }
  const attribute = directory.attribute(resource, name)
  const type = attribute ? attributeType(attribute) : directory.typeOf(resource, name)
  if (type) return { type, statesType: name !== 'id' && attribute === undefined }
  report.add(
    'JG402',
    declared.name.at,
    `Filter ${quoted(name)} is custom and not an attribute, so its values need a type`,
    {
      help: `write it as ${name}: { type: string, custom: true }`,
    },
  )
  return { type: scalarOf('string'), statesType: true }
}

/** Any other filter targets an attribute, the id or a column, perhaps through sideloads. */
function storedType(declared: DeclaredFilter, { resource, directory, report }: Resolving): FilterType {
  const target = targetOf(declared)
  const found = followPath(directory, resource, target.value, {
    isColumn: declared.column !== undefined,
    many: true,
  })
  const named = declared.type ? attributeType(declared) : undefined
  if (found.ok) {
    const { column, type, attribute } = found.target
    const stated = named && { ...named, stored: type.stored }
    const isNamed = target === declared.name
    const isPlain = found.owner === resource && target.value === declared.name.value
    const isAttribute = found.name === 'id' || attribute !== undefined
    // The type of a composite id consists of the types of all its columns. Only its resource knows these.
    const isStored = declared.column !== undefined && found.owner.columns?.has('id') === true
    const isComposite = found.name === 'id' && found.owner.key !== undefined && !isStored
    if (isComposite && !isNamed) {
      const name = quoted(declared.name.value)
      const message = `Filter ${name} must be named ${quoted(target.value)}, because a composite id is not a column`
      report.add('JG402', target.at, message, {
        help: `write it as ${target.value}: { aliases: [${declared.name.value}] }`,
      })
    }
    if (stated && isAttribute && stated.kind !== type.kind) {
      const message = `Filter ${quoted(declared.name.value)} cannot be ${describeType(stated)}, because ${quoted(target.value)} is ${describeType(type)}`
      report.add('JG402', declared.type?.at ?? target.at, message)
    }
    return {
      type: stated ?? type,
      statesType: !isComposite && (!isPlain || !isAttribute),
      ...(!isNamed && { column: [...found.through, column].join('.') }),
    }
  }
  const isColumn = !target.value.includes('.') && directory.attribute(resource, found.name) === undefined
  if (named && isColumn && resource.columns === undefined) {
    return { type: named, statesType: true, ...(target !== declared.name && { column: target.value }) }
  }
  const reason = REASONS.get(found.problem)
  if (reason !== undefined) {
    const message = `Filter ${quoted(target.value)} goes through ${quoted(found.name)}, which ${reason}`
    report.add('JG411', target.at, message)
  } else {
    const names = found.isSideload ? sideloadNames(found.owner) : directory.namesOf(found.owner)
    const message = `Filter ${quoted(declared.name.value)} is unknown: ${quoted(found.owner.type.value)} has no ${quoted(found.name)}${didYouMean(found.name, names)}`
    report.add('JG402', target.at, message, {
      help: `${allowed(names)}${found.owner.columns ? '' : '; with a type, any column'}; with custom: true, any name`,
      unknown: found.name,
    })
  }
  return { type: scalarOf('string'), statesType: true }
}

/** The reasons why a filter cannot go through a sideload. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['polymorphic', 'contains records of several resources'],
  ['custom', 'is custom, so only its method can find the records'],
  ['adapter', 'belongs to a resource with a different adapter'],
])

function checkCustom(declared: DeclaredFilter, { resource, report }: Resolving): void {
  const custom = declared.custom || resource.adapter?.value === 'null'
  if (custom && declared.operators && declared.operators.some((each) => each.value !== 'eq')) {
    const at = declared.operators.find((each) => each.value !== 'eq')?.at ?? declared.name.at
    report.add(
      'JG212',
      at,
      `Custom filter ${quoted(declared.name.value)} supports only eq: its method receives a single value`,
    )
  }
  if (!custom && declared.list?.value === true) {
    report.add(
      'JG212',
      declared.list.at,
      `Filter ${quoted(declared.name.value)} always accepts several values: list is only for custom filters`,
    )
  }
  const column = declared.column ?? declared.attribute
  if (declared.custom && column) {
    report.add('JG212', column.at, 'A custom filter has no column, because its method does the filtering')
  }
}

function checkOperators(declared: DeclaredFilter, type: ValueType, { report }: Resolving): void {
  const operators = operatorsOf(type)
  if (operators.length === 0) {
    const at = (declared.column ?? declared.attribute ?? declared.name).at
    report.add(
      'JG406',
      at,
      `Filter ${quoted(declared.name.value)} has no operators, because the store cannot compare its column`,
      {
        help: "remove it, or write custom: true and a type, and implement the filter's method",
      },
    )
    return
  }
  for (const { value, at } of declared.operators ?? []) {
    if (operators.includes(value)) continue
    const message = `Operator ${quoted(value)} does not apply to filter ${quoted(declared.name.value)}, which is ${describeType(type)}`
    report.add('JG406', at, message, { help: allowed(operators) })
  }
}
