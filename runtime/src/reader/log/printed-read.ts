import type { PlannedFilter } from '../../plan/plan.js'
import type { QueryLogEntry } from '../../shape/query-log.js'
import type { Base, Read } from '../read.js'

/** A read as the query log prints it, without the members that it lacks. */
export function printedRead(asked: Read): NonNullable<QueryLogEntry['read']> {
  const { resource, base, ids, keys, action, filters = [], order = [], page, columns, lock } = asked
  const defaultFilters = [...(asked.defaultFilters ?? resource.config.defaultFilters.values())]
  return {
    base: baseName(base),
    ...(base.kind === 'related' && base.parents && { parents: base.parents.length }),
    ...(ids && { ids }),
    ...(keys && { keys: keys.length }),
    ...(action !== undefined && { action: typeof action === 'string' ? action : action.policy }),
    ...(defaultFilters.length > 0 && { defaultFilters: defaultFilters.map(({ name }) => name) }),
    ...(filters.length > 0 && { filters: filters.map(filterName) }),
    ...(order.length > 0 && {
      sort: order.map(
        ({ through, column, direction }) =>
          `${direction === 'desc' ? '-' : ''}${[...through, column].join('.')}`,
      ),
    }),
    ...(page && { page: { number: page.number, size: page.size } }),
    ...(columns && { columns }),
    ...(lock && { lock }),
  }
}

function baseName(base: Base): string {
  switch (base.kind) {
    case 'own':
      return 'baseScope'
    case 'given':
      return 'scope'
    case 'related':
      return `${base.relation.owner.type}.${base.relation.name}`
  }
}

/** A group is named after how it joins its filters. */
const filterName = (filter: PlannedFilter): string => {
  const named = filter.kind === 'adapter' ? filter.condition : filter
  return 'name' in named ? named.name : named.kind
}
