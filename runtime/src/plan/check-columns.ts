import type { AttributeConfig } from '../declare/config.js'
import type { CompiledResource } from '../resource/compile.js'
import { keyColumns } from '../resource/key-columns.js'

/**
 * What is wrong with the columns that attributes stand for (rule 14.9), a sentence each: two for one, or a column that a
 * record would have something else in.
 */
export function attributeFaults(resource: CompiledResource): readonly string[] {
  const keys = keyColumns(resource)
  return [...resource.config.attributes.values()].flatMap((attribute) => [
    ...sharedFaults(resource, attribute),
    ...(attribute.name === attribute.column ? [] : renamedFaults(resource, attribute, keys)),
  ])
}

/** A column that the store is known not to have. */
export function columnFaults(
  resource: CompiledResource,
  column: string,
  declaration: string,
): readonly string[] {
  if (resource.config.adapter?.hasColumn(column, resource) !== false) return []
  return [`${declaration} names "${column}", which is no column of ${String(resource.model)}`]
}

function sharedFaults({ byColumn }: CompiledResource, { name, column }: AttributeConfig): readonly string[] {
  const other = byColumn.get(column)
  if (!other || other.name === name) return []
  return [`the attributes "${name}" and "${other.name}" both stand for the column "${column}"`]
}

function renamedFaults(
  resource: CompiledResource,
  { name, column }: AttributeConfig,
  keys: ReadonlySet<string>,
): readonly string[] {
  const declaration = `the attribute "${name}"`
  const isTaken = resource.config.sideloads.has(column)
  return [
    ...columnFaults(resource, column, declaration),
    ...(keys.has(name) ? [`${declaration} has the name of a key that it does not stand for`] : []),
    ...(isTaken
      ? [`${declaration} stands for "${column}", and the sideload of that name takes its place in a record`]
      : []),
  ]
}
