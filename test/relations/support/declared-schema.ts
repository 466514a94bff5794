import { defineRegistry, type Registry, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { type AdapterFacts, datamodelOf, factsOf, type StoreFacts } from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { deprecatedOf } from '@jsonapi-gen/runtime/vocabulary'
import type { Schema } from 'jsonapi-gen'

type ResourceSchema = Schema['resources'][number]
type Sideload = ResourceSchema['sideloads'][number]

/**
 * Declares the resources of a schema as classes with their keys, attributes, relationships and guards, and their
 * joins as facts.
 */
export function declaredSchema({ resources, store }: Pick<Schema, 'resources'> & Partial<Schema>): Registry {
  const [stored, others] = [new Informed(store as StoreFacts | undefined), new NullAdapter()]
  const classes = resources.map((each) => [
    each.type,
    classOf(each, each.adapter === 'null' ? others : stored),
  ])
  return defineRegistry(Object.fromEntries(classes) as Record<string, ResourceClass>)
}

/** An adapter with the facts of a schema. */
class Informed extends NullAdapter {
  readonly #facts: AdapterFacts

  constructor(store: StoreFacts | undefined) {
    super()
    this.#facts = factsOf(this, {}, datamodelOf(store ? [store] : []))
  }

  override facts(): AdapterFacts {
    return this.#facts
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
  const options = { ...optionsOf(sideload), ...deprecatedOf(sideload) }
  const macro: unknown = Reflect.get(resource, kind === 'custom' ? 'allowSideload' : kind)
  if (typeof macro !== 'function') throw new Error(`There is no macro ${kind}.`)
  macro.call(resource, name, { ...options, readable, writable, ...(dependent && { dependent }) })
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
