import type { AdapterResource } from '../adapter/adapter.js'
import { requiredColumns } from './datamodel.js'

/** Null for columns that can't be null. */
export class MissingValues extends Error {
  readonly attributes: readonly string[]

  constructor(attributes: readonly string[]) {
    super(`These can't be null: ${attributes.join(', ')}.`)
    this.attributes = attributes
  }
}

/**
 * Refuses null for a column that can't be null, before Prisma does: its own refusal may name another column, for where one
 * foreign key is null it takes none of them.
 *
 * Throws MissingValues.
 */
export function refuseMissing(
  client: object,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  const nulls = Object.keys(parameters).filter((name) => parameters[name] === null)
  if (nulls.length === 0) return
  const required = requiredColumns(client, String(model))
  const missing = nulls.filter((name) => required.has(name))
  if (missing.length > 0) throw new MissingValues(missing)
}
