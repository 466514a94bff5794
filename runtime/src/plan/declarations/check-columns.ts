import { columnIn } from '../../facts/implied.js'
import type { AttributeConfig } from '../../declare/config.js'
import type { CompiledResource } from '../../resource/compile.js'
import { keyColumns } from '../../resource/relations.js'
import { coerceJson } from '../../vocabulary/values/coerce-json.js'
import { isDecimal } from '../../vocabulary/values/decimal.js'

/** Checks the columns and the literals of a resource's attributes (rule 14.9). Returns a sentence for each mistake. */
export function attributeFaults(resource: CompiledResource): readonly string[] {
  const keys = keyColumns(resource)
  return [...resource.config.attributes.values()].flatMap((attribute) => [
    ...sharedFaults(resource, attribute),
    ...(attribute.name === attribute.column ? [] : renamedFaults(resource, attribute, keys)),
    ...defaultFaults(attribute),
    ...boundFaults(attribute),
  ])
}

/** Without this check, each create without the attribute would return 500. */
function defaultFaults({ name, type, default: literal }: AttributeConfig): readonly string[] {
  const coerced = literal === undefined || coerceJson(type, literal)
  if (coerced === true || coerced.ok) return []
  const { message, path } = coerced
  return [`the default of "${name}" ${path.length > 0 ? 'has a member that ' : ''}${message}`]
}

function boundFaults({ name, minimum, maximum }: AttributeConfig): readonly string[] {
  return Object.entries({ minimum, maximum }).flatMap(([bound, value]) =>
    typeof value === 'string' && !isDecimal(value)
      ? [`the ${bound} of "${name}" is "${value}", which is not a number`]
      : [],
  )
}

/** A column that the store does not have, according to the facts. */
export function columnFaults(
  resource: CompiledResource,
  column: string,
  declaration: string,
): readonly string[] {
  if (columnIn(resource, column) !== 'none') return []
  return [`${declaration} refers to "${column}", which is not a column of ${String(resource.model)}`]
}

function sharedFaults({ byColumn }: CompiledResource, { name, column }: AttributeConfig): readonly string[] {
  const other = byColumn.get(column)
  if (!other || other.name === name) return []
  return [`the attributes "${name}" and "${other.name}" both map to the column "${column}"`]
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
    ...(keys.has(name) ? [`${declaration} has the same name as a key, but a different column`] : []),
    ...(isTaken
      ? [
          `${declaration} maps to "${column}", but the sideload with that name replaces the column in a record`,
        ]
      : []),
  ]
}
