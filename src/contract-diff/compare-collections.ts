import type { ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareLists, quotedList } from './compare-members.js'
import { finding, type Finding, type Rule } from './rules.js'

/** Compares a resource's pages, default order, include paths and caching. */
export function compareCollections(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
): readonly Finding[] {
  const found = [...comparePages(type, base, head), ...compareIncludes(type, base, head)]
  if (base.defaultSort.join() !== head.defaultSort.join()) {
    const place = `${type}.defaultSort`
    const message = `It was ${base.defaultSort.join(',')} and is now ${head.defaultSort.join(',')}`
    found.push(finding('default-sort-changed', place, message, [base.defaultSort, head.defaultSort]))
    if (hasCursors(base) && !hasCursors(head)) {
      found.push(finding('cursors-removed', place, 'Requests without a sort no longer have cursors'))
    }
    if (!hasCursors(base) && hasCursors(head)) {
      found.push(finding('cursors-added', place, 'Requests without a sort now have cursors'))
    }
  }
  if (base.cache !== head.cache) {
    const message = `It was ${base.cache ?? DEFAULT_CACHE} and is now ${head.cache ?? DEFAULT_CACHE}`
    found.push(finding('cache-changed', `${type}.cache`, message, [base.cache, head.cache]))
  }
  return found
}

const DEFAULT_CACHE = 'private, no-cache'

/** A sort through a relationship does not support cursors (rule 24.4). */
const hasCursors = ({ defaultSort }: ResourceContract): boolean =>
  !defaultSort.some((key) => key.includes('.'))

function comparePages(
  type: string,
  { page: base }: ResourceContract,
  { page: head }: ResourceContract,
): readonly Finding[] {
  const found: Finding[] = []
  const changed = (rule: Rule, name: 'size' | 'max' | 'number' | 'style'): Finding => {
    const message = `It was ${base[name]} and is now ${head[name]}`
    return finding(rule, `${type}.page.${name}`, message, [base[name], head[name]])
  }
  if (base.size !== head.size) found.push(changed('page-size-changed', 'size'))
  if (head.max < base.max) found.push(changed('page-max-shrank', 'max'))
  if (head.max > base.max) found.push(changed('page-max-grew', 'max'))
  if (base.style !== head.style) {
    found.push(changed(head.style === 'cursor' ? 'page-style-changed' : 'page-style-numbered', 'style'))
  }
  if (base.number !== head.number) found.push(changed('page-number-changed', 'number'))
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
      const only = now ?? []
      const message =
        only.length === 0 ? 'It now permits no paths' : `It now permits only ${quotedList(only)}`
      return [finding('include-removed', place, message, ['only', ...only.toSorted()])]
    }
    if (now === undefined) {
      return [
        finding(
          'includes-unrestricted',
          place,
          'It now permits every existing path, and rejects unknown paths',
        ),
      ]
    }
    const { removed, added } = compareLists(before, now)
    return [
      ...(removed.length === 0
        ? []
        : [
            finding(
              'include-removed',
              place,
              `It no longer permits ${quotedList(removed)}`,
              removed.toSorted(),
            ),
          ]),
      ...(added.length === 0
        ? []
        : [finding('include-added', place, `It now permits ${quotedList(added)}`, added.toSorted())]),
    ]
  })
}
