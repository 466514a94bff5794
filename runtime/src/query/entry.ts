import { castTo } from '../base/cast.js'
import type { ParamNode } from './params.js'
import type { SortKey } from './sort.js'

/** A value of a request with the name of the parameter that it came in, as the client wrote it (rule 13.2). */
export interface Given<Value> {
  readonly parameter: string
  readonly value: Value
}

/** What a request says of one include path; the empty path is the primary data (rule 2.3). */
export interface QueryEntry {
  /** Filter names (or `and`, `or`, `not`) to what was asked of them. */
  readonly filter: ReadonlyMap<string, Given<ParamNode>>
  readonly sort: readonly Given<SortKey>[]
  readonly page: { readonly [Name in PageName]?: Given<ParamNode> }
}

/** A group of filters: all of them hold, any of them, or none. */
export type GroupKind = 'and' | 'or' | 'not'

/** Whether a name is that of a group. */
export const isGroup = (name: string): name is GroupKind => name === 'and' || name === 'or' || name === 'not'

/** What a request may say of a page: cursors only of the primary data (rule 24.1). */
export type PageName = 'number' | 'size' | 'after' | 'before'

/** An entry that nothing was said of. */
export const NO_ENTRY: QueryEntry = Object.freeze({ filter: new Map(), sort: [], page: {} })

/** The names in a parameter that lists them: separated by commas, repeated with `[]`, or an in-process list. */
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
  // Spread, because `every` skips a hole in a list, and a hole is not a name.
  const names: readonly unknown[] = Array.isArray(value) ? [...value] : [undefined]
  return names.every((name) => typeof name === 'string') ? castTo<readonly string[]>(names) : undefined
}
