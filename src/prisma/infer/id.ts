import type { Report } from '../../diagnostic/report.js'
import { didYouMean } from '../../diagnostic/suggest.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredKeyColumn, DeclaredResource } from '../../schema/declared.js'
import type { IdLength } from '../../schema/types.js'
import { located, type Span } from '../../source/source.js'
import { foreignKeysOf, isColumn, isPlainId, keyOf, type Model, type ScalarField } from '../datamodel.js'
import { columnNames } from './attribute.js'
import { columnType, describeColumn, idTypeOfColumn, keyTypeOfColumn, lengthLimit } from './column-type.js'
import type { Inferring } from './context.js'

/** The reason why a model has no key that can be the id of a resource; undefined if the model has such a key. */
export function keyFault(model: Model): string | undefined {
  const key = keyOf(model)
  if (!key) return model.isView ? 'it has no column with @unique' : 'each of its keys may be null'
  const unfit = key.find((column) => keyTypeOfColumn(column) === undefined)
  return unfit && `its id is ${describeColumn(unfit)}, ${unfitFor(unfit)}`
}

/** Whether a model has columns that can be the id of the resource. Reports a model without such columns (JG508). */
export function canHaveId(resource: DeclaredResource, model: Model, report: Report): boolean {
  if (resource.idAttribute || resource.key) return true
  const reason = keyFault(model)
  if (reason === undefined) return true
  const at = resource.model?.at ?? resource.type.at
  report.add('JG508', at, `Model ${quoted(model.name)} is omitted: ${reason}`, {
    ...related(model.at, model.name),
    help: 'set the column that identifies its rows, id: { column: name }, or the columns, id: [first, second]; in a Prisma schema, @jsonapi.resource(id: …)',
  })
  return false
}

/**
 * The id of a resource: the key of its model, or the unique columns that the schema names (JG513). A type
 * that contradicts the column is reported with both locations (JG505). If nothing fills in the id, the client
 * chooses it, unless it is also the key of another record. An id that is not the text of a single value
 * consists of attributes and relationships.
 */
export function inferId(
  inferring: Inferring,
): Pick<DeclaredResource, 'id' | 'idAttribute' | 'clientIds' | 'idLength' | 'key'> {
  const { resource, model } = inferring
  const { idAttribute, id, clientIds } = resource
  if (resource.key) return { id, idAttribute, clientIds, key: declaredKey(resource.key, inferring) }
  const key = keyOf(model)
  const [only] = key ?? []
  if (!idAttribute && key && !(key.length === 1 && only && isPlainId(only))) {
    return { id, idAttribute, clientIds, key: key.map((column) => keyColumn(column, column.at, inferring)) }
  }
  const named = idAttribute && model.fields.get(idAttribute.value)
  if (idAttribute && isColumn(named) && !isPlainId(named) && keyTypeOfColumn(named) !== undefined) {
    checkTellsApart(named, model, idAttribute.at, inferring.report)
    return {
      id: undefined,
      idAttribute: undefined,
      clientIds,
      key: [keyColumn(named, idAttribute.at, inferring)],
    }
  }
  return { ...singleId(inferring, only), key: undefined }
}

/** The reason why a column of a type cannot be an id. */
function unfitFor({ type, isList }: ScalarField): string {
  if (isList) return 'which has several values'
  if (type === 'Float') return 'which Prisma rounds, so rows cannot be found by it'
  return 'which cannot be an id'
}

function keyColumn(column: ScalarField, at: Span, { datamodel }: Inferring): DeclaredKeyColumn {
  const { type, values } = columnType(column, datamodel)
  return { name: located(column.name, at), type: { ...type, nullable: false }, values }
}

/** The columns that a schema names. Together, they must identify the model's rows. */
function declaredKey(
  columns: readonly DeclaredKeyColumn[],
  inferring: Inferring,
): readonly DeclaredKeyColumn[] {
  const { model, report } = inferring
  const fields = columns.flatMap(({ name }): readonly ScalarField[] => {
    const field = model.fields.get(name.value)
    if (isColumn(field)) return [field]
    report.add(
      'JG504',
      name.at,
      `Model ${quoted(model.name)} has no column ${quoted(name.value)}${didYouMean(name.value, columnNames(model))}`,
      related(model.at, model.name),
    )
    return []
  })
  const [first] = columns
  if (!first || fields.length < columns.length) return columns
  const names = fields.map(({ name }) => name)
  const uniques = [...(model.compositeId ? [model.compositeId] : []), ...model.compositeUniques]
  const isUnique = model.isView || uniques.some((unique) => unique.every((name) => names.includes(name)))
  const nullable = fields.find(({ isRequired }) => !isRequired)
  if (!isUnique || nullable) {
    const reason = nullable
      ? `${quoted(nullable.name)} may be null`
      : 'no unique key consists of exactly these columns'
    report.add(
      'JG513',
      first.name.at,
      `The id of ${quoted(model.name)} does not identify records: ${reason}`,
      {
        ...related(model.at, model.name),
        help: 'list the columns of @@id, or of a @@unique whose columns are never null',
      },
    )
  }
  return fields.map((field, index) => keyColumn(field, columns[index]?.name.at ?? field.at, inferring))
}

function singleId(
  { resource, model, datamodel, report }: Inferring,
  key: ScalarField | undefined,
): Pick<DeclaredResource, 'id' | 'idAttribute' | 'clientIds' | 'idLength'> {
  const { idAttribute } = resource
  const declared = { id: resource.id, idAttribute, clientIds: resource.clientIds }
  const named = idAttribute && model.fields.get(idAttribute.value)
  if (idAttribute && !isColumn(named)) {
    const message = `Model ${quoted(model.name)} has no column ${quoted(idAttribute.value)}${didYouMean(idAttribute.value, columnNames(model))}`
    report.add('JG504', idAttribute.at, message, related(model.at, model.name))
    return declared
  }
  const column = isColumn(named) ? named : key
  if (!column) return declared
  if (idAttribute) checkTellsApart(column, model, idAttribute.at, report)
  const type = idTypeOfColumn(column)
  if (type === undefined) {
    const message = `${quoted(column.name)} is ${describeColumn(column)}, ${unfitFor(column)}`
    report.add('JG513', idAttribute?.at ?? resource.type.at, message, related(column.at, column.name))
    return declared
  }
  const isSame =
    resource.id === undefined || resource.id.value === type || (isText(resource.id.value) && isText(type))
  if (resource.id && !isSame) {
    const message = `The id is ${resource.id.value} here, but ${describeColumn(column)} in model ${quoted(model.name)}`
    report.add('JG505', resource.id.at, message, related(column.at, column.name))
  }
  const isFilledIn = column.default.kind !== 'none' || foreignKeysOf(model).has(column.name)
  const id = resource.id ?? located(type, column.at)
  const chosen = resource.clientIds ?? (isFilledIn ? undefined : located('required', column.at))
  const isChosen = chosen !== undefined && chosen.value !== 'forbidden'
  return {
    id,
    idAttribute: idAttribute ?? (column.name === 'id' ? undefined : located(column.name, column.at)),
    clientIds: chosen,
    ...(isChosen && id.value === 'string' && { idLength: idLengthOf(column, datamodel.provider) }),
  }
}

/** PostgreSQL pads shorter text with spaces, so the record's id would differ from the one that the client chose. */
function idLengthOf(column: ScalarField, provider: string | undefined): IdLength | undefined {
  const isPadded = provider !== 'mysql' && column.nativeType?.[0] === 'Char'
  const maxLength = lengthLimit(column) ?? (isPadded ? 1 : undefined)
  return maxLength === undefined ? undefined : { ...(isPadded && { minLength: maxLength }), maxLength }
}

function checkTellsApart(column: ScalarField, model: Model, at: Span, report: Report): void {
  if (column === model.id || (column.isUnique && column.isRequired) || model.isView) return
  const reason = column.isUnique ? 'may be null' : 'is not unique'
  const message = `${quoted(column.name)} of model ${quoted(model.name)} ${reason}, so it does not identify records`
  report.add('JG513', at, message, {
    ...related(column.at, column.name),
    help: 'use a column with @id, or a column with @unique that is never null',
  })
}

function related(
  at: Span,
  name: string,
): { readonly related: readonly [{ readonly at: Span; readonly message: string }] } {
  return { related: [{ at, message: `${quoted(name)} is defined here` }] }
}

function isText(type: string): boolean {
  return type === 'string' || type === 'uuid'
}
