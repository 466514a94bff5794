import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { DeclaredResource } from '../declared.js'
import { attributeType, type Directory, keyColumnType } from '../directory.js'
import { followPath, leadsThroughBroken, sideloadNames } from '../path.js'
import type { PageSchema, ResourceSchema, SortKey } from '../schema.js'
import { isOrderable } from '../capabilities.js'
import type { PageStyle } from '../types.js'
import type { Resolving } from './context.js'
import { resolveDeprecated } from './deprecated.js'

/** The default sort: `-publishedAt` is descending. Every key is the id or a sortable attribute (rule 4.2). */
export function resolveDefaultSort(resolving: Resolving): readonly SortKey[] | undefined {
  const { resource, directory } = resolving
  return resource.defaultSort
    ?.filter(({ value }) => !leadsThroughBroken(directory, resource, value.replace(/^-/, '')))
    .map((key) => resolveKey(key, resolving))
}

/**
 * The declared sorts. They are paths: an attribute of the resource itself is sortable by default, and is declared only
 * to deprecate it.
 */
export function resolveSorts(resolving: Resolving): readonly string[] {
  const { resource, directory, report } = resolving
  const sorts = (resource.sorts ?? []).filter(({ value }) => !leadsThroughBroken(directory, resource, value))
  for (const key of sorts) {
    if (key.value.includes('.') || key.deprecated) checkKey(key, key.value, '', resolving)
    else {
      report.add(
        'JG403',
        key.at,
        `${quoted(key.value)} does not go through a sideload: "sorts" may contain only paths through a sideload`,
        {
          help: 'attributes of the resource itself are sortable unless they have sortable: false',
        },
      )
    }
  }
  return sorts.flatMap(({ value }) => (value.includes('.') ? [value] : []))
}

/** The sorts with a deprecation of their own. Each may be replaced by anything that requests can sort by. */
export function resolveDeprecatedSorts({
  resource,
  directory,
  report,
}: Resolving): ResourceSchema['deprecatedSorts'] {
  const sorts = resource.sorts ?? []
  const names = [...sortableOf(resource, directory), ...sorts.map(({ value }) => value)]
  return sorts.flatMap((name) => {
    const deprecated = resolveDeprecated({ name, deprecated: name.deprecated }, 'sort', names, report)
    return deprecated ? [{ name: name.value, deprecated }] : []
  })
}

/**
 * The page settings of the resource, or else of the whole API. The default size must not exceed the maximum (rule 5.2).
 */
export function resolvePage(resolving: Resolving): PageSchema {
  const { resource, defaults, report } = resolving
  const { number } = resource.page
  const style = resource.page.style ?? (hasCursors(resolving) ? defaults.page.style : undefined)
  if (style?.value === 'cursor') checkCursors(style, resolving)
  const size = resource.page.size ?? defaults.page.size
  const max = resource.page.max ?? defaults.page.max
  if (size && max && size.value > max.value) {
    const own = resource.page.size ?? resource.page.max ?? size
    const other =
      own === max
        ? { at: size.at, message: 'the size is here' }
        : { at: max.at, message: 'the maximum is here' }
    report.add('JG209', own.at, `The page size ${size.value} exceeds the maximum of ${max.value}`, {
      related: [other],
    })
  }
  return { number: number?.value, size: size?.value, max: max?.value, style: style?.value }
}

/** Whether the adapter sorts and paginates: it can find the records after a cursor, but a method cannot (rule 24.4). */
const hasOrder = ({ resource }: Pick<Resolving, 'resource'>): boolean =>
  resource.adapter?.value !== 'null' &&
  resource.sort?.value !== 'custom' &&
  resource.paginate?.value !== 'custom'

const hasCursors = (resolving: Resolving): boolean =>
  hasOrder(resolving) && columnsWithoutCursors(resolving).length === 0

/** The columns of the id that cursors cannot contain, although every sort ends in them (rules 4.3, 24.3). */
export function columnsWithoutCursors({
  resource,
  directory,
}: Pick<Resolving, 'resource' | 'directory'>): readonly string[] {
  const bytes = (resource.key ?? []).flatMap((column) => {
    const type = keyColumnType(column) ?? directory.typeOf(resource, column.name.value)
    return type?.kind === 'bytes' ? [column.name.value] : []
  })
  return [...new Set([...bytes, ...resource.cursorless])]
}

/** Reports declarations that make cursor pagination impossible for a request without a sort. */
function checkCursors(style: Located<PageStyle>, { resource, directory, report }: Resolving): void {
  if (!hasOrder({ resource })) {
    const message = `Pages of ${quoted(resource.type.value)} cannot have cursors: a method sorts or paginates them`
    report.add('JG419', style.at, message, { help: 'remove style, or remove sort and paginate' })
    return
  }
  const [column] = columnsWithoutCursors({ resource, directory })
  if (column !== undefined) {
    const message = `Pages of ${quoted(resource.type.value)} cannot have cursors: cursors cannot contain ${quoted(column)}, which is part of the id`
    report.add('JG419', style.at, message, { help: 'remove style to number the pages' })
    return
  }
  for (const key of resource.defaultSort ?? []) {
    const name = key.value.replace(/^-/, '')
    const isHidden = directory.attribute(resource, name)?.readable?.value === false
    if (!name.includes('.') && !isHidden) continue
    const reason = isHidden ? 'nobody may read' : 'belongs to a related record'
    const message = `Pages of ${quoted(resource.type.value)} cannot have cursors: they are sorted by ${quoted(name)}, which ${reason}`
    const related = [{ at: style.at, message: 'the style is here' }]
    report.add('JG419', key.at, message, {
      related,
      help: 'remove style, or sort by attributes of the resource itself',
    })
  }
}

function resolveKey(key: Located<string>, resolving: Resolving): SortKey {
  const descending = key.value.startsWith('-')
  const attribute = descending ? key.value.slice(1) : key.value
  checkKey(key, attribute, ', with a leading - for descending order', resolving)
  return { attribute, direction: descending ? 'desc' : 'asc' }
}

/** Reports a key that is not the id or a sortable attribute. It may be at the end of a path. */
function checkKey(
  key: Located<string>,
  attribute: string,
  hint: string,
  { resource, directory, report }: Resolving,
): void {
  const found = followPath(directory, resource, attribute)
  const isSideload = !found.ok && found.isSideload
  const names = isSideload ? sideloadNames(found.owner) : sortableOf(found.owner, directory)
  if (found.ok && names.includes(found.name)) return
  if (isColumnOfId(found.owner, found.name)) {
    const written = `${key.value.slice(0, key.value.length - found.name.length)}id`
    report.add('JG403', key.at, `${quoted(attribute)} is the column of the id: sort by id instead`, {
      help: `write ${written}`,
    })
    return
  }
  const reason = found.ok ? 'is not sortable' : 'is not a sort key'
  report.add('JG403', key.at, `${quoted(attribute)} ${reason}${didYouMean(found.name, names)}`, {
    help: `${allowed(names)}${hint}`,
    unknown: found.name,
  })
}

// Clients always see the id as `id`, even if its column has another name.
function isColumnOfId(owner: DeclaredResource, name: string): boolean {
  return name !== 'id' && name === owner.idAttribute?.value
}

function sortableOf(owner: DeclaredResource, directory: Directory): readonly string[] {
  return directory.namesOf(owner).filter((name) => {
    const attribute = directory.attribute(owner, name)
    if (attribute === undefined) return name === 'id'
    return attribute.sortable?.value !== false && isOrderable(attributeType(attribute))
  })
}
