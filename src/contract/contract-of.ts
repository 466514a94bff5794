import { deepFreeze } from '../schema/freeze.js'
import type { ResourceSchema, Schema, WhitelistSchema } from '../schema/schema.js'
import { accessOf } from './access.js'
import {
  CONTRACT_VERSION,
  type Contract,
  type PageContract,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { attributesOf, extraFieldsOf, idOf } from './fields.js'
import { filtersOf, hasGroups } from './filters.js'
import { LIMITS } from './limits.js'
import { described, jsonOf, named } from './named.js'
import { ownActionsOf } from './own-actions.js'
import { offeredRelationships } from './relationships.js'
import { defaultSortOf, sortsOf } from './sorts.js'
import { statsOf } from './stats.js'

/**
 * The contract of a schema. It is a pure function: the same schema gives the same contract, in whatever order it is
 * written.
 */
export function contractOf(schema: Schema): Contract {
  return deepFreeze({
    contract: CONTRACT_VERSION,
    limits: LIMITS,
    defaultScopes: named(schema.defaultScopes.map(({ name, policies }) => [name, policies])),
    ...(schema.idempotency && { idempotency: true }),
    resources: named(schema.resources.map((resource) => [resource.type, resourceOf(resource, schema)])),
  })
}

function resourceOf(resource: ResourceSchema, schema: Schema): ResourceContract {
  const { description, version, cache, whitelist } = resource
  return {
    ...described(description),
    id: idOf(resource),
    ...(version !== undefined && { version }),
    attributes: attributesOf(resource, schema),
    extraFields: extraFieldsOf(resource),
    ...offeredRelationships(resource, schema),
    filters: filtersOf(resource, schema),
    groups: hasGroups(resource),
    defaultFilters: defaultFiltersOf(resource),
    sorts: sortsOf(resource, schema),
    defaultSort: defaultSortOf(resource),
    stats: statsOf(resource, schema),
    page: pageOf(resource),
    ...(cache !== undefined && { cache }),
    ...accessOf(resource, schema),
    ...ownActionsOf(resource),
    ...(whitelist && { includes: includesOf(whitelist) }),
  }
}

function defaultFiltersOf({ defaultFilters }: ResourceSchema): ResourceContract['defaultFilters'] {
  return named(
    defaultFilters.map(({ name, apply }) => [
      name,
      apply.kind === 'custom'
        ? 'custom'
        : named(apply.conditions.map(({ operator, value }) => [operator, jsonOf(value)])),
    ]),
  )
}

/** Undeclared settings have the defaults of the runtime (rule 1.3). */
function pageOf({ page, paginate, sort, hasCursors }: ResourceSchema): PageContract {
  const { style = 'number', size = 20, max = 1000, number = 1 } = page
  return { style, size, max, number, cursors: hasCursors && paginate !== 'custom' && sort !== 'custom' }
}

function includesOf(whitelist: WhitelistSchema): NonNullable<ResourceContract['includes']> {
  const actions =
    whitelist.kind === 'every' ? [{ action: 'default' as const, paths: whitelist.paths }] : whitelist.actions
  return named(
    actions.map(({ action, paths }) => [action, [...new Set(paths.flatMap(prefixesOf))].toSorted()]),
  )
}

/** A path, and each of its prefixes: including a relationship's records includes those on the way. */
function prefixesOf(path: string): readonly string[] {
  const segments = path.split('.')
  return segments.map((_, index) => segments.slice(0, index + 1).join('.'))
}
