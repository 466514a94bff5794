import { cursorTypeIn, typeOfColumn } from '../facts/implied.js'
import { configuredResource, configuredWhitelist } from '../controller/context-configuration.js'
import type { AnyControllers } from '../controller/controller.js'
import { ACTIONS, type AttributeConfig, guardOf, type Policy } from '../declare/config.js'
import { filterPath } from '../plan/filters/filter-target.js'
import { isOrderable } from '../plan/view/names.js'
import { namesOf } from '../plan/view/view.js'
import { mayHide } from '../reader/policies/visibility.js'
import { includePaths, permittedBy } from '../query/include.js'
import { compile, type CompiledResource } from '../resource/compile.js'
import type { Registry } from '../resource/registry.js'
import { deprecatedOf } from '../vocabulary/deprecation.js'
import { relationOfGroup, relationshipOf, relationshipsOf } from '../resource/relations.js'
import { isPlainKey } from '../value/key.js'
import { isIdKind } from '../vocabulary/values/type.js'
import { offeredValue } from '../vocabulary/contract/offered-queries.js'
import {
  type DeclaredInput,
  type Offered,
  type OfferedResource,
  offeredResource,
} from '../vocabulary/contract/offered-resource.js'

/** The parts of an API that its contract is derived from. */
export interface OfferedApi {
  readonly registry: Registry
  readonly controllers: AnyControllers
  /** The same option as in `createApi`. If omitted, it is not compared. */
  readonly idempotency?: object | undefined
}

/** Returns the offer of each resource in an API, by type, including hand-written declarations. */
export function offerOf({ registry, controllers }: OfferedApi): ReadonlyMap<string, Offered<Described>> {
  return new Map(
    [...registry].map(([type, resourceClass]): [string, Offered<Described>] => {
      const controller = Object.hasOwn(controllers, type) ? controllers[type] : undefined
      const configured = controller && configuredResource(controller)
      const resource = compile(configured ?? resourceClass)
      return [type, offeredResource(resource, (each) => describe(each, controller))]
    }),
  )
}

type Described = OfferedResource<CompiledResource>

/** A resource, as its class and its controller declare it. Facts that only a schema decides are not compared. */
function describe(resource: CompiledResource, controller: AnyControllers[string] | undefined): Described {
  const { config, primaryKey, key, byColumn, idType } = resource
  const { minLength, maxLength, clientIds } = config.id
  const names = namesOf(resource)
  return {
    id: {
      // `id` of a class accepts no other kind.
      type: isIdKind(idType.kind) ? idType.kind : 'string',
      clientIds,
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
    },
    deprecated: config.deprecated,
    deprecatedSorts: config.deprecatedSorts,
    primaryKey,
    isComposite: !isPlainKey(key),
    key: key.map(({ name, type }) => ({ name: byColumn.get(name)?.name ?? name, type: offeredValue(type) })),
    ...(config.version !== undefined && { version: config.version }),
    attributes: [...config.attributes.values()].map((attribute) => {
      const { name, column, readable, writable, sortable } = attribute
      const guards = { readable, writable, sortable }
      const { deprecated } = attribute
      const isSorted = isOrderable(resource, attribute)
      return { name, column, deprecated, ...guards, ...inputOf(attribute), isOrderable: isSorted }
    }),
    extraFields: Object.fromEntries(
      [...config.extraFields].map(([name, { type, deprecated }]) => [
        name,
        { ...(type && offeredValue(type)), ...deprecatedOf({ deprecated }) },
      ]),
    ),
    relationships: relationshipsOf(resource),
    sideloads: [...config.sideloads.values()].map((sideload) => {
      const { name, linkage, dependent, deprecated } = sideload
      const relation = relationOfGroup(relationshipOf(resource, sideload), '')
      const nullable = relation !== undefined && mayHide(relation)
      const unsaid = { takesNull: false, required: false, fills: [] }
      return { name, linkage, dependent, deprecated, nullable, ...unsaid }
    }),
    filters: names.filters().map(({ config: filter, target, operators }) => ({
      name: filter.name,
      path: filterPath(filter),
      isColumn: filter.column !== undefined,
      type: target.type,
      guard: filter.if,
      operators,
      aliases: filter.aliases.filter((alias) => alias !== filter.name),
      required: filter.required,
      custom: filter.filter !== undefined,
      deprecated: filter.deprecated,
    })),
    sorts: [...config.sorts],
    stats: [...config.stats].map(([name, { deprecated }]) => {
      const { attribute, column, calculations } = names.stat(name)
      return {
        name,
        path: [column],
        isColumn: attribute === undefined,
        calculations: [...calculations.keys()],
        deprecated,
      }
    }),
    groups: resource.facts().can.filterByGroups,
    defaultFilters: Object.fromEntries([...config.defaultFilters.keys()].map((name) => [name, {}])),
    defaultSort: config.defaultSort.flatMap((entry) => Object.entries(entry)),
    page: {
      style: config.pageStyle,
      size: config.defaultPageSize,
      max: config.maxPageSize,
      number: config.defaultPageNumber,
      cursors: config.pagination === undefined && hasCursors(resource),
    },
    ...(config.cache !== undefined && { cache: config.cache }),
    actions: ACTIONS.map((action) => {
      const hasMethod = controller !== undefined && action in controller.prototype
      const address = hasMethod && (config.actions.get(action) ?? false) !== false
      const deprecated = config.deprecatedActions.get(action)
      return { action, address, guard: guardOf(config, action) ?? true, deprecated }
    }),
    ownActions: [...config.ownActions.values()]
      .filter(({ guard }) => guard !== false)
      .map(({ input, scope, ...action }) => ({
        ...action,
        input: [...input.values()].map((each) => ({ name: each.name, ...inputOf(each) })),
        from: 'resource',
        // The method of a scope is not its name in a schema.
        scope: scope && '',
      })),
    scopes: scopesOf(resource),
    inheritsScopes: false,
    public: false,
    includes: includesOf(resource, controller),
  }
}

/** Whether a cursor can hold the id: false if the store tells a column of it, and cannot find a record after it. */
function hasCursors(resource: CompiledResource): boolean {
  return resource.primaryKey.every(
    (name) => !typeOfColumn(resource, name) || cursorTypeIn(resource, name) !== undefined,
  )
}

/** The declaration of a value that a request contains. */
function inputOf(attribute: AttributeConfig): DeclaredInput {
  const { type, required, default: preset } = attribute
  const { minLength, maxLength, pattern, format, minimum, maximum } = attribute
  const constraints = { minLength, maxLength, pattern, format, minimum, maximum }
  return { type, required, default: preset, constraints }
}

/** Where each scope is declared; its methods have other names here than in a schema. */
function scopesOf({ config }: CompiledResource): Described['scopes'] {
  const layers = [
    ['resource', config.scopes.get('own')],
    ['defaults', config.scopes.get('default')],
  ] as const
  const declared = SCOPED.map((policy): readonly [Policy, readonly object[]] => [
    policy,
    layers.flatMap(([from, scopes]) => (scopes?.[policy] === undefined ? [] : [{ from }])),
  ])
  return Object.fromEntries(declared.filter(([, layered]) => layered.length > 0))
}

const SCOPED: readonly Policy[] = ['read', 'create', 'update', 'updated', 'destroy']

function includesOf(
  { config }: CompiledResource,
  controller: AnyControllers[string] | undefined,
): Described['includes'] {
  const whitelist = configuredWhitelist(controller, config)
  return (
    whitelist &&
    [...whitelist.keys()].map((action) => {
      const permitted = permittedBy(whitelist, action)
      return [action, permitted ? includePaths(permitted) : []] as const
    })
  )
}
