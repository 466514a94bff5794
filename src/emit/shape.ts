import {
  isToMany,
  targetsOf,
  type AttributeSchema,
  type FilterSchema,
  type ResourceSchema,
  type SideloadSchema,
  type StatSchema,
} from '../schema/schema.js'
import type { Names } from './imports.js'
import { generic, key, text, unionArgument, unionProperty } from './layout/code.js'
import { layOut, type Doc } from './layout/doc.js'
import { jsdoc } from './layout/jsdoc.js'
import type { Modules } from './modules.js'
import { filterType, idTypeOf, propertyType } from './value-type.js'

/** The Shape interface of a resource: everything that the runtime computes types from (rule 20.10). */
export function emitShape(resource: ResourceSchema, names: Names, modules: Modules): string {
  const onNull = resource.adapter === 'null'
  const required = resource.filters.filter((filter) => filter.required).map(({ name }) => text(name))
  return [
    jsdoc(resource.description ?? `The types of ${resource.type}.`, 0),
    `export interface ${names.shape}${onNull ? '<Scope = unknown>' : ''} {`,
    ...property('type', [' ', text(resource.type)]),
    ...property('id', [' ', idTypeOf(resource.id)]),
    ...property('record', [' ', names.record]),
    ...property('scope', [' ', onNull ? 'Scope' : prismaScope(resource, names)]),
    ...members('attributes', resource.attributes.flatMap(emitAttribute)),
    ...members('filters', resource.filters.flatMap(emitFilter)),
    ...property('required', unionProperty(required)),
    ...property('sorts', unionProperty(sortsOf(resource))),
    ...members('stats', resource.stats.map(emitStat)),
    ...members(
      'extraFields',
      resource.extraFields.flatMap((field) => described(field, propertyType(field.type))),
    ),
    ...members(
      'sideloads',
      resource.sideloads.flatMap((sideload) => emitSideload(sideload, modules)),
    ),
    '}',
  ].join('\n')
}

function property(name: string, type: Doc): readonly string[] {
  return [`  ${layOut([name, ':', type], 1)}`]
}

function members(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [`  ${name}: Record<never, never>`] : [`  ${name}: {`, ...lines, '  }']
}

function prismaScope(resource: ResourceSchema, names: Names): string {
  return names.recordImport === undefined
    ? 'PrismaScope'
    : `PrismaScope<Prisma.${resource.model ?? ''}FindManyArgs>`
}

function emitAttribute(attribute: AttributeSchema): readonly string[] {
  return described(attribute, propertyType(attribute.type))
}

function described(
  { name, description }: { readonly name: string; readonly description: string | undefined },
  type: Doc,
): readonly string[] {
  const comment = description === undefined ? [] : [jsdoc(description, 2)]
  return [...comment, member(name, type)]
}

function member(name: string, type: Doc): string {
  return `    ${layOut([key(name), type], 2)}`
}

// An alias is a filter like any other to whoever writes a query.
function emitFilter({ name, aliases, type, operators, method }: FilterSchema): readonly string[] {
  const doc = filterType(type, method === undefined ? operators : ['eq'])
  return [name, ...aliases].map((each) => member(each, [': ', doc]))
}

function sortsOf(resource: ResourceSchema): readonly string[] {
  const sortable = resource.attributes.filter(({ sortable }) => sortable !== false)
  return ['id', ...sortable.map(({ name }) => name)].map(text)
}

function emitStat({ name, builtIn, custom }: StatSchema): string {
  const calculations = [...builtIn, ...custom.map(({ calculation }) => calculation)]
  return member(name, [':', unionProperty([...new Set(calculations)].map(text))])
}

function emitSideload(sideload: SideloadSchema, modules: Modules): readonly string[] {
  const shapes = targetsOf(sideload).map((type) => modules.shapeOf(type))
  const type = generic(isToMany(sideload) ? 'ToMany' : 'ToOne', [unionArgument(shapes)])
  return described(sideload, [': ', type])
}
