import { madeOnce } from '../base/made-once.js'

/** Include paths as a tree: each relationship name has the tree of the includes below it. */
export interface IncludeTree extends ReadonlyMap<string, IncludeTree> {}

/**
 * The spellings of an include directive: `'author'`, `['author', { comments: 'author' }]`, `{ comments: ['author'] }`.
 */
export type IncludeInput =
  | string
  | readonly IncludeInput[]
  | { readonly [name: string]: IncludeInput | boolean | null }

/** An include directive in its normal form. */
export type IncludeDirective = IncludeTree

/** The tree without includes. */
export const NO_INCLUDES: IncludeTree = Object.freeze(new Map<string, IncludeTree>())

/** Reads an include directive in any of its spellings; dots nest, commas separate (specification 4.1, 4.4). */
export function includeTree(input: IncludeInput | boolean | null | undefined): IncludeTree {
  const tree: MutableTree = new Map()
  addInput(tree, input)
  return tree
}

/** Reads the parameter `include`: names separated by commas, nested with dots, not trimmed (rule 15.2). */
export function includeTreeOfPaths(paths: readonly string[]): IncludeTree {
  const tree: MutableTree = new Map()
  for (const path of paths) addPath(tree, path.split('.'))
  return tree
}

/** Every path of a tree, parents before children: `comments`, `comments.author`. */
export function includePaths(tree: IncludeTree): string[] {
  const paths: string[] = []
  addPaths(tree, '', paths)
  return paths
}

/** The part of a tree that another tree permits (rule 9.5). */
export function permittedIncludes(requested: IncludeTree, permitted: IncludeTree): IncludeTree {
  const tree = new Map<string, IncludeTree>()
  for (const [name, below] of requested) {
    const permittedBelow = permitted.get(name)
    if (permittedBelow) tree.set(name, permittedIncludes(below, permittedBelow))
  }
  return tree
}

/** A requested include that is not permitted, with the names that are permitted in its place. */
export interface DroppedInclude {
  readonly path: string
  readonly name: string
  readonly near: readonly string[]
}

/** The requested paths that another tree does not permit. */
export function droppedIncludes(
  requested: IncludeTree,
  permitted: IncludeTree,
  prefix = '',
): readonly DroppedInclude[] {
  return [...requested].flatMap(([name, below]): readonly DroppedInclude[] => {
    const path = prefix + name
    const permittedBelow = permitted.get(name)
    return permittedBelow
      ? droppedIncludes(below, permittedBelow, `${path}.`)
      : [{ path, name, near: [...permitted.keys()] }, ...droppedIncludes(below, NO_INCLUDES, `${path}.`)]
  })
}

interface MutableTree extends Map<string, MutableTree> {}

function addInput(tree: MutableTree, input: IncludeInput | boolean | null | undefined): void {
  if (typeof input === 'string') {
    for (const path of input.split(',')) if (path !== '') addPath(tree, path.split('.'))
  } else if (isIncludeList(input)) {
    for (const member of input) addInput(tree, member)
  } else if (typeof input === 'object' && input !== null) {
    for (const [name, below] of Object.entries(input)) addInput(branch(tree, name), below)
  }
}

/** Adds to one list: a list at each level would be copied into that above it, once for each level. */
function addPaths(tree: IncludeTree, prefix: string, paths: string[]): void {
  for (const [name, below] of tree) {
    paths.push(prefix + name)
    addPaths(below, `${prefix}${name}.`, paths)
  }
}

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

/** Whether an include directive is a list, and not one name or a tree. */
const isIncludeList = (input: unknown): input is readonly IncludeInput[] => Array.isArray(input)

function addPath(tree: MutableTree, path: readonly string[]): void {
  let current = tree
  for (const name of path) current = branch(current, name)
}

const branch = (tree: MutableTree, name: string): MutableTree =>
  madeOnce(tree, name, (): MutableTree => new Map())
