import { parse, stringify } from 'yaml'

/** A tree of YAML: what a page shows of a schema, or what stands around it. */
export interface Tree {
  readonly [key: string]: unknown
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The tree of a text. */
export function treeOf(text: string): Tree {
  const tree: unknown = parse(text)
  if (!isTree(tree)) throw new Error(`This is no part of a schema: ${text}`)
  return tree
}

/** The text of a tree; the format knows no anchors. */
export const textOfTree = (tree: Tree): string => stringify(tree, { aliasDuplicateObjects: false })

/** Two trees in one: what both have is merged where it is a tree, and is that of the second one otherwise. */
export function merged(around: Tree, shown: Tree): Tree {
  const pairs = Object.entries(shown).map(([key, value]) => {
    const other = around[key]
    return [key, isTree(value) && isTree(other) ? merged(other, value) : value] as const
  })
  return { ...around, ...Object.fromEntries(pairs) }
}
