import { keyIn, keyText } from '../../adapter/rows/keys.js'
import type { KnownRelation } from '../../resource/relations.js'
import type { KeyValues } from '../../value/key.js'

/** How children are matched with their parents. */
export interface Belonging {
  /** The attributes of the child that `parentsOf` needs, besides its primary key. */
  readonly keyAttributes: readonly string[]
  /** The parents' keys of a child, or of a row with its keys; undefined if only the application can match them. */
  readonly parentsOf: ParentsOf | undefined
  /** Whether `parentsOf` needs the rows of a join. */
  readonly needsRows?: boolean
  /** The keys of a child's parents, if several parents have a page each, or if the store takes other keys for equal. */
  readonly parentKeys: Map<object, ReadonlySet<string>>
}

export type ParentsOf = (child: object) => readonly KeyValues[]

/** How many links the children of a join have to the parents. */
export const linksOf = (children: readonly object[], { parentsOf, parentKeys }: Belonging): number =>
  children.reduce((sum, child) => sum + (parentKeys.get(child)?.size ?? parentsOf?.(child).length ?? 0), 0)

/**
 * The children, or rows with their keys, that refer to none of the parents exactly. The store found them, so it takes
 * their keys for equal, for example because its collation ignores case, and only the store can tell whose they are
 * (rule 9.3).
 */
export function spelledOtherwise(
  children: readonly object[],
  parents: readonly object[],
  { pairs }: KnownRelation,
  { parentsOf }: Belonging,
): readonly object[] {
  if (!parentsOf) return []
  const keys = new Set(parents.map((parent) => keyIn(parent, pairs.owner)))
  return children.filter((child) => parentsOf(child).some((key) => !keys.has(keyText(key))))
}

/** Why the children of each parent are read with a separate query. */
export type ReasonForEach = 'too many records' | 'keys with a different spelling'
