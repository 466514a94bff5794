import {
  isUsual,
  type ColumnStore,
  type ConstraintStore,
  type ModelStore,
  type RelationStore,
  type StoreSchema,
} from '../schema/store.js'
import type { Kind } from '@jsonapi-gen/runtime/vocabulary'
import type { Literal } from '../schema/types.js'
import {
  isColumn,
  oppositeOf,
  type Constraint,
  type Datamodel,
  type FieldDefault,
  type Model,
  type RelationField,
  type ScalarField,
} from './datamodel.js'

/**
 * The runtime's facts about a datamodel: the models of the resources, and the target models of all their relations,
 * because a condition in the application may use them. Defaults are omitted.
 */
export function storeOf(datamodel: Datamodel, models: Iterable<string>): StoreSchema {
  const reached = reachedFrom(models, datamodel)
  const enums = new Set(
    reached.flatMap(({ fields }) =>
      [...fields.values()].flatMap((field) => (field.kind === 'enum' ? [field.type] : [])),
    ),
  )
  const { provider, emulatesKeys } = datamodel
  return {
    ...(provider !== undefined && { provider }),
    ...(emulatesKeys && { relationMode: 'prisma' }),
    ...(enums.size > 0 && {
      enums: Object.fromEntries(
        [...enums]
          .toSorted()
          .map((name) => [name, datamodel.storedValues.get(name) ?? datamodel.enums.get(name) ?? []]),
      ),
    }),
    models: Object.fromEntries(reached.map((model) => [model.name, modelStore(model, datamodel)])),
  }
}

function reachedFrom(names: Iterable<string>, { models }: Datamodel): readonly Model[] {
  const reached = new Map<string, Model>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const model = models.get(name)
    if (!model || reached.has(name)) continue
    reached.set(name, model)
    for (const field of model.fields.values()) if (field.kind === 'relation') open.push(field.model)
  }
  return [...reached.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

function modelStore(model: Model, datamodel: Datamodel): ModelStore {
  const { table, schema, constraints, indexes } = model
  const fields = [...model.fields.values()]
  const known = constraints.filter(({ columns }) => columns.every((column) => model.fields.has(column)))
  const key = known.find(({ kind }) => kind === 'key')
  const unique = known.filter((each) => each.kind === 'unique')
  const alone = new Map(
    unique.flatMap((each) => (each.columns.length === 1 ? [[each.columns[0], each]] : [])),
  )
  const together = unique.filter(({ columns }) => columns.length > 1)
  const relations = fields.filter((field) => field.kind === 'relation')
  const isUsualKey = key && isUsual(key.columns) && key.stored === undefined
  return {
    ...(table !== undefined && { table }),
    ...(schema !== undefined && { schema }),
    ...(!isUsualKey && { key: key ? constraintStore(key) : [] }),
    columns: Object.fromEntries(
      fields.filter(isColumn).map((field) => [field.name, columnStore(field, alone.get(field.name))]),
    ),
    ...(relations.length > 0 && {
      relations: Object.fromEntries(
        relations.map((field) => [field.name, relationStore(field, model, datamodel)]),
      ),
    }),
    ...(together.length > 0 && { unique: together.map(constraintStore) }),
    ...(indexes.length > 0 && { indexes }),
  }
}

function constraintStore({ columns, name, stored }: Constraint): ConstraintStore {
  if (name === undefined && stored === undefined) return columns
  return { columns, ...(name !== undefined && { name }), ...(stored !== undefined && { stored }) }
}

function columnStore(field: ScalarField, unique: Constraint | undefined): string | ColumnStore {
  const { kind, type, isList, isRequired, stored, nativeType, default: preset } = field
  const spelled = `${TYPES[type] ?? 'string'}${isList ? '[]' : ''}${isRequired ? '' : '?'}`
  const column: ColumnStore = {
    ...(kind === 'enum'
      ? { enum: type, ...(isList && { list: true }), ...(!isRequired && { nullable: true }) }
      : { type: spelled }),
    ...(stored !== undefined && { stored }),
    ...(nativeType && { native: nativeText(nativeType) }),
    ...filledBy(preset),
    ...(unique && { unique: unique.stored ?? true }),
  }
  return Object.keys(column).length === 1 && column.type !== undefined ? column.type : column
}

const TYPES: Readonly<Record<string, Kind>> = {
  Int: 'integer',
  BigInt: 'bigint',
  String: 'string',
  Float: 'float',
  Decimal: 'decimal',
  Boolean: 'boolean',
  DateTime: 'datetime',
  Json: 'json',
  Bytes: 'bytes',
}

const nativeText = ([name, sizes]: readonly [string, readonly string[]]): string =>
  sizes.length === 0 ? name : `${name}(${sizes.join(', ')})`

function filledBy(preset: FieldDefault): Pick<ColumnStore, 'default' | 'generated'> {
  switch (preset.kind) {
    case 'none':
      return {}
    case 'literal':
      return { default: preset.value }
    case 'store': {
      const { generator, value, variant } = preset
      return generator === 'literal' && isLiteral(value)
        ? { default: value }
        : { generated: `${generator.replace(/^@/, '')}${variant === undefined ? '' : `(${variant})`}` }
    }
  }
}

/** Text, which is how Prisma writes bytes and JSON, or a list. */
const isLiteral = (value: unknown): value is Literal =>
  ['string', 'number', 'boolean'].includes(typeof value) || (Array.isArray(value) && value.every(isLiteral))

function relationStore(field: RelationField, model: Model, datamodel: Datamodel): RelationStore {
  const { fields, references, onDelete } = field
  const opposite = oppositeOf(datamodel, model, field)
  const of = { model: field.model, ...(field.isList && { many: true as const }) }
  if (fields.length > 0) {
    const key = Object.fromEntries(fields.map((column, at) => [column, references[at] ?? '']))
    return { ...of, key, onDelete }
  }
  return {
    ...of,
    ...(opposite && { inverse: opposite.name }),
    ...(opposite?.isList && field.isList && { join: `_${field.relation}` }),
  }
}
