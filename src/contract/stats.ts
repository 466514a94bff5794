import type { ResourceSchema, Schema, StatSchema } from '../schema/schema.js'
import { isComparable, isOrdered, isSummable, type ValueType } from '../schema/types.js'
import type { Named, StatContract } from './contract.js'
import { named } from './named.js'
import { guardsOf } from './sight.js'
import { allOf } from './who.js'

/** The stats, each with who may ask for it, and with the calculations that its type has (rules 6.2, 7.3). */
export function statsOf(resource: ResourceSchema, schema: Schema): Named<StatContract> {
  return named(
    resource.stats.map((stat) => {
      const { name, column } = stat
      const who = allOf(...guardsOf(resource, column ?? name, column !== undefined, schema))
      return [name, { who, calculations: calculationsOf(stat, resource) }]
    }),
  )
}

function calculationsOf(
  { name, column, builtIn, custom }: StatSchema,
  { attributes }: ResourceSchema,
): readonly string[] {
  const type =
    attributes.find((each) => (column === undefined ? each.name === name : each.column === column))?.type ??
    attributes.find((each) => each.column === name)?.type
  const own = custom.map(({ calculation }) => calculation)
  const given = builtIn.filter((each) => type === undefined || isCalculable(type, each))
  return [...new Set([...given, ...own])].toSorted()
}

function isCalculable(type: ValueType, calculation: string): boolean {
  if (type.list || type.base === 'json' || !isComparable(type)) return false
  if (calculation === 'count') return true
  return calculation === 'sum' || calculation === 'average' ? isSummable(type) : isOrdered(type)
}
