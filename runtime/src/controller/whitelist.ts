import { type IncludeDirective, type IncludeInput, includeTree, isIncludeList } from '../query/include.js'

/** The includes that each action permits; `default` is for the actions that have no entry (rule 9.5). */
export type Whitelist = ReadonlyMap<string, IncludeDirective>

/** A whitelist as it is declared: a map of action to includes, or includes for every action. */
export type WhitelistInput = string | readonly IncludeInput[] | Readonly<Record<string, IncludeInput>>

/** Reads a declared whitelist; an array or a string means every action (rule 9.5). */
export function whitelistOf(input: WhitelistInput): Whitelist {
  if (typeof input === 'string' || isIncludeList(input)) return new Map([['default', includeTree(input)]])
  return new Map(Object.entries(input).map(([action, includes]) => [action, includeTree(includes)]))
}

/** The includes that an action permits; undefined if unrestricted. */
export function permittedBy(
  whitelist: Whitelist | undefined,
  action: string | undefined,
): IncludeDirective | undefined {
  return (action === undefined ? undefined : whitelist?.get(action)) ?? whitelist?.get('default')
}
