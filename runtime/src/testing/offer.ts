import type { AnyControllers } from '../controller/controller.js'
import { ACTIONS, guardOf, type Action, type Policy } from '../declare/config.js'
import { includePaths } from '../query/include.js'
import { permittedBy } from '../controller/whitelist.js'
import { configuredResource, configuredWhitelist } from '../controller/context-configuration.js'
import { told } from '../adapter/facts.js'
import { offeredInput, offeredOutput } from '../vocabulary/offered-members.js'
import { compile, type CompiledResource } from '../resource/compile.js'
import type { Registry } from '../resource/registry.js'
import {
  type Offer,
  offeredAttributes,
  offeredExtraFields,
  offeredId,
  inputOf,
  offeredRelationships,
} from './offered-fields.js'
import { offeredFilters, offeredSorts, offeredStats } from './offered-queries.js'

/** The parts of an API from which its contract is derived. */
export interface OfferedApi {
  readonly registry: Registry
  readonly controllers: AnyControllers
  /** The option of `createApi`. If it is omitted, it is not compared. */
  readonly idempotency?: object | undefined
}

/** The offer of each resource of an API, including hand-written declarations, by type (rule 25.2). */
export function offerOf({ registry, controllers }: OfferedApi): ReadonlyMap<string, Offer> {
  return new Map(
    [...registry].map(([type, resourceClass]): [string, Offer] => {
      const controller = Object.hasOwn(controllers, type) ? controllers[type] : undefined
      const configured = controller && configuredResource(controller)
      return [type, offerOfResource(compile(configured ?? resourceClass), controller)]
    }),
  )
}

function offerOfResource(resource: CompiledResource, controller: AnyControllers[string] | undefined): Offer {
  const { config } = resource
  return {
    id: offeredId(resource),
    version: config.version,
    attributes: offeredAttributes(resource),
    extraFields: offeredExtraFields(resource),
    relationships: offeredRelationships(resource),
    filters: offeredFilters(resource),
    groups: resource.facts().groups,
    sorts: offeredSorts(resource),
    defaultSort: config.defaultSort.flatMap((entry) =>
      Object.entries(entry).map(([name, direction]) => (direction === 'desc' ? `-${name}` : name)),
    ),
    defaultFilters: Object.fromEntries([...config.defaultFilters.keys()].map((name) => [name, {}])),
    stats: offeredStats(resource),
    page: {
      style: config.pageStyle,
      size: config.defaultPageSize,
      max: config.maxPageSize,
      number: config.defaultPageNumber,
      cursors: config.pagination === undefined && hasCursors(resource),
    },
    cache: config.cache,
    actions: offeredActions(resource, controller),
    ownActions: offeredOwnActions(resource),
    scopes: offeredScopes(resource),
    includes: offeredIncludes(resource, controller),
  }
}

/** Whether a cursor can hold the id: false if the store tells a column of it, and cannot find a record after it. */
function hasCursors({ primaryKey, facts }: CompiledResource): boolean {
  const { column, cursorType } = facts()
  return primaryKey.every((name) => !told(column(name)) || told(cursorType(name)) !== undefined)
}

function offeredActions({ config }: CompiledResource, controller: AnyControllers[string] | undefined): Offer {
  const of = (action: Action): Offer => {
    const guard = guardOf(config, action) ?? true
    const hasMethod = controller !== undefined && action in controller.prototype
    const address = hasMethod && (config.actions.get(action) ?? false) !== false
    return { address, who: typeof guard === 'string' ? [guard] : guard }
  }
  return Object.fromEntries(ACTIONS.map((action) => [action, of(action)]))
}

/** The resource's own actions; its scope has another name here than in a schema. */
function offeredOwnActions({ config }: CompiledResource): Offer | undefined {
  const open = [...config.ownActions.values()].filter(({ guard }) => guard !== false)
  if (open.length === 0) return undefined
  return Object.fromEntries(
    open.map(({ name, on, input, output, guard, scope, transaction }) => [
      name,
      {
        on,
        input: Object.fromEntries(
          [...input.values()].map((each) => [each.name, offeredInput(inputOf(each))]),
        ),
        output: offeredOutput(output),
        who: typeof guard === 'string' ? [guard] : guard,
        ...(scope !== undefined && { scope: true }),
        ...(!transaction && { transaction }),
      },
    ]),
  )
}

/** Where each scope is declared; its methods have other names here than in a schema. */
function offeredScopes({ config }: CompiledResource): Offer {
  const layers = [
    ['resource', config.scopes.get('own')],
    ['defaults', config.scopes.get('default')],
  ] as const
  const declared = SCOPED.map((policy) => [
    policy,
    layers.flatMap(([from, scopes]) => (scopes?.[policy] === undefined ? [] : [{ from }])),
  ])
  return Object.fromEntries(declared.filter(([, from]) => Array.isArray(from) && from.length > 0))
}

const SCOPED: readonly Policy[] = ['read', 'create', 'update', 'updated', 'destroy']

function offeredIncludes(
  { config }: CompiledResource,
  controller: AnyControllers[string] | undefined,
): Offer | undefined {
  const whitelist = (controller && configuredWhitelist(controller)) ?? config.sideloadWhitelist
  if (!whitelist) return undefined
  return Object.fromEntries(
    [...whitelist.keys()].map((action) => {
      const permitted = permittedBy(whitelist, action)
      return [action, permitted ? includePaths(permitted).toSorted() : []]
    }),
  )
}
