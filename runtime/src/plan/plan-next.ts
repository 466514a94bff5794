import type { Order } from '../adapter/window.js'
import type { CursorBehind, Paging } from './paging.js'
import type { QueryEntry } from '../query/entry.js'
import { includePaths, type IncludeTree } from '../query/include.js'
import { parameterName, type ParamNode } from '../query/params.js'
import { PARAMETERS, type Query } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Views } from './view/view.js'

/** The query for the rest of an included relationship, at the address of the relationship (rule 24.9). */
export interface NextPlan {
  /** Writes its cursors; undefined if its pages have numbers. */
  readonly behind: CursorBehind | undefined
  /** The request's parameters for these records, as the address of the relationship takes them. */
  readonly parameters: readonly (readonly [string, string])[]
}

/** An included relationship with pages. */
export interface NextPlanning {
  readonly query: Query
  readonly path: string
  readonly name: string
  readonly target: CompiledResource
  /** The includes below it. */
  readonly tree: IncludeTree
  readonly order: readonly Order[]
  /** The resources as the request sees them. */
  readonly views: Views
  /** Plans pages by cursors; undefined if all pages have numbers. */
  readonly paging: Paging | undefined
}

/** Plans the query for the next page of an included relationship; undefined in process, where there are no links. */
export function planNext({
  query,
  path,
  name,
  target,
  tree,
  order,
  views,
  paging,
}: NextPlanning): NextPlan | undefined {
  const entry = query.entry(path)
  const parameters = carried({ query, path, name, target, tree, views })
  if (!parameters) return undefined
  const { prefix } = query
  const planning = { resource: target, entry, order, view: views.of(target), within: undefined, prefix }
  return { behind: target.config.pagination ? undefined : paging?.behind(planning), parameters }
}

type CarriedQuery = Omit<NextPlanning, 'order' | 'paging'>

/** Undefined if a value has no text. */
function carried({
  query,
  path,
  name,
  target,
  tree,
  views,
}: CarriedQuery): NextPlan['parameters'] | undefined {
  const parameters: [string, string][] = []
  const entry = query.entry(path)
  const sorts = [...sortsOf(entry, '')]
  const include = [name]
  let isText = written(parameters, ['filter'], entry)
  if (isUnambiguous(query, path, tree)) {
    for (const below of includePaths(tree)) {
      const of = query.entry(`${path}.${below}`)
      include.push(`${name}.${below}`)
      isText &&= written(parameters, ['filter', below], of) && pageWritten(parameters, below, of)
      // A key through a to-one would sort the records themselves.
      if (views.isMany(target, below.split('.')) !== false) sorts.push(...sortsOf(of, `${below}.`))
    }
  }
  parameters.push(['include', include.join(',')])
  if (sorts.length > 0) parameters.push(['sort', sorts.join(',')])
  for (const [parameter, types] of [
    ['fields', query.fields],
    ['extra_fields', query.extraFields],
  ] as const) {
    for (const [type, { value }] of types) parameters.push([`${parameter}[${type}]`, value.join(',')])
  }
  for (const [own, node] of query.params.entries) {
    if (!PARAMETERS.includes(own)) isText &&= writtenNode(parameters, [own], node)
  }
  return isText ? parameters : undefined
}

const sortsOf = ({ sort }: QueryEntry, before: string): readonly string[] =>
  sort.map(({ value }) => `${value.direction === 'desc' ? '-' : ''}${before}${value.path.at(-1) ?? ''}`)

/** Whether each parameter of a path below is unambiguous there: several paths may end in the same name. */
function isUnambiguous(query: Query, path: string, tree: IncludeTree): boolean {
  const paths = includePaths(tree)
  return paths.every((below) => {
    const { filter, sort, page } = query.entry(`${path}.${below}`)
    const isSaid = filter.size > 0 || sort.length > 0 || Object.keys(page).length > 0
    return !isSaid || paths.filter((other) => `.${other}`.endsWith(`.${below}`)).length === 1
  })
}

function written(parameters: [string, string][], name: readonly string[], { filter }: QueryEntry): boolean {
  return [...filter].every(([own, { value }]) => writtenNode(parameters, [...name, own], value))
}

function pageWritten(parameters: [string, string][], path: string, { page }: QueryEntry): boolean {
  return Object.entries(page).every(([own, { value }]) => writtenNode(parameters, ['page', path, own], value))
}

function writtenNode(parameters: [string, string][], name: readonly string[], node: ParamNode): boolean {
  switch (node.kind) {
    case 'text':
      parameters.push([parameterName(name), node.text])
      return true
    case 'list':
      for (const item of node.items) parameters.push([`${parameterName(name)}[]`, item])
      return true
    case 'map':
      return [...node.entries].every(([own, below]) => writtenNode(parameters, [...name, own], below))
    case 'literal':
      return false
  }
}
