import { ID_KINDS } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { located } from '../../source/source.js'
import type { Entry, Tree } from '../../tree/tree.js'
import type { DeclaredResource } from '../declared.js'
import { ADAPTERS, CLIENT_IDS } from '../types.js'
import { readAttributes } from './attribute.js'
import { readCache } from './cache.js'
import { readDeprecated } from './deprecated.js'
import { readFields } from './fields.js'
import { readDefaultFilters, readFilters } from './filter.js'
import { readPage } from './page.js'
import { readActions, readScopes } from './policies.js'
import { readSideloads, readWhitelist } from './sideload.js'
import { readSorts } from './sorts.js'
import { readExtraFields, readStats } from './stat.js'
import { readUnindexed } from './unindexed.js'
import { readBoolean, readOneOf, readText, readTexts } from './values.js'

/** The keys of a resource. */
export const RESOURCE_KEYS = [
  'description',
  'model',
  'adapter',
  'id',
  'clientIds',
  'version',
  'readBack',
  'attributes',
  'filters',
  'defaultFilters',
  'stats',
  'extraFields',
  'sort',
  'paginate',
  'sorts',
  'defaultSort',
  'page',
  'cache',
  'sideloads',
  'sideloadWhitelist',
  'actions',
  'scopes',
  'public',
  'unindexed',
  'deprecated',
] as const

const BEHAVIOURS = ['default', 'custom'] as const

/** One entry of `resources`. */
export function readResource(entry: Entry, report: Report): DeclaredResource {
  const fields = readFields(entry.value, `resource ${quoted(entry.key)}`, RESOURCE_KEYS, report)
  return {
    type: located(entry.key, entry.at),
    description: readText(fields.get('description'), 'A description', report)?.value,
    deprecated: readDeprecated(fields.get('deprecated'), `resource ${quoted(entry.key)}`, report),
    model: readText(fields.get('model'), 'model', report),
    adapter: readOneOf(fields.get('adapter'), 'The adapter', ADAPTERS, report),
    ...readId(fields.get('id'), report),
    clientIds: readOneOf(fields.get('clientIds'), 'clientIds', CLIENT_IDS, report),
    version: readText(fields.get('version'), 'version', report),
    readBack: readBoolean(fields.get('readBack'), 'readBack', report),
    attributes: readAttributes(fields.get('attributes'), report),
    columns: undefined,
    filled: [],
    unfilled: [],
    cursorless: [],
    filters: readFilters(fields.get('filters'), report),
    defaultFilters: readDefaultFilters(fields.get('defaultFilters'), report),
    stats: readStats(fields.get('stats'), report),
    extraFields: readExtraFields(fields.get('extraFields'), report),
    sort: readOneOf(fields.get('sort'), 'sort', BEHAVIOURS, report),
    paginate: readOneOf(fields.get('paginate'), 'paginate', BEHAVIOURS, report),
    sorts: readSorts(fields.get('sorts'), report),
    defaultSort: readTexts(fields.get('defaultSort'), 'defaultSort', report),
    page: readPage(fields.get('page'), ['number', 'size', 'max', 'style'], report),
    cache: readCache(fields.get('cache'), report),
    ...readSideloads(fields.get('sideloads'), report),
    whitelist: readWhitelist(fields.get('sideloadWhitelist'), report),
    ...readActions(fields.get('actions'), report),
    ...readScopes(fields.get('scopes'), report),
    isPublic: readBoolean(fields.get('public'), 'public', report),
    unindexed: readUnindexed(fields.get('unindexed'), report),
  }
}

// The type alone, a map if the column is not `id`, or the columns of a composite id.
function readId(
  tree: Tree | undefined,
  report: Report,
): Pick<DeclaredResource, 'id' | 'idAttribute' | 'key'> {
  if (tree?.kind === 'list') {
    const columns = readTexts(tree, 'A composite id', report) ?? []
    if (columns.length < 2) {
      report.add('JG202', tree.at, 'A composite id must have at least two columns', {
        help: 'write id: { column: name } for one column',
      })
    }
    const key = columns.map((name) => ({ name, type: undefined, values: undefined }))
    return { id: undefined, idAttribute: undefined, key }
  }
  const isMap = tree?.kind === 'map'
  const fields = isMap ? readFields(tree, 'the id', ['type', 'column'], report, ['attribute']) : undefined
  return {
    id: readOneOf(isMap ? fields?.get('type') : tree, 'The type of an id', ID_KINDS, report),
    idAttribute:
      readText(fields?.get('column'), 'column', report) ??
      readText(fields?.get('attribute'), 'attribute', report),
    key: undefined,
  }
}
