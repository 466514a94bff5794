import type { AttributeSchema, ResourceSchema, Schema } from '../schema/schema.js'
import { keyColumns, readersOf } from '../schema/relations.js'
import type { ValueType } from '../schema/types.js'
import type {
  AttributeContract,
  ExtraFieldContract,
  IdContract,
  Named,
  ValueContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { described, jsonOf, named } from './named.js'
import { allOf, type Who } from './who.js'

/** The id: of a composite key it is one text (rule 22.2). */
export function idOf({ id, idLength, clientIds, key, attributes }: ResourceSchema): IdContract {
  if (!key) return { type: id, clientIds, ...idLength }
  const wireName = (column: string): string =>
    attributes.find((attribute) => attribute.column === column)?.name ?? column
  return {
    type: id,
    clientIds,
    key: key.map(({ name, type }) => ({ name: wireName(name), type: valueOf(type) })),
  }
}

/** The attributes, those that nobody reads or writes too: a contract says so of them. */
export function attributesOf(resource: ResourceSchema, schema: Schema): Named<AttributeContract> {
  const keys = keyColumns(resource, schema.resources)
  return named(resource.attributes.map((each) => [each.name, attributeOf(each, resource, keys, schema)]))
}

/** The extra fields. */
export function extraFieldsOf({ extraFields }: ResourceSchema): Named<ExtraFieldContract> {
  return named(
    extraFields.map(({ name, description, type }) => [name, { ...described(description), ...valueOf(type) }]),
  )
}

/** A type as the contract spells it. */
export function valueOf({ kind, values, list, nullable }: ValueType): ValueContract {
  return {
    type: kind,
    ...(kind === 'enum' && { values }),
    ...(list && { list }),
    ...(nullable && { nullable }),
  }
}

function attributeOf(
  attribute: AttributeSchema,
  resource: ResourceSchema,
  keys: ReadonlySet<string>,
  { resources }: Schema,
): AttributeContract {
  const { name, column, description, type, constraints, own } = attribute
  const preset = attribute.default
  const write = keys.has(column) ? false : writeOf(attribute)
  const writeOn = writeOnOf(attribute, resource)
  return {
    ...described(description),
    ...valueOf(type),
    read: allOf(...readersOf(resource, attribute, resources)),
    write,
    ...(writeOn !== undefined && write !== false && { writeOn }),
    required:
      write !== false &&
      name !== resource.version &&
      (attribute.required ?? (!type.nullable && preset === undefined)),
    ...(preset !== undefined && { default: jsonOf(preset) }),
    ...Object.fromEntries(constraints.map((each) => [each.name, jsonOf(each.value)])),
    ...(attribute.digits !== undefined && { digits: attribute.digits }),
    ...(own?.type !== undefined && { own: own.type }),
  }
}

/** What is hidden from a request is unknown to it, and can't be written; what nobody reads can be (rules 7.3, 14.12). */
function writeOf({ readable, writable }: Pick<AttributeSchema, 'readable' | 'writable'>): Who {
  return allOf(readable === false ? true : readable, writable)
}

/** A version is compared on an update, and a column of the key is written by a create (rules 11.11, 21.3). */
function writeOnOf(
  { name, column }: AttributeSchema,
  { version, key, idAttribute = 'id' }: ResourceSchema,
): AttributeContract['writeOn'] {
  if (name === version) return 'update'
  const columns = key?.map((each) => each.name) ?? [idAttribute]
  return columns.includes(column) ? 'create' : undefined
}
