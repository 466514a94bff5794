import { coerceCondition } from '@jsonapi-gen/runtime/vocabulary'
import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { DeclaredCondition, DeclaredDefaultFilter } from '../declared.js'
import { describeType, didYouMeanValue } from '../describe-type.js'
import { attributeType } from '../directory.js'
import { methodNames } from '../method-names.js'
import type { DefaultFilterSchema } from '../schema.js'
import { operatorsOf } from '../capabilities.js'
import type { ValueType } from '../types.js'
import type { Resolving } from './context.js'

/** The default filters of a resource (rule 3.6). On the null adapter, each is a method. */
export function resolveDefaultFilters(resolving: Resolving): readonly DefaultFilterSchema[] {
  return resolving.resource.defaultFilters.map((each) => resolveDefaultFilter(each, resolving))
}

function resolveDefaultFilter(declared: DeclaredDefaultFilter, resolving: Resolving): DefaultFilterSchema {
  const name = declared.name.value
  const { conditions } = declared
  if (conditions === 'custom') {
    const method = methodNames.defaultFilter(name)
    return { name, at: declared.name.at, apply: { kind: 'custom', method } }
  }
  const { resource, directory, report } = resolving
  if (resource.adapter?.value === 'null') {
    report.add(
      'JG413',
      declared.name.at,
      `The null adapter cannot apply the default filter ${quoted(name)}`,
      {
        help: `write it as ${name}: custom`,
      },
    )
  }
  const stated = declared.type || declared.values ? attributeType(declared) : undefined
  const target = directory.named(resource, name)
  const known = target?.type
  const isColumn = directory.attribute(resource, name) === undefined
  const type = known ?? (isColumn && resource.columns === undefined ? stated : undefined)
  if (stated && known && stated.kind !== known.kind) {
    const message = `Default filter ${quoted(name)} cannot be ${describeType(stated)}, because its attribute is ${describeType(known)}`
    report.add('JG402', declared.type?.at ?? declared.name.at, message)
  }
  if (type === undefined) {
    const names = directory.namesOf(resource)
    const message = `Default filter ${quoted(name)} is not an attribute${didYouMean(name, names)}`
    report.add('JG407', declared.name.at, message, {
      help: `${allowed(names)}; ${resource.columns ? '' : `with a type, any column (${name}: { type: datetime?, eq: null }); `}for your own method, any name (${name}: custom)`,
      unknown: name,
    })
  } else {
    for (const condition of conditions) checkCondition(name, condition, type, resolving)
  }
  const plain = conditions.map(({ operator, value }) => ({ operator, value: value.value }))
  const isAttribute = name === 'id' || target?.attribute !== undefined
  const column = isAttribute ? undefined : type
  return { name, at: declared.name.at, apply: { kind: 'conditions', conditions: plain, type: column } }
}

function checkCondition(
  name: string,
  { operator, value }: DeclaredCondition,
  type: ValueType,
  { report }: Resolving,
): void {
  const operators = operatorsOf(type)
  if (!operators.includes(operator)) {
    const message = `Operator ${quoted(operator)} does not apply to ${quoted(name)}, which is ${describeType(type)}`
    report.add('JG406', value.at, message, { help: allowed(operators) })
  }
  if (!coerceCondition(type, value.value).ok) {
    const message = `The value does not match the type of ${quoted(name)}, ${describeType(type)}${didYouMeanValue(value.value, type)}`
    report.add('JG408', value.at, message)
  }
}
