import type { Relation } from '@jsonapi-gen/runtime/vocabulary'
import { relationshipsOf } from '../schema/relations.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { InterfaceNode, TypeAliasNode } from './file.js'
import type { Doc } from './layout/doc.js'
import { text } from './layout/code.js'
import { jsdoc } from './layout/jsdoc.js'
import { localName, type Names } from './names.js'
import type { OwnTypes } from './own-types.js'
import { property } from './property.js'
import { idTypeOf, propertyType } from './value-type.js'

/**
 * The type of one record. With a store, it is the type in the store. Otherwise, it is an interface with the id, the
 * attributes, and the other columns that the schema names: the keys of sideloads from either side, and the columns of
 * filters and default filters.
 */
export function emitRecord(
  resource: ResourceSchema,
  names: Names,
  schema: Schema,
  ownTypes: OwnTypes,
): InterfaceNode | TypeAliasNode {
  const stored = localName(names.stored)
  if (stored !== undefined) return emitStoredRecord(resource, stored, names, ownTypes)
  const id = resource.idAttribute ?? 'id'
  const keys = resource.key ?? []
  const own = resource.attributes.map(({ column }) => column)
  const ofKey = keys.filter(({ name }) => !own.includes(name))
  const known = new Set(['id', ...(resource.key ? [] : [id]), ...keys.map(({ name }) => name), ...own])
  const columns = [...columnsOf(resource, schema)].filter(([column]) => !known.has(column))
  return {
    kind: 'interface',
    docs: [jsdoc(`One record of ${resource.type}.`, 0)],
    name: names.record,
    isExported: true,
    properties: [
      ...(resource.key ? [] : [property(id, idTypeOf(resource.id))]),
      ...ofKey.map(({ name, type }) => property(name, propertyType(type))),
      ...resource.attributes.map((each) =>
        property(each.column, propertyType(each.type, ownTypes.typeOf(each))),
      ),
      ...columns.map(([column, type]) => property(column, type)),
    ],
  }
}

/** The store's record, with the application's own types instead of JSON. */
function emitStoredRecord(
  resource: ResourceSchema,
  stored: string,
  { record }: Names,
  ownTypes: OwnTypes,
): InterfaceNode | TypeAliasNode {
  const typed = resource.attributes.filter((each) => ownTypes.typeOf(each) !== undefined)
  if (typed.length === 0) {
    return {
      kind: 'type',
      docs: [jsdoc(`One record of ${resource.type}.`, 0)],
      name: record,
      isExported: true,
      type: stored,
    }
  }
  return {
    kind: 'interface',
    docs: [jsdoc(`One record of ${resource.type}, with the types of its JSON.`, 0)],
    name: record,
    isExported: true,
    extends: [`Omit<${stored}, ${typed.map(({ column }) => text(column)).join(' | ')}>`],
    properties: typed.map((each) => property(each.column, propertyType(each.type, ownTypes.typeOf(each)))),
  }
}

/**
 * Columns that are not attributes, with their types if these are known. A key column can only have one of the key
 * types.
 */
function columnsOf(resource: ResourceSchema, { resources }: Schema): ReadonlyMap<string, Doc> {
  const keys = [
    ...relationsOf(resource, resources).flatMap(({ holder, constants, pairs }) =>
      holder === 'owner' ? [...Object.keys(constants.owner), ...pairs.owner] : [],
    ),
    ...resources
      .flatMap((other) => relationsOf(other, resources))
      .flatMap(({ holder, target, pairs }) =>
        holder === 'target' && target === resource ? pairs.target : [],
      ),
  ]
  const names = new Set(resource.attributes.map(({ name }) => name))
  const filtered = resource.filters.flatMap(({ name, column, type, method }): [string, Doc][] => {
    const isOfAttribute = column === undefined && names.has(name)
    const stored = column ?? name
    const isOwn = method === undefined && !isOfAttribute && !stored.includes('.')
    return isOwn ? [[stored, propertyType(type)]] : []
  })
  const always = resource.defaultFilters.flatMap(({ name, apply }): [string, Doc][] =>
    apply.kind === 'conditions' && apply.type ? [[name, propertyType(apply.type)]] : [],
  )
  return new Map([...filtered, ...always, ...keys.map((column): [string, Doc] => [column, KEY])])
}

const KEY = 'string | number | bigint | null'

const relationsOf = (
  resource: ResourceSchema,
  resources: readonly ResourceSchema[],
): readonly Relation<ResourceSchema>[] =>
  [...relationshipsOf(resource, resources).values()].flatMap(({ relations }) => relations)
