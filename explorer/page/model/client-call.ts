import { type FilterContract, splitFilterText } from '@jsonapi-gen/runtime/vocabulary'
import { includedTypes, isCollection, type Known, primaryTypes } from './contract.js'
import { filterOf } from './marks.js'
import { resolvedPath } from './parse-url.js'
import type { ExplorerQuery, FilterCondition, FilterNode } from './query.js'

/**
 * The typed client's call that reads the same data. `lost` contains the parameters that the client cannot express.
 *
 * ```ts
 * await api.posts.list({ include: ['author'], filter: { views: { gt: 10 } } })
 * ```
 */
export function clientCallOf(
  known: Known,
  query: ExplorerQuery,
): { readonly code: string; readonly lost: readonly string[] } {
  const { target, others } = query
  const { type, id, relationship, isLinkage = false } = target
  const asked = codeOf(argumentOf(known, query))
  const rest = asked === '{}' ? '' : `, ${asked}`
  const name = relationship === undefined ? '' : `, ${textCode(relationship)}`
  const call =
    id === undefined
      ? `list(${asked === '{}' ? '' : asked})`
      : relationship === undefined
        ? `find(${textCode(id)}${rest})`
        : `${isLinkage ? 'relationship' : 'related'}(${textCode(id)}${name}${rest})`
  return { code: `await api${memberCode(type)}.${call}`, lost: others.map(([parameter]) => parameter) }
}

/** Code, or the members of an object or a list. */
export type Code = string | { readonly [name: string]: Code | undefined } | readonly Code[]

function argumentOf(known: Known, query: ExplorerQuery): { readonly [name: string]: Code | undefined } {
  const { include, sort, fields, extraFields, stats, pages, filters, target } = query
  const lists = (
    named: readonly { readonly of: string; readonly names: readonly string[] }[],
  ): Code | undefined =>
    named.length === 0
      ? undefined
      : Object.fromEntries(named.map(({ of, names }) => [of, names.map(textCode)]))
  const sorts = sort.map(({ name, isDescending }) =>
    textCode(isDescending ? signed(known, query, name) : name),
  )
  return {
    filter: filters.length === 0 ? undefined : filterCode(known, filters, query),
    sort: sorts.length === 0 ? undefined : sorts.length === 1 ? sorts[0] : sorts,
    page: pages.length === 0 ? undefined : pageCode(query),
    include: include === undefined || include.length === 0 ? undefined : leaves(include).map(textCode),
    fields: lists(fields),
    extraFields: lists(extraFields),
    stats: stats.length === 0 || !isCollection(known, target) ? undefined : lists(stats),
  }
}

/** In the client, the minus precedes the attribute if the key belongs to included records. */
function signed(known: Known, { target, include = [] }: ExplorerQuery, name: string): string {
  const at = name.lastIndexOf('.')
  const path = at === -1 ? undefined : name.slice(0, at)
  const isIncluded = path !== undefined && resolvedPath(path, include) !== undefined
  if (!isIncluded || includedTypes(known, target, path).length === 0) return `-${name}`
  return `${path}.-${name.slice(at + 1)}`
}

const leaves = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`)))

function pageCode({ pages }: ExplorerQuery): Code {
  const own = pages.filter(({ at }) => at === '')
  const others = [...new Set(pages.flatMap(({ at }) => (at === '' ? [] : [at])))]
  return {
    ...pageMembers(own),
    ...Object.fromEntries(others.map((path) => [path, pageMembers(pages.filter(({ at }) => at === path))])),
  }
}

/** A size or a number becomes a number in the call, if it is one; a cursor is always text. */
const pageMembers = (entries: ExplorerQuery['pages']): { readonly [name: string]: Code } =>
  Object.fromEntries(
    entries.map(({ name, value }) => {
      const isNumber = (name === 'size' || name === 'number') && /^(?:0|[1-9]\d{0,14})$/.test(value)
      return [name, isNumber ? value : textCode(value)]
    }),
  )

function filterCode(known: Known, filters: readonly FilterNode[], query: ExplorerQuery): Code {
  const { target, include = [] } = query
  const primary = primaryTypes(known, target)
  const paths = [...new Set(filters.flatMap(({ at }) => (at === '' ? [] : [at])))]
  return {
    ...membersCode(
      known,
      filters.filter(({ at }) => at === ''),
      primary,
    ),
    ...Object.fromEntries(
      paths.map((path) => [
        path,
        membersCode(
          known,
          filters.filter(({ at }) => at === path),
          includedTypes(known, target, resolvedPath(path, include) ?? path),
        ),
      ]),
    ),
  }
}

function membersCode(
  known: Known,
  filters: readonly FilterNode[],
  types: readonly string[],
): { readonly [name: string]: Code } {
  const members = new Map<string, Code>()
  const conditions = filters.filter((node) => node.kind === 'condition')
  for (const node of filters) {
    if (node.kind === 'group') {
      const inner = node.members.map((member) => membersCode(known, member.filters, types))
      members.set(node.group, node.group === 'not' ? (inner[0] ?? {}) : inner)
      continue
    }
    const of = conditions.filter(({ name }) => name === node.name)
    const filter = filterOf(known, types, node.name)
    const [only] = of
    const isBare = of.length === 1 && (only?.operator === '' || only?.operator === 'eq')
    members.set(
      node.name,
      isBare && only
        ? valueCode(only, filter)
        : Object.fromEntries(of.map((each) => [each.operator || 'eq', valueCode(each, filter)])),
    )
  }
  return Object.fromEntries(members)
}

/** The values of a filter as the server reads them: split at commas, and converted to their types. */
function valueCode({ texts, isList }: FilterCondition, filter: FilterContract | undefined): Code {
  if (isList) return texts.filter((text) => text !== '').map((text) => scalarCode(text, filter))
  const [text = ''] = texts
  if (filter?.custom && !filter.list && filter.type === 'string' && !text.startsWith('{{')) {
    return textCode(text)
  }
  const split = splitFilterText(text, 32)
  if (!split.ok) return textCode(text)
  const values = split.values.map((value) =>
    value.kind === 'json'
      ? JSON.stringify(value.value)
      : value.protected
        ? textCode(value.text)
        : scalarCode(value.text, filter),
  )
  return split.single ? (values[0] ?? '[]') : values
}

function scalarCode(text: string, filter: FilterContract | undefined): string {
  if ((text === 'null' || text === 'nil') && filter?.nullable) return 'null'
  if (filter?.type === 'boolean' && (text === 'true' || text === 'false')) return text
  const isNumber = filter?.type === 'integer' || filter?.type === 'float'
  const isPlain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)
  return isNumber && isPlain && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER ? text : textCode(text)
}

/** Text in single quotes. */
export const textCode = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", String.raw`\'`)}'`

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

export const memberCode = (name: string): string => (isName(name) ? `.${name}` : `[${textCode(name)}]`)

const WIDTH = 80

/** Code on one line if it is short; otherwise, with one member per line. */
export function codeOf(code: Code, indent = ''): string {
  if (typeof code === 'string') return code
  const parts = isList(code)
    ? code.map((member) => codeOf(member, `${indent}  `))
    : Object.entries(code).flatMap(([name, member]) =>
        member === undefined
          ? []
          : [`${isName(name) ? name : textCode(name)}: ${codeOf(member, `${indent}  `)}`],
      )
  const [open, close, pad] = isList(code) ? ['[', ']', ''] : ['{', '}', ' ']
  if (parts.length === 0) return open + close
  const line = `${open}${pad}${parts.join(', ')}${pad}${close}`
  if (line.length + indent.length <= WIDTH && !line.includes('\n')) return line
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join('')}${indent}${close}`
}

const isList = (code: Exclude<Code, string>): code is readonly Code[] => Array.isArray(code)
