import { resourceNames } from '../../name/resource-names.js'
import type { ResourceSchema } from '../schema.js'
import { adapterOf } from '../path.js'
import { resolveAttributes } from './attribute.js'
import type { Resolving } from './context.js'
import { resolveDefaultFilters } from './default-filter.js'
import { resolveDeprecated } from './deprecated.js'
import { resolveFilters } from './filter.js'
import { checkClientIds, resolveKey } from './key.js'
import { checkNullAdapter } from './null-adapter.js'
import { resolveOwnActions } from './own-action.js'
import { resolvePolicies } from './policies.js'
import { checkPolymorphic } from './polymorphic.js'
import { resolveSideloads } from './sideload.js'
import {
  columnsWithoutCursors,
  resolveDefaultSort,
  resolveDeprecatedSorts,
  resolvePage,
  resolveSorts,
} from './sort.js'
import { resolveExtraFields, resolveStats } from './stat.js'
import { resolveUnindexed } from './unindexed.js'
import { checkVersion } from './version.js'
import { resolveWhitelist } from './whitelist.js'

/** Completes one declared resource: derived names, resolved types, and the methods of custom parts. */
export function resolveResource(resolving: Resolving): ResourceSchema {
  const { resource } = resolving
  const names = resourceNames(resource.type.value)
  const adapter = adapterOf(resource)
  const behaviour = adapter === 'null' ? 'custom' : 'default'
  checkVersion(resolving)
  checkClientIds(resolving)
  checkPolymorphic(resolving)
  checkNullAdapter(resolving)
  return {
    type: resource.type.value,
    at: resource.type.at,
    names,
    description: resource.description,
    deprecated: resolveDeprecated(
      { name: resource.type, deprecated: resource.deprecated },
      'resource',
      resolving.directory.resources.keys(),
      resolving.report,
    ),
    adapter,
    model: resource.model?.value ?? (adapter === 'null' ? undefined : names.stem),
    id: resource.key ? 'string' : (resource.id?.value ?? 'integer'),
    key: resolveKey(resolving),
    idAttribute: resource.idAttribute?.value === 'id' ? undefined : resource.idAttribute?.value,
    idLength: resource.key ? undefined : resource.idLength,
    clientIds: resource.clientIds?.value ?? 'forbidden',
    version: resource.version?.value,
    readBack: resource.readBack?.value,
    attributes: resolveAttributes(resolving),
    filled: resource.filled,
    unfilled: resource.unfilled,
    filters: resolveFilters(resolving),
    defaultFilters: resolveDefaultFilters(resolving),
    stats: resolveStats(resolving),
    extraFields: resolveExtraFields(resolving),
    sort: resource.sort?.value ?? behaviour,
    paginate: resource.paginate?.value ?? behaviour,
    sorts: resolveSorts(resolving),
    deprecatedSorts: resolveDeprecatedSorts(resolving),
    defaultSort: resolveDefaultSort(resolving),
    page: resolvePage(resolving),
    hasCursors: columnsWithoutCursors(resolving).length === 0,
    cache: (resource.cache ?? resolving.defaults.cache)?.value,
    sideloads: resolveSideloads(resolving),
    whitelist: resolveWhitelist(resolving),
    ...resolvePolicies(resolving),
    ownActions: resolveOwnActions(resolving),
    unindexed: resolveUnindexed(resource, resolving.defaults),
  }
}
