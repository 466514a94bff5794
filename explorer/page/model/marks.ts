import { type FilterContract, isOperator, nearest } from '@jsonapi-gen/runtime/vocabulary'
import {
  includedTypes,
  isOpen,
  type Known,
  own,
  permittedPaths,
  primaryTypes,
  relationshipOf,
  resourceOf,
  type Target,
  typesAt,
} from './contract.js'
import { keysOf, parseUrl, resolvedPath, splitUrl, targetOf, withEntries } from './parse-url.js'
import { printUrl } from './print-url.js'
import type { Entry } from './query.js'

/** A word in a URL that the contract does not contain. */
export interface Mark {
  /** The parameter, or the path. */
  readonly where: string
  readonly word: string
  readonly message: string
  /** The similar name that the server would suggest, and the URL with that name. */
  readonly suggestion?: { readonly name: string; readonly url: string }
}

/** The parts of a URL that the contract does not contain, in the order of the URL. */
export function marksOf(known: Known, url: string): readonly Mark[] {
  const [path, search] = splitUrl(url)
  const query = parseUrl(known, url)
  if (!query) return pathMarks(known, path, search)
  const entries = [...new URLSearchParams(search)]
  const included = query.include ?? []
  const types = primaryTypes(known, query.target)
  const looking: Looking = {
    known,
    target: query.target,
    types,
    included,
    permitted: permittedPaths(known, query.target),
  }
  const found = entries.flatMap((entry, index) =>
    marksOfEntry(entry, looking).map(({ replaced, ...mark }): Mark => {
      if (!replaced) return mark
      const changed = entries.map((each, at) => (at === index ? replaced.entry : each))
      const fixed = printUrl(withEntries(known, query.target, changed))
      return { ...mark, suggestion: { name: replaced.name, url: fixed } }
    }),
  )
  const unread = query.others.filter(
    ([name]) => !found.some(({ where }) => where === name) && !known.settings.parameters.includes(name),
  )
  return [...found, ...unread.map(([name]) => misplaced(name, entries))]
}

interface Looking {
  readonly known: Known
  readonly target: Target
  readonly types: readonly string[]
  readonly included: readonly string[]
  readonly permitted: ReadonlySet<string> | undefined
}

interface EntryMark {
  readonly where: string
  readonly word: string
  readonly message: string
  readonly replaced?: { readonly name: string; readonly entry: Entry }
}

const misplaced = (name: string, entries: readonly Entry[]): Mark => ({
  where: name,
  word: name,
  message:
    entries.filter(([other]) => isSameParameter(other, name)).length > 1
      ? `The parameter "${name}" appears twice.`
      : `"${name}" cannot be shown here. It is sent as written.`,
})

/** A filter without an operator has the operator `eq`. */
const isSameParameter = (one: string, other: string): boolean =>
  one.replace(/\[eq\]$/, '') === other.replace(/\[eq\]$/, '')

function pathMarks(known: Known, path: string, search: string): readonly Mark[] {
  const parts = path.split('/').filter((part) => part !== '')
  const [first = '', , third, fourth] = parts
  const { resources } = known.contract
  if (isOfApi(known, path)) {
    return [
      {
        where: 'path',
        word: path,
        message: 'This URL belongs to the API itself and is not a query for a type.',
      },
    ]
  }
  const rest = search === '' ? '' : `?${search}`
  if (!own(resources, first)) {
    const name = nearest(first, Object.keys(resources))
    const url = name === undefined ? '' : `/${[name, ...parts.slice(1)].join('/')}${rest}`
    return [
      {
        where: 'path',
        word: first,
        message: first === '' ? 'Choose a type.' : `There is no type "${first}".`,
        ...(name !== undefined && { suggestion: { name, url } }),
      },
    ]
  }
  const isLinkage = third === 'relationships' && fourth !== undefined
  const word = (isLinkage ? fourth : third) ?? ''
  const name = nearest(word, readable(known, first))
  const fixed = parts.map((part, index) => (index === (isLinkage ? 3 : 2) ? (name ?? part) : part))
  const isWhole = targetOf(known, `/${fixed.join('/')}`) !== undefined
  return [
    {
      where: 'path',
      word,
      message: `"${first}" has no relationship "${word}".`,
      ...(name !== undefined && isWhole && { suggestion: { name, url: `/${fixed.join('/')}${rest}` } }),
    },
  ]
}

/** Whether a path belongs to the API itself rather than to a type: its OpenAPI document, operations or explorer. */
const isOfApi = ({ settings }: Known, path: string): boolean =>
  path === '/openapi.json' || path === '/operations' || `${path}/`.startsWith(`${settings.path}/`)

const readable = (known: Known, type: string): readonly string[] =>
  Object.entries(resourceOf(known, type)?.relationships ?? {}).flatMap(([name, { read }]) =>
    isOpen(read) ? [name] : [],
  )

const PARAMETERS = ['filter', 'sort', 'page', 'include', 'stats', 'extra_stats', 'fields', 'extra_fields']

function marksOfEntry(entry: Entry, looking: Looking): readonly EntryMark[] {
  const [name, value] = entry
  if (name === '' && value === '') return []
  const { parameters } = looking.known.settings
  const keys = keysOf(name)
  const [head = name, ...rest] = keys?.names ?? []
  if (parameters.includes(head)) return []
  if (!PARAMETERS.includes(head)) {
    const near = nearest(head, [...PARAMETERS, ...parameters])
    return [
      marked(name, head, `The parameter "${head}" is not defined.`, near, (by) => [
        by + name.slice(head.length),
        value,
      ]),
    ]
  }
  if (!keys) return [marked(name, name, `The parameter "${name}" is malformed.`)]
  switch (head) {
    case 'include':
      return includeMarks(entry, looking)
    case 'filter':
      return filterMarks(entry, rest, looking)
    case 'sort':
      return sortMarks(entry, looking)
    case 'fields':
    case 'extra_fields':
      return fieldMarks(entry, head, rest, looking)
    case 'stats':
    case 'extra_stats':
      return statMarks(entry, rest, looking)
    default:
      return pageMarks(entry, rest, looking)
  }
}

function marked(
  where: string,
  word: string,
  message: string,
  name?: string,
  entry?: (name: string) => Entry,
): EntryMark {
  return {
    where,
    word,
    message,
    ...(name !== undefined && entry && { replaced: { name, entry: entry(name) } }),
  }
}

function includeMarks([name, value]: Entry, { known, target, permitted }: Looking): readonly EntryMark[] {
  const paths = value === '' ? [] : value.split(',')
  const isList = name === 'include[]'
  return (isList ? [value] : paths).flatMap((path, index) => {
    const names = path.split('.')
    let current = includedTypes(known, target, '')
    for (const [depth, word] of names.entries()) {
      const here = current
      const isRoot = depth > 0 || !target.isLinkage || word === target.relationship
      const found = isRoot ? relationshipOf(known, here, word) : undefined
      const before = names.slice(0, depth)
      const after = names.slice(depth + 1)
      const whole = [...before, word].join('.')
      if (!found || (permitted && !permitted.has(whole))) {
        const offered = here
          .flatMap((type) => readable(known, type))
          .filter((other) => !permitted || permitted.has([...before, other].join('.')))
          .filter((other) => depth > 0 || !target.isLinkage || other === target.relationship)
        const near = nearest(word, offered)
        return [
          marked(
            name,
            word,
            found
              ? `"${whole}" cannot be included here.`
              : `There is no relationship "${word}" of ${list(here)}.`,
            near,
            (by) => {
              const fixed = [...before, by, ...after].join('.')
              return [name, isList ? fixed : paths.map((each, at) => (at === index ? fixed : each)).join(',')]
            },
          ),
        ]
      }
      current = typesAt(known, here, word)
    }
    return []
  })
}

const list = (types: readonly string[]): string => types.map((type) => `"${type}"`).join(' and ')

function filterMarks(entry: Entry, names: readonly string[], looking: Looking): readonly EntryMark[] {
  const [name] = entry
  const [first, second] = names
  if (first === undefined) return [marked(name, name, 'A filter needs a name: filter[name].')]
  const { known, target, types, included } = looking
  const isOwn = filterOf(known, types, first) !== undefined && names.length === 2 && isOperator(second ?? '')
  const path = names.length === 1 || isGroup(first) || isOwn ? undefined : resolvedPath(first, included)
  if (path !== undefined) {
    return namedFilterMarks(entry, names.slice(1), includedTypes(known, target, path), looking)
  }
  if (
    names.length > 1 &&
    !isGroup(first) &&
    !filterOf(known, types, first) &&
    typesAt(known, types, first).length > 0
  ) {
    return [marked(name, first, `The relationship "${first}" is not included.`)]
  }
  return namedFilterMarks(entry, names, types, looking)
}

const isGroup = (name: string): boolean => name === 'and' || name === 'or' || name === 'not'

function namedFilterMarks(
  [name, value]: Entry,
  names: readonly string[],
  types: readonly string[],
  looking: Looking,
): readonly EntryMark[] {
  const [first = '', ...rest] = names
  const { known } = looking
  if (isGroup(first)) {
    const without = types.find((type) => resourceOf(known, type)?.groups === false)
    if (without !== undefined) {
      return [marked(name, first, `The type "${without}" does not support groups of filters.`)]
    }
    const inner = first === 'not' ? rest : rest.slice(1)
    return inner.length === 0
      ? [
          marked(
            name,
            first,
            `"${first}" must contain filters: filter[${first}]${first === 'not' ? '' : '[0]'}[name].`,
          ),
        ]
      : namedFilterMarks([name, value], inner, types, looking)
  }
  const filter = filterOf(known, types, first)
  const replace =
    (word: string) =>
    (by: string): Entry => [name.replace(`[${word}]`, `[${by}]`), value]
  if (!filter) {
    const offered = types.flatMap((type) => namesOfFilters(known, type))
    return [
      marked(
        name,
        first,
        `There is no filter "${first}" for ${list(types)}.`,
        nearest(first, offered),
        replace(first),
      ),
    ]
  }
  const [operator = 'eq'] = rest
  if (filter.operators.some((each) => each === operator)) return []
  const message = `The filter "${first}" does not support the operator "${operator}". It supports ${filter.operators.join(', ')}.`
  return [marked(name, operator, message, nearest(operator, filter.operators), replace(operator))]
}

/** A filter, found by its name or an alias. If the records are of several types, every type must have it. */
export function filterOf(known: Known, types: readonly string[], name: string): FilterContract | undefined {
  const found = types.map((type) => {
    const filters = resourceOf(known, type)?.filters ?? {}
    const filter = own(filters, name) ?? Object.values(filters).find(({ aliases }) => aliases.includes(name))
    return filter && isOpen(filter.who) ? filter : undefined
  })
  return found.includes(undefined) ? undefined : found[0]
}

const namesOfFilters = (known: Known, type: string): readonly string[] =>
  Object.entries(resourceOf(known, type)?.filters ?? {}).flatMap(([name, { aliases, who }]) =>
    isOpen(who) ? [name, ...aliases] : [],
  )

function sortMarks([name, value]: Entry, { known, target, types, included }: Looking): readonly EntryMark[] {
  const keys = value === '' ? [] : value.split(',')
  return keys.flatMap((key, index) => {
    const bare = key.replace(/^-/, '')
    const parts = bare.split('.')
    const last = (parts.at(-1) ?? '').replace(/^-/, '')
    const before = parts.slice(0, -1).join('.')
    const word = before === '' ? last : `${before}.${last}`
    const isKnown = (at: readonly string[], sort: string): boolean =>
      at.length > 0 && at.every((type) => isOpen(own(resourceOf(known, type)?.sorts ?? {}, sort)))
    const ownSort =
      before !== '' && types.includes(parts[0] ?? '') ? parts.slice(1, -1).concat(last).join('.') : word
    if (isKnown(types, word) || isKnown(types, ownSort)) return []
    // A key through to-one relationships sorts the records themselves, even if these are included (rule 4.1).
    const isInner = before !== '' && !leadsToOne(known, types, before)
    const path = isInner ? resolvedPath(before, included) : undefined
    if (path !== undefined && isKnown(includedTypes(known, target, path), last)) return []
    const at = path === undefined ? types : includedTypes(known, target, path)
    const offered = at.flatMap((type) =>
      Object.entries(resourceOf(known, type)?.sorts ?? {}).flatMap(([sort, who]) =>
        isOpen(who) ? [sort] : [],
      ),
    )
    const near = nearest(path === undefined ? word : last, offered)
    return [
      marked(name, word, `There is no sort key "${word}" for ${list(types)}.`, near, (by) => {
        const fixed = `${key.startsWith('-') ? '-' : ''}${path === undefined ? by : `${before}.${by}`}`
        return [name, keys.map((each, position) => (position === index ? fixed : each)).join(',')]
      }),
    ]
  })
}

/** Whether a path of relationships refers to a single record. */
function leadsToOne(known: Known, types: readonly string[], path: string): boolean {
  const names = path.split('.')
  return names.every((name, index) => {
    const before = typesAt(known, types, names.slice(0, index).join('.'))
    return relationshipOf(known, before, name)?.cardinality === 'one'
  })
}

function fieldMarks(
  [name, value]: Entry,
  head: 'fields' | 'extra_fields',
  rest: readonly string[],
  { known, types }: Looking,
): readonly EntryMark[] {
  const [type = types[0] ?? ''] = rest
  const { resources } = known.contract
  const resource = own(resources, type)
  if (!resource) {
    const near = nearest(type, Object.keys(resources))
    return [
      marked(name, type, `There is no type "${type}".`, near, (by) => [
        name.replace(`[${type}]`, `[${by}]`),
        value,
      ]),
    ]
  }
  const offered =
    head === 'fields'
      ? [
          ...Object.keys(resource.attributes),
          ...Object.keys(resource.relationships),
          ...Object.keys(resource.extraFields),
        ]
      : Object.keys(resource.extraFields)
  const names = value === '' ? [] : value.split(',')
  return names.flatMap((word, index) =>
    offered.includes(word)
      ? []
      : [
          marked(
            name,
            word,
            `There is no ${head === 'fields' ? 'field' : 'extra field'} "${word}" of "${type}".`,
            nearest(word, offered),
            (by) => [name, names.map((each, at) => (at === index ? by : each)).join(',')],
          ),
        ],
  )
}

function statMarks(
  [name, value]: Entry,
  [of]: readonly string[],
  { known, types }: Looking,
): readonly EntryMark[] {
  const [type = ''] = types
  const stats = resourceOf(known, type)?.stats ?? {}
  if (of === undefined) {
    return [marked(name, name, `The parameter "${name}" needs an attribute: ${name}[total]=count.`)]
  }
  const stat = own(stats, of)
  if (!stat) {
    return [
      marked(name, of, `There are no statistics for "${of}".`, nearest(of, Object.keys(stats)), (by) => [
        name.replace(`[${of}]`, `[${by}]`),
        value,
      ]),
    ]
  }
  const names = value === '' ? [] : value.split(',')
  return names.flatMap((word, index) =>
    stat.calculations.includes(word)
      ? []
      : [
          marked(
            name,
            word,
            `"${of}" does not support "${word}". It supports ${stat.calculations.join(', ')}.`,
            nearest(word, stat.calculations),
            (by) => [name, names.map((each, at) => (at === index ? by : each)).join(',')],
          ),
        ],
  )
}

const PAGE_NAMES = ['size', 'number', 'after', 'before']

function pageMarks(
  [name, value]: Entry,
  [first, second]: readonly string[],
  { included }: Looking,
): readonly EntryMark[] {
  const word = second ?? first
  if (word === undefined) {
    return [marked(name, name, 'The parameter "page" needs a name: page[size] or page[number].')]
  }
  if (second !== undefined && resolvedPath(first ?? '', included) === undefined) {
    return [marked(name, first ?? '', `The relationship "${first}" is not included.`)]
  }
  if (PAGE_NAMES.includes(word)) return []
  const near = nearest(word, PAGE_NAMES)
  return [
    marked(name, word, `"${name}" is not a page parameter.`, near, (by) => [
      name.replace(`[${word}]`, `[${by}]`),
      value,
    ]),
  ]
}
