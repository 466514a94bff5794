import { coerceJson, compareDecimals, FORMATS, isDecimal, isNumeric } from '@jsonapi-gen/runtime/vocabulary'
import { suggest } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { DeclaredAttribute, DeclaredConstraint } from '../declared.js'
import { describeType, didYouMeanValue } from '../describe-type.js'
import { attributeType, columnOf } from '../directory.js'
import type { AttributeSchema } from '../schema.js'
import { isOrderable } from '../capabilities.js'
import type { ValueType } from '../types.js'
import type { Resolving } from './context.js'
import { resolveDeprecated } from './deprecated.js'
import { resolveOwnType } from './own-type.js'

/** The attributes of a resource. Their constraints and defaults are checked against their types. */
export function resolveAttributes(resolving: Resolving): readonly AttributeSchema[] {
  const { attributes } = resolving.resource
  if (attributes.kind === 'all') {
    resolving.report.add('JG415', attributes.at, '"attributes: all" needs a datamodel', {
      help: 'set prisma.schema, or list the attributes with their types',
    })
    return []
  }
  const names = attributes.items.map(({ name }) => name.value)
  return attributes.items.map((each) => resolveAttribute(each, resolving, names))
}

/** One attribute, or one member of an action's input. `names` are the names of the attributes that may replace it. */
export function resolveAttribute(
  declared: DeclaredAttribute,
  { report }: Resolving,
  names: readonly string[] = [],
): AttributeSchema {
  const name = declared.name.value
  const type = attributeType(declared)
  if (declared.type === undefined && declared.values === undefined) {
    report.add('JG415', declared.name.at, `Attribute ${quoted(name)} has no type`, {
      help: declared.computed
        ? 'write its type: it has no column'
        : 'write its type, or set prisma.schema to take it from the model',
    })
  }
  for (const constraint of declared.constraints) checkConstraint(constraint, type, report)
  checkBounds(declared, report)
  if (
    declared.default !== undefined &&
    declared.type !== undefined &&
    !coerceJson(type, declared.default.value).ok
  ) {
    const message = `The default of ${quoted(name)} does not match its type, ${describeType(type)}${didYouMeanValue(declared.default.value, type)}`
    report.add('JG207', declared.default.at, message)
  }
  if (declared.sortable?.value === true && !isOrderable(type)) {
    report.add('JG403', declared.sortable.at, `Rows cannot be sorted by ${describeType(type)}`)
  }
  return {
    name,
    column: columnOf(declared),
    at: declared.name.at,
    description: declared.description,
    deprecated: resolveDeprecated(declared, 'attribute', names, report),
    type,
    constraints: declared.constraints.map(({ name, value }) => ({ name, value })),
    default: declared.default?.value,
    required: departure(declared, type),
    readable: declared.readable?.value ?? true,
    writable: declared.writable?.value ?? true,
    sortable: declared.sortable?.value ?? isOrderable(type),
    digits: declared.digits,
    own: resolveOwnType(declared, type, report),
  }
}

// `required` is kept only if it differs from the format's rule.
function departure(declared: DeclaredAttribute, type: ValueType): boolean | undefined {
  const isUsual = declared.writable?.value !== false && !type.nullable && declared.default === undefined
  const required = declared.required?.value ?? isUsual
  return required === isUsual ? undefined : required
}

function checkConstraint(
  { name, value, at }: DeclaredConstraint,
  type: ValueType,
  report: Resolving['report'],
): void {
  const isBound = name === 'minimum' || name === 'maximum'
  const fits = isBound ? isNumeric({ ...type, list: false }) : type.kind === 'string'
  if (!fits) {
    const message = `${name} applies to ${isBound ? 'numbers' : 'text'}, not to ${describeType(type)}`
    report.add('JG206', at, message)
  } else if (isBound) checkBound({ name, value, at }, type, report)
  checkFormat({ name, value, at }, report)
  if (name === 'pattern' && typeof value === 'string' && !isPattern(value)) {
    report.add('JG206', at, 'The pattern is not a regular expression', {
      help: 'write it as in JSON Schema: ECMAScript syntax with the flag u',
    })
  }
}

// A bound must be as exact as its type: it is a number only for integers and floats.
function checkBound(
  { name, value, at }: DeclaredConstraint,
  type: ValueType,
  report: Resolving['report'],
): void {
  switch (type.kind) {
    case 'decimal': {
      const written = at.source.text.slice(at.start, at.end)
      if (typeof value !== 'number' || !isDecimal(written)) return
      if (compareDecimals(written, String(value)) === 0) return
      const message = `${name} would become ${value}: a number cannot represent all digits of ${written}`
      report.add('JG209', at, message, { help: `write it in quotes: ${name}: "${written}"` })
      return
    }
    case 'bigint':
      if (typeof value === 'string') report.add('JG202', at, `${name} must be a number here, not text`)
      return
    default:
      if (typeof value === 'string') report.add('JG202', at, `${name} must be a number here, not text`)
      if (typeof value === 'bigint') {
        report.add('JG209', at, `${name} is ${value}, which is out of range for ${describeType(type)}`, {
          help: `it must be between -${MAX_BOUND} and ${MAX_BOUND}; only bigint and decimal attributes can have larger bounds`,
        })
      }
  }
}

const MAX_BOUND = Number.MAX_SAFE_INTEGER

// As in JSON Schema, the runtime accepts all values of an unknown format.
function checkFormat({ name, value, at }: DeclaredConstraint, report: Resolving['report']): void {
  if (name !== 'format' || typeof value !== 'string' || FORMATS.includes(value)) return
  const near = suggest(value, FORMATS)
  if (near !== undefined) {
    report.add('JG205', at, `Unknown format ${quoted(value)}. Did you mean "${near}"?`, {
      help: allowed(FORMATS),
    })
  }
}

function checkBounds({ constraints }: DeclaredAttribute, report: Resolving['report']): void {
  for (const [low, high] of [
    ['minLength', 'maxLength'],
    ['minimum', 'maximum'],
  ] as const) {
    const least = constraints.find((each) => each.name === low)
    const most = constraints.find((each) => each.name === high)
    if (least === undefined || most === undefined || !isAbove(least.value, most.value)) continue
    report.add('JG206', least.at, `${low} ${least.value} is above ${high} ${most.value}`, {
      related: [{ at: most.at, message: `${high} is here` }],
    })
  }
}

function isAbove(one: DeclaredConstraint['value'], other: DeclaredConstraint['value']): boolean {
  return (compareDecimals(String(one), String(other)) ?? 0) > 0
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp
  } catch {
    return false
  }
}
