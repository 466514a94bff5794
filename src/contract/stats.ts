import type { ResourceSchema, Schema, StatSchema } from '../schema/schema.js'
import { hasCalculation } from '../schema/capabilities.js'
import type { Named, StatContract } from '@jsonapi-gen/runtime/vocabulary'
import { named } from './named.js'
import { guardsOf } from './sight.js'
import { allOf } from './who.js'

/** The stats, each with who may request it, and with the calculations that its type supports (rules 6.2, 7.3). */
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
  const given = builtIn.filter((each) => type === undefined || hasCalculation(type, each))
  return [...new Set([...given, ...own])].toSorted()
}
