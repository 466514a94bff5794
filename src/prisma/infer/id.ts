import { quoted } from '../../diagnostic/words.js'
import type { DeclaredResource } from '../../schema/declared.js'
import { located } from '../../source/source.js'
import { describeColumn, idTypeOfColumn } from './column-type.js'
import type { Inferring } from './context.js'

/**
 * The id of a resource: the one column that its model marks with `@id`. A composite id is refused with the reason
 * (JG508); a type that contradicts the column is reported with both places (JG505).
 */
export function inferId({
  resource,
  model,
  report,
}: Inferring): Pick<DeclaredResource, 'id' | 'idAttribute'> {
  const declared = { id: resource.id, idAttribute: resource.idAttribute }
  const named = resource.idAttribute && model.fields.get(resource.idAttribute.value)
  const column = named && named.kind !== 'relation' ? named : model.id
  if (resource.idAttribute && !named) {
    const message = `Model ${quoted(model.name)} has no column ${quoted(resource.idAttribute.value)}`
    report.add('JG504', resource.idAttribute.at, message, related(model.at, model.name))
    return declared
  }
  if (!column) {
    const composite = model.compositeId
    const reason = composite
      ? `its id is made of ${composite.join(' and ')}, and the id of a JSON:API resource is one string`
      : 'it marks no column with @id'
    const message = `Model ${quoted(model.name)} cannot be a resource: ${reason}`
    report.add('JG508', resource.model?.at ?? resource.type.at, message, {
      ...related(model.at, model.name),
      help: composite && 'give the model a column of its own with @id, and make the others @@unique',
    })
    return declared
  }
  const type = idTypeOfColumn(column)
  if (type === undefined) {
    const message = `The id of ${quoted(model.name)} is ${describeColumn(column)}, which no id can be`
    report.add('JG508', resource.type.at, message, related(column.at, column.name))
    return declared
  }
  const isSame =
    resource.id === undefined || resource.id.value === type || (isText(resource.id.value) && isText(type))
  if (resource.id && !isSame) {
    const message = `The id is ${resource.id.value} here, and ${describeColumn(column)} in model ${quoted(model.name)}`
    report.add('JG505', resource.id.at, message, related(column.at, column.name))
  }
  const attribute = column.name === 'id' ? undefined : located(column.name, column.at)
  return { id: resource.id ?? located(type, column.at), idAttribute: resource.idAttribute ?? attribute }
}

function related(
  at: Inferring['model']['at'],
  name: string,
): { readonly related: readonly [{ at: typeof at; message: string }] } {
  return { related: [{ at, message: `${quoted(name)} is here` }] }
}

function isText(type: string): boolean {
  return type === 'string' || type === 'uuid'
}
