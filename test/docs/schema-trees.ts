import { parse, stringify } from 'yaml'

/** A tree of YAML: the part of a schema that a page shows, or the rest of the schema. */
export interface Tree {
  readonly [key: string]: unknown
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses YAML as a tree. */
export function treeOf(text: string): Tree {
  const tree: unknown = parse(text)
  if (!isTree(tree)) throw new Error(`This is no part of a schema: ${text}`)
  return tree
}

/** Prints a tree as YAML without anchors, which the format does not support. */
export const textOfTree = (tree: Tree): string => stringify(tree, { aliasDuplicateObjects: false })

/**
 * Merges two trees. If both contain a key, trees are merged, and any other value is taken from the second
 * one.
 */
export function merged(around: Tree, shown: Tree): Tree {
  const pairs = Object.entries(shown).map(([key, value]) => {
    const other = around[key]
    return [key, isTree(value) && isTree(other) ? merged(other, value) : value] as const
  })
  return { ...around, ...Object.fromEntries(pairs) }
}
