import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Api,
  Controller,
  type ControllerClass,
  createApi,
  defineRegistry,
  type OpenApiDocument,
  Resource,
  type ResourceClass,
} from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { expectContract } from '@jsonapi-gen/runtime/testing'
import { type Contract, contractOf, loadSchema, openApiOf } from 'jsonapi-gen'
import type { Action, Offer, OfferedResource } from './offer.js'
import { prismaAdapter } from '../../support/facts.js'

/** A schema with its contract and its document. */
export interface Offered {
  readonly offer: Offer
  readonly contract: Contract
  readonly document: OpenApiDocument
}

/** Compiles a schema; undefined if this random schema is invalid. */
export async function offered(offer: Offer, folder: string): Promise<Offered | undefined> {
  // JSON is also valid YAML.
  await writeFile(join(folder, 'schema.yaml'), JSON.stringify(offer))
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) return undefined
  const contract = contractOf(loaded.schema)
  return { offer, contract, document: openApiOf(contract, { full: true }) as unknown as OpenApiDocument }
}

/**
 * Serves a schema. The declarations of its resources are compared with the contract, to ensure that both
 * describe the same schema.
 */
export function served({ offer, contract }: Offered, prisma: PrismaClientLike): Pick<Api, 'fetch'> {
  const adapter = prismaAdapter(prisma)
  const resources = Object.entries(offer.resources).map(
    ([type, resource]) => [type, resourceOf(type, resource, adapter)] as const,
  )
  const registry = defineRegistry(Object.fromEntries(resources))
  const controllers = Object.fromEntries(
    resources.map(([type, resource]) => [type, controllerOf(resource, offer.resources[type]?.actions)]),
  )
  expectContract({ registry, controllers }, JSON.parse(JSON.stringify(contract)))
  return createApi({ registry, controllers })
}

let filled = 0

function resourceOf(type: string, offer: OfferedResource, adapter: PrismaAdapter): ResourceClass {
  const made = class extends Resource {
    /** The extra field that all resources share. */
    words(): number {
      return 3
    }

    /** Fills the columns that no client can write, but that every row needs. */
    override create(given: Readonly<Record<string, unknown>>): Promise<never> {
      const unwritten = Object.entries(offer.attributes)
        .filter(([, { type, writable }]) => type === 'string' && writable === false)
        .map(([name, { column = name }]) => [column, `filled${++filled}@x.example`])
      return super.create({ ...Object.fromEntries(unwritten), ...given }) as Promise<never>
    }
  }
  made.type(type)
  made.model(offer.model)
  made.useAdapter(adapter)
  made.id('integer', offer.clientIds ? { clientIds: offer.clientIds } : {})
  for (const [name, attribute] of Object.entries(offer.attributes)) made.attribute(name, attribute as never)
  for (const [name, filter] of Object.entries(offer.filters)) made.allowFilter(name, filter as never)
  for (const [name, filter] of Object.entries(offer.defaultFilters ?? {})) {
    made.defaultFilter(name, filter as never)
  }
  for (const [name, calculations] of Object.entries(offer.stats)) {
    made.allowStat({ [name]: calculations } as never)
  }
  for (const [name, of] of Object.entries(offer.extraFields)) {
    made.extraField(name, { type: of, value: 'words' } as never)
  }
  made.defaultSort(
    offer.defaultSort.map((key) => (key.startsWith('-') ? { [key.slice(1)]: 'desc' } : { [key]: 'asc' })),
  )
  made.defaultPageSize(offer.page.size)
  made.maxPageSize(offer.page.max)
  if (offer.page.style) made.pageStyle(offer.page.style)
  for (const [name, { kind, ...sideload }] of Object.entries(offer.sideloads)) {
    made[kind](name, sideload as never)
  }
  if (offer.sideloadWhitelist) made.sideloadWhitelist(offer.sideloadWhitelist)
  made.actions(offer.actions as never)
  return made
}

/** A controller with the actions of a resource. */
function controllerOf(
  resource: ResourceClass,
  actions: Readonly<Partial<Record<Action, unknown>>> = {},
): ControllerClass {
  const made = class extends Controller {
    static {
      this.jsonapi(resource)
    }

    /** The base's guard, which every request passes. */
    isMember(): boolean {
      return true
    }

    /** The guard that only a head has, and that no request passes. */
    isEditor(): boolean {
      return false
    }
  }
  const methods: Record<Action, (this: Controller) => Promise<Response>> = {
    async index() {
      return this.renderJsonapi(this.jsonapiResource.baseScope(this))
    },
    async show() {
      return this.renderJsonapi(this.recordScope(), { id: this.params.id })
    },
    async create() {
      const [record, success] = await this.jsonapiCreate()
      return success
        ? this.renderJsonapi(record, { scope: false, status: 201 })
        : this.renderErrorsFor(record)
    },
    async update() {
      const [record, success] = await this.jsonapiUpdate()
      return success ? this.renderJsonapi(record, { scope: false }) : this.renderErrorsFor(record)
    },
    async destroy() {
      await this.jsonapiDestroy()
      return this.renderNothing()
    },
  }
  for (const [name, method] of Object.entries(methods)) {
    if (actions[name as Action] !== false) Object.assign(made.prototype, { [name]: method })
  }
  return made
}
