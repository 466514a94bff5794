import {
  targetsOf,
  type AttributeSchema,
  type ExtraFieldSchema,
  type FilterSchema,
  type ResourceSchema,
  type Schema,
  type SideloadSchema,
  type StatSchema,
} from '../schema/schema.js'
import { readersOf } from '../schema/relations.js'
import { docOf } from './deprecated-doc.js'
import type { InterfaceNode, TypeAliasNode } from './file.js'
import { generic, text, unionArgument, unionProperty } from './layout/code.js'
import { jsdoc } from './layout/jsdoc.js'
import type { Modules } from './modules.js'
import type { Names } from './names.js'
import type { OwnTypes } from './own-types.js'
import { tableName } from './store-file.js'
import { literalProperty, property, type LiteralMember } from './property.js'
import { customFilterType, filterType, idTypeOf, propertyType } from './value-type.js'

/**
 * The Shape interface of a resource: everything that the runtime computes types from (rule 20.10). An attribute may be
 * missing from a result if a guard may hide it: its own guard, or the guard of a relationship whose key it shows.
 */
export function emitShape(
  resource: ResourceSchema,
  schema: Schema,
  names: Names,
  modules: Modules,
  ownTypes: OwnTypes,
): InterfaceNode {
  const onNull = resource.adapter === 'null'
  const { resources } = schema
  const required = resource.filters.filter((filter) => filter.required).map(({ name }) => text(name))
  return {
    kind: 'interface',
    docs: [jsdoc(resource.description ?? `The types of ${resource.type}.`, 0)],
    name: names.shape,
    isExported: true,
    typeParameters: onNull ? [{ name: 'Scope', default: 'unknown' }] : [],
    properties: [
      property('type', text(resource.type)),
      property('id', idTypeOf(resource.id)),
      property('record', names.record),
      property('scope', onNull ? 'Scope' : names.scope),
      property('context', 'ApplicationController'),
      literalProperty(
        'attributes',
        resource.attributes.filter(isShown).map((each) => ({
          ...described(each, ownTypes.typeOf(each)),
          isOptional: readersOf(resource, each, resources).some((guard) => typeof guard === 'string'),
        })),
      ),
      literalProperty('filters', resource.filters.flatMap(filterMembers)),
      property('required', unionProperty(required)),
      property('sorts', unionProperty(sortsOf(resource))),
      literalProperty('stats', resource.stats.map(statMember)),
      literalProperty(
        'extraFields',
        resource.extraFields.map((each) => described(each)),
      ),
      literalProperty(
        'sideloads',
        resource.sideloads.map((sideload) => sideloadMember(sideload, modules)),
      ),
      ...(resource.ownActions.length === 0
        ? []
        : [
            literalProperty(
              'actions',
              resource.ownActions.map(({ name, on, deprecated }) => ({
                name,
                type: text(on),
                description: docOf({ deprecated }),
              })),
            ),
          ]),
    ],
  }
}

/**
 * The type that filters, sorts and pages of a resource are chained onto. On the Null adapter, the application chooses
 * it.
 */
export function emitScope(
  { adapter, model = '', type }: ResourceSchema,
  { store }: Schema,
  names: Names,
): readonly TypeAliasNode[] {
  if (adapter === 'null') return []
  const ofPrisma = names.stored === undefined ? 'PrismaScope' : `PrismaScope<Prisma.${model}FindManyArgs>`
  const scope = adapter === 'kysely' ? `KyselyScope<Database, ${text(tableName(model, store))}>` : ofPrisma
  return [
    {
      kind: 'type',
      docs: [
        jsdoc(`A list of ${type} before it is loaded: conditions, sorts and a page are chained onto it.`, 0),
      ],
      name: names.scope,
      isExported: true,
      type: scope,
    },
  ]
}

/**
 * Whether at least some clients may read an attribute. Otherwise, it is neither a field of a result nor a sort key
 * (rule 7.3).
 */
export const isShown = ({ readable }: AttributeSchema): boolean => readable !== false

function described(
  { name, type, ...field }: AttributeSchema | ExtraFieldSchema,
  own?: string,
): LiteralMember {
  return { name, type: propertyType(type, own), description: docOf(field) }
}

// For users, an alias is a filter like any other.
function filterMembers({
  name,
  aliases,
  type,
  operators,
  method,
  deprecated,
}: FilterSchema): readonly LiteralMember[] {
  const filter = method === undefined ? filterType(type, operators) : customFilterType(type)
  return [name, ...aliases].map((each) => ({ name: each, type: filter, description: docOf({ deprecated }) }))
}

function sortsOf(resource: ResourceSchema): readonly string[] {
  const sortable = resource.attributes.filter((each) => each.sortable !== false && isShown(each))
  // A sort method receives only the attributes of the resource.
  const through = resource.sort === 'default' ? resource.sorts : []
  return ['id', ...sortable.map(({ name }) => name), ...through].map(text)
}

function statMember({ name, builtIn, custom, deprecated }: StatSchema): LiteralMember {
  const calculations = [...builtIn, ...custom.map(({ calculation }) => calculation)]
  const type = unionProperty([...new Set(calculations)].map(text))
  return { name, type, description: docOf({ deprecated }) }
}

function sideloadMember(sideload: SideloadSchema, modules: Modules): LiteralMember {
  const { name } = sideload
  const shapes = targetsOf(sideload).map((type) => modules.shapeOf(type))
  return {
    name,
    type: generic(sideload.many ? 'ToMany' : 'ToOne', [unionArgument(shapes)]),
    description: docOf(sideload),
  }
}
