import type { Accepted, Group } from './accepted.js'
import { descriptionOf } from './description.js'
import { isNeeded } from './filters.js'
import type { Form } from './form.js'
import type { IncludePaths } from './includes.js'

/**
 * The compact form, which is derived from the full one: it describes in words what included records accept, and lists
 * once what several operations accept.
 */
export const COMPACT: Form = {
  description: descriptionOf,
  accepted: ({ groups, ...of }) => ({ ...of, groups: groups.flatMap(compactGroup(groups, of)) }),
  parameter: ({ compact }) => compact,
  paths: (paths) => paths,
}

function compactGroup(
  groups: readonly Group[],
  { by, like }: Omit<Accepted, 'groups'>,
): (group: Group) => readonly Group[] {
  const isAlike = like !== undefined
  const shown = groups.flatMap((group) => (group.kind === 'include' ? few(group.includes).paths : []))
  const isShown = (of: string): boolean => !isAlike && shown.some(({ path }) => path === of)
  return (group) => {
    const { kind, path } = group
    switch (kind) {
      case 'filters':
        return isAlike ? [] : path === undefined ? [group] : neededFilters(group)
      case 'stats':
        return isAlike ? [] : [group]
      case 'page':
        return path === undefined ? [group] : []
      case 'sort':
        return by === 'linkage' ? [] : [{ ...group, included: [] }]
      case 'include':
        return [{ ...group, includes: few(group.includes) }]
      case 'fields':
        return path === undefined || by === 'linkage' || isShown(path) ? [{ ...group, path: undefined }] : []
      case 'extra_fields':
        return by === 'linkage' || (by === 'read' && path === undefined)
          ? [{ ...group, path: undefined }]
          : []
    }
  }
}

/** A required filter must be listed, even for included records. */
function neededFilters(group: Extract<Group, { resource: unknown }>): readonly Group[] {
  const needed = Object.entries(group.resource.filters).filter(([, filter]) => isNeeded(filter))
  if (needed.length === 0) return []
  return [{ ...group, resource: { ...group.resource, filters: Object.fromEntries(needed) } }]
}

/** The maximum number of include paths, except that those of the first level are always listed. */
const FEW_PATHS = 40

/** As many whole levels of include paths as fit. */
function few(includes: IncludePaths): IncludePaths {
  const { paths, more } = includes
  const next = paths[FEW_PATHS]
  if (!next) return includes
  const listed = paths.filter(({ depth }) => depth === 1 || depth < next.depth)
  return { ...includes, paths: listed, more: more || listed.length < paths.length }
}
