import { defineRegistry, type Registry, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { type AdapterFacts, type AdapterResource, factsOf } from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import type { Schema } from 'jsonapi-gen'
import { parseType } from '../../../runtime/src/vocabulary/type.js'

type ResourceSchema = Schema['resources'][number]
type Sideload = ResourceSchema['sideloads'][number]

/**
 * Declares the resources of a schema as classes with their keys, attributes, relationships and guards, and their
 * joins as facts.
 */
export function declaredSchema({ resources }: Pick<Schema, 'resources'>): Registry {
  const [stored, others] = [new Told(resources), new NullAdapter()]
  const classes = resources.map((each) => [
    each.type,
    classOf(each, each.adapter === 'null' ? others : stored),
  ])
  return defineRegistry(Object.fromEntries(classes) as Record<string, ResourceClass>)
}

/** An adapter whose store describes joins and columns according to the schema. */
class Told extends NullAdapter {
  readonly #resources: readonly ResourceSchema[]

  constructor(resources: readonly ResourceSchema[]) {
    super()
    this.#resources = resources
  }

  override facts(resource: AdapterResource): AdapterFacts {
    const own = this.#resources.find(({ type }) => type === resource.type)
    return factsOf(this, {
      joinRecords: ({ relation, key }) => {
        const join = this.#resources
          .flatMap(({ sideloads }) => sideloads)
          .flatMap((each) =>
            each.kind === 'hasAndBelongsToMany' &&
            each.resource === resource.type &&
            each.relation === relation &&
            each.key.join() === key.join()
              ? [each.join]
              : [],
          )[0]
        return join ? { ...join, otherReferences: own?.key?.map(({ name }) => name) ?? ['id'] } : undefined
      },
      column: (name) => {
        const isNullable = own?.sideloads.some(
          (each) =>
            each.kind === 'belongsTo' &&
            each.nullable &&
            each.required !== true &&
            each.foreignKey.includes(name) &&
            !each.neverNull.includes(name),
        )
        return isNullable === true ? parseType('integer?') : undefined
      },
    })
  }
}

function classOf(schema: ResourceSchema, adapter: NullAdapter): ResourceClass {
  const { type, model, id, idAttribute, key, attributes, sideloads } = schema
  return class extends Resource {
    static {
      this.useAdapter(adapter)
      this.type(type)
      if (model !== undefined) this.model(model)
      if (key) {
        // The values of an enum do not affect relationships.
        const kinds = key.map(({ name, type: of }) => [name, of.kind === 'enum' ? 'string' : of.kind])
        this.id(Object.fromEntries(kinds) as never)
      }
      if (!key) this.id(id, idAttribute === undefined ? {} : ({ column: idAttribute } as never))
      for (const { name, column, readable, writable } of attributes) {
        this.attribute(name, { type: 'integer', column, readable, writable } as never)
      }
      for (const sideload of sideloads) declare(this, sideload)
    }
  }
}

function declare(resource: ResourceClass, sideload: Sideload): void {
  const { kind, name, readable, writable, dependent } = sideload
  const macro: unknown = Reflect.get(resource, kind === 'custom' ? 'allowSideload' : kind)
  if (typeof macro !== 'function') throw new Error(`There is no macro ${kind}.`)
  macro.call(resource, name, { ...optionsOf(sideload), readable, writable, ...(dependent && { dependent }) })
}

function optionsOf(sideload: Sideload): object {
  switch (sideload.kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne':
    case 'polymorphicHasMany':
      return {
        resource: sideload.resource,
        foreignKey: sideload.foreignKey,
        ...(sideload.primaryKey && { primaryKey: sideload.primaryKey }),
        ...(sideload.kind === 'polymorphicHasMany' && { as: sideload.as }),
      }
    case 'hasAndBelongsToMany':
      return {
        resource: sideload.resource,
        foreignKey: { [sideload.relation]: sideload.key },
        ...(sideload.primaryKey && { primaryKey: sideload.primaryKey }),
      }
    case 'polymorphicBelongsTo':
      return {
        groupBy: sideload.groupBy,
        groups: Object.fromEntries(
          sideload.groups.map(({ name, resource, foreignKey, primaryKey }) => [
            name,
            { resource, foreignKey, ...(primaryKey !== undefined && { primaryKey }) },
          ]),
        ),
      }
    case 'custom':
      return { resource: sideload.resource, many: sideload.many, scope: () => undefined, assign: () => [] }
  }
}
