import { CALCULATIONS } from '@jsonapi-gen/runtime/vocabulary'
import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredExtraField, DeclaredStat } from '../declared.js'
import { describeType } from '../describe-type.js'
import { attributeType } from '../directory.js'
import { methodNames } from '../method-names.js'
import type { ExtraFieldSchema, StatSchema } from '../schema.js'
import { hasCalculation } from '../capabilities.js'
import type { ValueType } from '../types.js'
import type { Resolving } from './context.js'
import { resolveDeprecated } from './deprecated.js'

/** The stats of a resource (rules 6.1 and 6.2). On the null adapter, every calculation is a method. */
export function resolveStats(resolving: Resolving): readonly StatSchema[] {
  return resolving.resource.stats.map((each) => resolveStat(each, resolving))
}

/** The extra fields of a resource. Each needs a type, because nothing else implies it. */
export function resolveExtraFields({ resource, report }: Resolving): readonly ExtraFieldSchema[] {
  const names = resource.extraFields.map(({ name }) => name.value)
  return resource.extraFields.map((declared: DeclaredExtraField) => {
    const name = declared.name.value
    if (!declared.type) {
      report.add('JG204', declared.name.at, `Extra field ${quoted(name)} has no type`, {
        help: `write it as ${name}: integer`,
      })
    }
    return {
      name,
      at: declared.name.at,
      description: declared.description,
      deprecated: resolveDeprecated(declared, 'extra field', names, report),
      type: attributeType(declared),
      method: declared.isTogether ? methodNames.extraFieldsOf : methodNames.extraField(name),
      isTogether: declared.isTogether,
    }
  })
}

function resolveStat(declared: DeclaredStat, resolving: Resolving): StatSchema {
  const name = declared.name.value
  const onNull = resolving.resource.adapter?.value === 'null'
  const custom = onNull ? [...declared.builtIn, ...declared.custom] : declared.custom
  const builtIn = onNull ? [] : declared.builtIn
  if (builtIn.length > 0) checkBuiltIn(declared, builtIn, resolving)
  return {
    name,
    at: declared.name.at,
    column: declared.column?.value,
    deprecated: resolveDeprecated(
      declared,
      'stat',
      resolving.resource.stats.map((each) => each.name.value),
      resolving.report,
    ),
    builtIn: builtIn.flatMap(({ value }) => CALCULATIONS.filter((known) => known === value)),
    custom: custom.map(({ value }) => ({ calculation: value, method: methodNames.stat(name, value) })),
  }
}

function checkBuiltIn(
  { name, column }: DeclaredStat,
  calculations: readonly Located<string>[],
  { resource, directory, report }: Resolving,
): void {
  const stat = column ?? name
  const type = directory.named(resource, stat.value, column !== undefined)?.type
  const isTotal = stat === name && stat.value === 'total' && type === undefined
  if (!isTotal && type === undefined) {
    const names = ['total', ...directory.namesOf(resource)]
    const message = `Stat ${quoted(stat.value)} is not an attribute${didYouMean(stat.value, names)}`
    report.add('JG404', stat.at, message, {
      help: `${allowed(names)}; custom: [calculation] works with any name`,
      unknown: stat.value,
    })
  }
  for (const { value, at } of calculations) {
    const calculation = CALCULATIONS.find((known) => known === value)
    if (calculation === undefined) {
      const message = `Unknown calculation ${quoted(value)}${didYouMean(value, CALCULATIONS)}`
      report.add('JG405', at, message, { help: `${allowed(CALCULATIONS)}; put your own under custom` })
    } else if (isTotal ? value !== 'count' : type !== undefined && !hasCalculation(type, calculation)) {
      const reason = isTotal
        ? '"total" applies to rows, which can only be counted'
        : `its type is ${describeType(type ?? NONE)}`
      report.add('JG405', at, `Stat ${quoted(stat.value)} does not support ${quoted(value)}: ${reason}`)
    }
  }
}

const NONE: ValueType = { kind: 'json', values: [], list: false, nullable: false }
