import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { Datamodel } from '../adapter/datamodel.js'
import { neededColumns } from './columns.js'
import { faultOfPrisma } from './prisma-errors.js'
import { RefusedValues } from './refused-values.js'

/**
 * What a create was refused for, where that is a missing value: Prisma names the first one alone, or another that is there, and this names all. Any
 * other error is as it was. Nothing is looked for before the create, because an extension of the client may fill columns.
 */
export function allMissing(
  error: unknown,
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  resource: AdapterResource,
): unknown {
  if (faultOfPrisma(error, datamodel, resource)?.kind !== 'notNull') return error
  const needed = neededColumns(datamodel, String(resource.model))
  const missing = [...needed].filter((name) => parameters[name] === undefined)
  return missing.length > 0 ? new RefusedValues('notNull', missing) : error
}
