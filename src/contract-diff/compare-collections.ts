import type { ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareLists } from './compare-members.js'
import { finding, type Finding } from './rules.js'

/** Compares the pages, the default order, the include paths and the caching of a resource. */
export function compareCollections(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  const found = [...comparePages(type, base, head), ...compareIncludes(type, base, head)]
  if (base.defaultSort.join() !== head.defaultSort.join()) {
    const place = `${type}.defaultSort`
    const message = `It was ${base.defaultSort.join(',')} and is now ${head.defaultSort.join(',')}`
    found.push(finding('default-sort-changed', place, message))
    if (hasCursors(base) && !hasCursors(head)) {
      found.push(finding('cursors-removed', place, 'Requests without a sort no longer have cursors'))
    }
    if (!hasCursors(base) && hasCursors(head)) {
      found.push(finding('cursors-added', place, 'Requests without a sort now have cursors'))
    }
  }
  if (base.cache !== head.cache) {
    const message = `It was ${base.cache ?? DEFAULT_CACHE} and is now ${head.cache ?? DEFAULT_CACHE}`
    found.push(finding('cache-changed', `${type}.cache`, message))
  }
  return found
}

const DEFAULT_CACHE = 'private, no-cache'

/** A sort through a relationship has no cursors (rule 24.4). */
const hasCursors = ({ defaultSort }: ResourceContract): boolean =>
  !defaultSort.some((key) => key.includes('.'))

function comparePages(
  type: string,
  { page: base }: ResourceContract,
  { page: head }: ResourceContract,
): readonly Finding[] {
  const found: Finding[] = []
  const told = (name: 'size' | 'max' | 'number' | 'style'): string =>
    `It was ${base[name]} and is now ${head[name]}`
  if (base.size !== head.size) found.push(finding('page-size-changed', `${type}.page.size`, told('size')))
  if (head.max < base.max) found.push(finding('page-max-shrank', `${type}.page.max`, told('max')))
  if (head.max > base.max) found.push(finding('page-max-grew', `${type}.page.max`, told('max')))
  if (base.style !== head.style) {
    const rule = head.style === 'cursor' ? 'page-style-changed' : 'page-style-numbered'
    found.push(finding(rule, `${type}.page.style`, told('style')))
  }
  if (base.number !== head.number) {
    found.push(finding('page-number-changed', `${type}.page.number`, told('number')))
  }
  if (base.cursors && !head.cursors) {
    found.push(finding('cursors-removed', `${type}.page.cursors`, 'Pages can no longer start at a cursor'))
  }
  if (!base.cursors && head.cursors) {
    found.push(finding('cursors-added', `${type}.page.cursors`, 'Pages can now start at a cursor'))
  }
  return found
}

const ACTIONS = ['index', 'show', 'create', 'update', 'destroy'] as const

/** A path that the whitelist lacks is dropped without an error, so clients would silently lose records. */
function compareIncludes(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  return ACTIONS.flatMap((action) => {
    const [before, now] = [base, head].map(({ includes = {} }) => includes[action] ?? includes.default)
    const place = `${type}.includes.${action}`
    if (before === undefined && now === undefined) return []
    if (before === undefined) {
      return [finding('include-removed', place, `It now permits only ${(now ?? []).join(', ') || 'nothing'}`)]
    }
    if (now === undefined) {
      return [finding('includes-unrestricted', place, 'It now permits every path and refuses unknown ones')]
    }
    const { removed, added } = compareLists(before, now)
    return [
      ...(removed.length === 0
        ? []
        : [finding('include-removed', place, `It no longer permits ${removed.join(', ')}`)]),
      ...(added.length === 0 ? [] : [finding('include-added', place, `It now permits ${added.join(', ')}`)]),
    ]
  })
}
