import { castTo } from '../base/cast.js'
import type { ParamNode } from './params.js'
import type { SortKey } from './sort.js'

/** A value of a request, with its parameter name as the client wrote it (rule 13.2). */
export interface WrittenValue<Value> {
  readonly parameter: string
  readonly value: Value
}

/** The parameters of a request for one include path; the empty path is the primary data (rule 2.3). */
export interface QueryEntry {
  /** Maps a filter name (or `and`, `or`, `not`) to the requested values. */
  readonly filter: ReadonlyMap<string, WrittenValue<ParamNode>>
  readonly sort: readonly WrittenValue<SortKey>[]
  readonly page: { readonly [Name in PageName]?: WrittenValue<ParamNode> }
}

/** A group of filters: all of them must hold, any of them, or none. */
export type GroupKind = 'and' | 'or' | 'not'

/** Whether a name is the name of a group. */
export const isGroup = (name: string): name is GroupKind => name === 'and' || name === 'or' || name === 'not'

/** The page parameters of a request; cursors only for the primary data (rule 24.1). */
export type PageName = 'number' | 'size' | 'after' | 'before'

/** The entry of a path without parameters. */
export const NO_ENTRY: QueryEntry = Object.freeze({ filter: new Map(), sort: [], page: {} })

/** The names in a list parameter: separated by commas, repeated with `[]`, or a list of an in-process caller. */
export function namesOf(node: ParamNode): readonly string[] | undefined {
  switch (node.kind) {
    case 'text':
      return node.text === '' ? [] : node.text.split(',')
    case 'list':
      return node.items
    case 'literal':
      return namesOfLiteral(node.value)
    case 'map':
      return undefined
  }
}

function namesOfLiteral(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return value === '' ? [] : value.split(',')
  // Spread, because `every` skips holes of a list, and a hole is not a name.
  const names: readonly unknown[] = Array.isArray(value) ? [...value] : [undefined]
  return names.every((name) => typeof name === 'string') ? castTo<readonly string[]>(names) : undefined
}
