import type { AttributeSchema, ResourceSchema, Schema } from '../schema/schema.js'
import { keyColumns, primaryKeyOf, readersOf } from '../schema/relations.js'
import {
  type AttributeContract,
  type DeclaredInput,
  type ExtraFieldContract,
  type IdContract,
  type Named,
  offeredAttribute,
  offeredValue,
} from '@jsonapi-gen/runtime/vocabulary'
import { described, jsonOf, named } from './named.js'

/** The id: one text for a composite key (rule 22.2). */
export function idOf({ id, idLength, clientIds, key, attributes }: ResourceSchema): IdContract {
  if (!key) return { type: id, clientIds, ...idLength }
  const wireName = (column: string): string =>
    attributes.find((attribute) => attribute.column === column)?.name ?? column
  return {
    type: id,
    clientIds,
    key: key.map(({ name, type }) => ({ name: wireName(name), type: offeredValue(type) })),
  }
}

/** The attributes, including those that nobody may read or write, which the contract states. */
export function attributesOf(resource: ResourceSchema, schema: Schema): Named<AttributeContract> {
  const keys = keyColumns(resource, schema.resources)
  return named(resource.attributes.map((each) => [each.name, attributeOf(each, resource, keys, schema)]))
}

/** The extra fields. */
export function extraFieldsOf({ extraFields }: ResourceSchema): Named<ExtraFieldContract> {
  return named(
    extraFields.map(({ name, description, type }) => [
      name,
      { ...described(description), ...offeredValue(type) },
    ]),
  )
}

/** What a schema declares about a value in a request. */
export const inputOf = ({
  type,
  required,
  default: preset,
  constraints,
}: AttributeSchema): DeclaredInput => ({
  type,
  required,
  default: preset === undefined ? undefined : jsonOf(preset),
  constraints: Object.fromEntries(constraints.map((each) => [each.name, jsonOf(each.value)])),
})

function attributeOf(
  attribute: AttributeSchema,
  resource: ResourceSchema,
  keys: ReadonlySet<string>,
  { resources }: Schema,
): AttributeContract {
  const { name, column, readable, writable, description, own, digits } = attribute
  return {
    ...described(description),
    ...offeredAttribute({
      ...inputOf(attribute),
      column,
      readable,
      writable,
      readers: readersOf(resource, attribute, resources),
      isVersion: name === resource.version,
      isKey: keys.has(column),
      primaryKey: primaryKeyOf(resource),
    }),
    ...(digits !== undefined && { digits }),
    ...(own?.type !== undefined && { own: own.type }),
  }
}
