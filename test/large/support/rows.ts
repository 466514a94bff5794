import {
  isColumn,
  type Datamodel,
  type Model,
  type RelationField,
  type ScalarField,
} from '../../../src/prisma/datamodel.js'

/** The number of rows for each model. */
const ROWS = 3

/** Values that no rule can determine, keyed by `Model.field`: one for each row. */
export type Given = Readonly<Record<string, readonly unknown[]>>

/** Rows to insert in order, and updates that require all rows. */
export interface Rows {
  readonly rows: readonly { readonly model: string; readonly data: Row }[]
  readonly updates: readonly { readonly model: string; readonly where: Row; readonly data: Row }[]
}

type Row = Readonly<Record<string, unknown>>

/**
 * Three rows of every model, the same in each call. In every relation, row n refers to row n of the other model. The
 * exception is the third row, which refers to the second row unless a unique key forbids it. A row of a tree refers
 * to the row before it.
 */
export function rowsOf(datamodel: Datamodel, given: Given): Rows {
  const rows = new Map<Model, readonly Row[]>()
  for (const model of inOrder(datamodel)) {
    const made = indices.map((index) => ({ ...columns(model, index, datamodel, given) }))
    for (const relation of required(model)) {
      const others = rows.get(modelOf(datamodel, relation.model)) ?? made
      made.forEach((row, index) => Object.assign(row, keysOf(relation, model, index, others)))
    }
    rows.set(model, made)
  }
  const entries = [...rows]
  return {
    rows: entries.flatMap(([{ name }, made]) => made.map((data) => ({ model: name, data }))),
    updates: entries.flatMap(([model, made]) =>
      made.flatMap((row, index) => {
        const data = laterOf(model, index, datamodel, rows)
        return Object.keys(data).length === 0 ? [] : [{ model: model.name, where: idOf(model, row), data }]
      }),
    ),
  }
}

const indices = Array.from({ length: ROWS }, (_, index) => index)

function modelOf({ models }: Datamodel, name: string): Model {
  const model = models.get(name)
  if (!model) throw new Error(`Unknown model ${name}.`)
  return model
}

function relationsOf(model: Model): readonly RelationField[] {
  return [...model.fields.values()].filter((field) => field.kind === 'relation')
}

const required = (model: Model): readonly RelationField[] =>
  relationsOf(model).filter(({ fields, isRequired }) => fields.length > 0 && isRequired)

/** The models, each after the models that it requires. */
function inOrder(datamodel: Datamodel): readonly Model[] {
  const ordered = new Set<Model>()
  const visit = (model: Model): void => {
    if (ordered.has(model)) return
    for (const { model: other } of required(model)) {
      if (other !== model.name) visit(modelOf(datamodel, other))
    }
    ordered.add(model)
  }
  for (const model of datamodel.models.values()) visit(model)
  return [...ordered]
}

function keysOf(relation: RelationField, model: Model, index: number, others: readonly Row[]): Row {
  const other = others[indexOfOther(relation, model, index)]
  return Object.fromEntries(
    relation.fields.map((field, at) => [field, other?.[relation.references[at] ?? '']]),
  )
}

// The first relation of a model may share a row, because another relation makes a composite unique key distinct.
function indexOfOther(relation: RelationField, model: Model, index: number): number {
  const holders = relationsOf(model).filter(({ fields }) => fields.length > 0)
  const isPlain = holders.every(({ fields }) => fields.length === 1)
  const isAlone = relation.isRequired && holders.length > 1 && holders[0] === relation
  return index === ROWS - 1 && isPlain && isAlone ? index - 1 : index
}

/** Nullable keys, and the rows at the other end of a join without a model. */
function laterOf(
  model: Model,
  index: number,
  datamodel: Datamodel,
  rows: ReadonlyMap<Model, readonly Row[]>,
): Row {
  const data: Record<string, unknown> = {}
  for (const relation of relationsOf(model)) {
    const other = modelOf(datamodel, relation.model)
    const others = rows.get(other) ?? []
    const isTree = other === model
    if (relation.isList) {
      const back = relationsOf(other).find(
        (each) => each.relation === relation.relation && !(isTree && each.name === relation.name),
      )
      const isFirst = `${model.name}.${relation.name}` < `${other.name}.${back?.name}`
      if (!back?.isList || !isFirst) continue
      const linked = others.slice(index, index + 2).map((row) => idOf(other, row))
      if (linked.length > 0) data[relation.name] = { connect: linked }
    } else if (relation.fields.length > 0 && !relation.isRequired) {
      const target = others[isTree ? index - 1 : index]
      if (target) data[relation.name] = { connect: idOf(other, target) }
    }
  }
  return data
}

function idOf(model: Model, row: Row): Row {
  if (model.id) return { [model.id.name]: row[model.id.name] }
  const fields = model.compositeId ?? []
  return { [fields.join('_')]: Object.fromEntries(fields.map((field) => [field, row[field]])) }
}

function columns(model: Model, index: number, datamodel: Datamodel, given: Given): Row {
  const keys = new Set(relationsOf(model).flatMap(({ fields }) => fields))
  const own = [...model.fields.values()].filter(isColumn).filter(({ name }) => !keys.has(name))
  return Object.fromEntries(
    own.flatMap((field) => {
      const values = given[`${model.name}.${field.name}`]
      const value = values ? values[index] : valueOf(field, field === model.id, index, datamodel)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

/** The values of columns. Values that JSON cannot express have a tag. The last row omits nullable values. */
function valueOf(field: ScalarField, isId: boolean, index: number, { enums }: Datamodel): unknown {
  const number = index + 1
  if (!field.isRequired && index === ROWS - 1) return undefined
  if (field.kind === 'enum') {
    const values = enums.get(field.type) ?? []
    return values[index % values.length]
  }
  switch (field.type) {
    case 'Int':
      return number
    case 'BigInt':
      return { $bigint: String(2n ** 53n + BigInt(number)) }
    case 'Float':
      return number + 0.5
    case 'Decimal':
      return `${number}0.25`
    case 'Boolean':
      return index % 2 === 0
    case 'DateTime':
      return { $date: `2026-0${number}-01T12:00:00.000Z` }
    case 'Json':
      return { [field.name]: [number, null] }
    case 'Bytes':
      return { $bytes: Buffer.from([number, 255]).toString('base64') }
    case 'String':
      return isId && field.default.kind === 'store' && field.default.generator === 'uuid'
        ? `00000000-0000-4000-8000-00000000000${number}`
        : `${field.name}-${number}`
    default:
      throw new Error(`No rule makes a value of type ${field.type}.`)
  }
}
