import type { Span } from '../source/source.js'

/**
 * The content of a schema before it is interpreted: maps, lists and scalars with their locations. Both
 * inputs, YAML and the annotations of a Prisma schema, become such a tree, so all later steps are the same.
 */
export type Tree = ScalarTree | ListTree | MapTree

/** A scalar. Numbers outside the safe integers are bigint. */
export interface ScalarTree {
  readonly kind: 'scalar'
  readonly value: string | number | bigint | boolean | null
  readonly at: Span
}

/** A list, in order. */
export interface ListTree {
  readonly kind: 'list'
  readonly items: readonly Tree[]
  readonly at: Span
}

/** A map, in the order of the text. Keys are unique. */
export interface MapTree {
  readonly kind: 'map'
  readonly entries: readonly Entry[]
  readonly at: Span
}

/** One entry of a map. `at` is the location of the key. */
export interface Entry {
  readonly key: string
  readonly at: Span
  readonly value: Tree
}

/** An entry without a value, such as `status:` in YAML. */
export function bareEntry(key: string, at: Span): Entry {
  return { key, at, value: { kind: 'scalar', value: null, at } }
}

/** Every key and every string in a tree. */
export function namesIn(tree: Tree): readonly string[] {
  switch (tree.kind) {
    case 'map':
      return tree.entries.flatMap(({ key, value }) => [key, ...namesIn(value)])
    case 'list':
      return tree.items.flatMap(namesIn)
    case 'scalar':
      return typeof tree.value === 'string' ? [tree.value] : []
  }
}

/** The kind of a tree in messages: `a map`, `a list`, `a number`… */
export function kindOf(tree: Tree): string {
  if (tree.kind !== 'scalar') return `a ${tree.kind}`
  if (tree.value === null) return 'nothing'
  switch (typeof tree.value) {
    case 'string':
      return 'text'
    case 'boolean':
      return `the boolean ${String(tree.value)}`
    default:
      return `the number ${String(tree.value)}`
  }
}
