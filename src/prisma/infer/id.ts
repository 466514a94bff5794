import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredResource } from '../../schema/declared.js'
import { located, type Span } from '../../source/source.js'
import { foreignKeysOf, isColumn, type Model, type ScalarField } from '../datamodel.js'
import { modelNotYet } from '../not-yet.js'
import { describeColumn, idTypeOfColumn } from './column-type.js'
import type { Inferring } from './context.js'

/** Whether a model has a column that can be the id of the resource; where it has none, that is reported (JG508). */
export function canHaveId(resource: DeclaredResource, model: Model, report: Report): boolean {
  if (resource.idAttribute) return true
  const at = resource.model?.at ?? resource.type.at
  const { id } = model
  const reason = modelNotYet(model)
  if (reason !== undefined || id === undefined) {
    report.add('JG508', at, `Model ${quoted(model.name)} is left out: ${reason ?? 'it has no id'}`, {
      ...related(model.at, model.name),
      help: 'name a column that is unique as its id, or give the model a column of its own with @id',
    })
    return false
  }
  if (idTypeOfColumn(id) !== undefined) return true
  const message = `Model ${quoted(model.name)} is left out: its id is ${describeColumn(id)}, which no id can be`
  report.add('JG508', at, message, related(id.at, id.name))
  return false
}

/**
 * The id of a resource: the one column that its model marks with `@id`, or the unique one that the schema names (JG513).
 * A type that contradicts the column is reported with both places (JG505). An id that nothing fills in is the client's,
 * unless it is the key of another record too.
 */
export function inferId({
  resource,
  model,
  report,
}: Inferring): Pick<DeclaredResource, 'id' | 'idAttribute' | 'clientIds'> {
  const { idAttribute } = resource
  const declared = { id: resource.id, idAttribute, clientIds: resource.clientIds }
  const named = idAttribute && model.fields.get(idAttribute.value)
  if (idAttribute && !isColumn(named)) {
    const message = `Model ${quoted(model.name)} has no column ${quoted(idAttribute.value)}`
    report.add('JG504', idAttribute.at, message, related(model.at, model.name))
    return declared
  }
  const column = isColumn(named) ? named : model.id
  if (!column) return declared
  if (idAttribute) checkTellsApart(column, model, idAttribute.at, report)
  const type = idTypeOfColumn(column)
  if (type === undefined) {
    const message = `${quoted(column.name)} is ${describeColumn(column)}, which no id can be`
    report.add('JG513', idAttribute?.at ?? resource.type.at, message, related(column.at, column.name))
    return declared
  }
  const isSame =
    resource.id === undefined || resource.id.value === type || (isText(resource.id.value) && isText(type))
  if (resource.id && !isSame) {
    const message = `The id is ${resource.id.value} here, and ${describeColumn(column)} in model ${quoted(model.name)}`
    report.add('JG505', resource.id.at, message, related(column.at, column.name))
  }
  const isFilledIn = column.default.kind !== 'none' || foreignKeysOf(model).has(column.name)
  return {
    id: resource.id ?? located(type, column.at),
    idAttribute: idAttribute ?? (column.name === 'id' ? undefined : located(column.name, column.at)),
    clientIds: resource.clientIds ?? (isFilledIn ? undefined : located('required', column.at)),
  }
}

function checkTellsApart(column: ScalarField, model: Model, at: Span, report: Report): void {
  if (column === model.id || (column.isUnique && column.isRequired)) return
  const reason = column.isUnique ? 'may be null' : 'is not unique'
  const message = `${quoted(column.name)} of model ${quoted(model.name)} ${reason}, and so tells no records apart`
  report.add('JG513', at, message, {
    ...related(column.at, column.name),
    help: 'name a column with @id, or one with @unique that is never null',
  })
}

function related(
  at: Span,
  name: string,
): { readonly related: readonly [{ readonly at: Span; readonly message: string }] } {
  return { related: [{ at, message: `${quoted(name)} is here` }] }
}

function isText(type: string): boolean {
  return type === 'string' || type === 'uuid'
}
