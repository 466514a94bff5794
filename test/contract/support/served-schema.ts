import {
  type Api,
  Controller,
  type ControllerClass,
  createApi,
  defineRegistry,
  Resource,
  type ResourceClass,
} from '@jsonapi-gen/runtime'
import { expectContract } from '@jsonapi-gen/runtime/testing'
import { type Contract, contractOf, type Schema } from 'jsonapi-gen'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'

type ResourceSchema = Schema['resources'][number]

/** A schema that is served without generating a project, and its contract. */
export interface ServedSchema {
  readonly api: Api
  readonly contract: Contract
}

/**
 * Serves the creates of a schema with ids, attributes and to-one relationships. The declarations of its
 * resources are compared with the contract.
 */
export function servedSchema(schema: Schema, adapter: Adapter): ServedSchema {
  const resources = schema.resources.map((each) => [each.type, resourceOf(each, adapter)] as const)
  const registry = defineRegistry(Object.fromEntries(resources))
  const controllers = Object.fromEntries(
    resources.map(([type, resource]) => [type, controllerOf(resource)] as const),
  )
  const contract = contractOf(schema)
  expectContract({ registry, controllers }, contract)
  return { api: createApi({ registry, controllers }), contract }
}

function resourceOf(schema: ResourceSchema, adapter: Adapter): ResourceClass {
  const { type, model, id, idAttribute, key, clientIds, attributes, sideloads } = schema
  return class extends Resource {
    static {
      this.useAdapter(adapter)
      this.type(type)
      if (model !== undefined) this.model(model)
      if (key) this.id(Object.fromEntries(key.map((each) => [each.name, each.type.kind])) as never)
      else this.id(id, { clientIds, ...(idAttribute !== undefined && { attribute: idAttribute }) })
      for (const { name, column, type: of, writable } of attributes) {
        this.attribute(name, {
          type: of.kind,
          ...(of.nullable && { nullable: true }),
          ...(column !== name && { column }),
          ...(writable === false && { writable }),
        } as never)
      }
      for (const sideload of sideloads) {
        if (sideload.kind !== 'belongsTo') throw new Error(`${sideload.name} is a ${sideload.kind}.`)
        const { name, resource, foreignKey, primaryKey, writable } = sideload
        this.belongsTo(name, {
          resource,
          foreignKey,
          ...(primaryKey && { primaryKey }),
          ...(writable === false && { writable }),
        } as never)
      }
    }
  }
}

function controllerOf(resource: ResourceClass): ControllerClass {
  return class extends Controller {
    static {
      this.jsonapi(resource)
    }

    async index() {
      return this.renderJsonapi(this.jsonapiResource.baseScope(this))
    }

    async create() {
      const [record, success] = await this.jsonapiCreate()
      return success
        ? this.renderJsonapi(record, { scope: false, status: 201 })
        : this.renderErrorsFor(record)
    }
  }
}
