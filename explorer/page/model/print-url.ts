import type { Target } from './contract.js'
import type { Entry, ExplorerQuery, FilterNode } from './query.js'

/** The URL of a query, below the API's URL: `/posts?include=author&filter[views][gt]=10`. */
export function printUrl(query: ExplorerQuery): string {
  return pathOf(query.target) + searchOf(entriesOf(query))
}

/** The path of a target. */
export function pathOf({ type, id, relationship, isLinkage = false }: Target): string {
  const parts = [
    type,
    ...(id === undefined ? [] : [id]),
    ...(id === undefined || relationship === undefined
      ? []
      : isLinkage
        ? ['relationships', relationship]
        : [relationship]),
  ]
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('')
}

/** Parameters as the search string of a URL; brackets and commas stay readable. */
export function searchOf(entries: readonly Entry[]): string {
  if (entries.length === 0) return ''
  return `?${entries.map(([name, value]) => `${readable(name)}=${readable(value)}`).join('&')}`
}

/** Brackets, commas, colons, slashes and at signs need not be encoded in a query. */
const readable = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(/%(?:5B|5D|2C|3A|2F|40)/g, decodeURIComponent)

/** The parameters of a query, in the order of the builder. */
export function entriesOf(query: ExplorerQuery): readonly Entry[] {
  const { include, filters, sort, fields, extraFields, stats, pages, others } = query
  return [
    ...(include === undefined ? [] : [['include', leavesOf(include).join(',')] as const]),
    ...filters.flatMap((node) => filterEntries(node, node.at === '' ? 'filter' : `filter[${node.at}]`)),
    ...(sort.length === 0 ? [] : [['sort', sort.map(sortText).join(',')] as const]),
    ...fields.map(({ of, names }) => [`fields[${of}]`, names.join(',')] as const),
    ...extraFields.map(({ of, names }) => [`extra_fields[${of}]`, names.join(',')] as const),
    ...stats.map(({ parameter, of, names }) => [`${parameter}[${of}]`, names.join(',')] as const),
    ...pages.map(
      ({ at, name, value }) => [at === '' ? `page[${name}]` : `page[${at}][${name}]`, value] as const,
    ),
    ...others,
  ]
}

const sortText = ({
  name,
  isDescending,
}: {
  readonly name: string
  readonly isDescending: boolean
}): string => (isDescending ? `-${name}` : name)

/** The paths that are not a prefix of another path. They imply the others. */
function leavesOf(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)))
}

function filterEntries(node: FilterNode, before: string): readonly Entry[] {
  if (node.kind === 'condition') {
    const { name, operator, texts, isList } = node
    const parameter = `${before}[${name}]${operator === '' ? '' : `[${operator}]`}${isList ? '[]' : ''}`
    return texts.map((text) => [parameter, text])
  }
  const here = `${before}[${node.group}]`
  return node.members.flatMap(({ index, filters }) =>
    filters.flatMap((inner) => filterEntries(inner, node.group === 'not' ? here : `${here}[${index}]`)),
  )
}
