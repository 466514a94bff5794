import type { CompiledResource } from '../../resource/compile.js'
import type { WriteMethod } from '../../resource/payload.js'
import type {
  KeyedSideload,
  PolymorphicBelongsTo,
  PolymorphicHasMany,
  SideloadConfig,
} from '../../declare/sideload.js'

/** One record of a write, however many relationships name it: a resource object of the request, or a bare linkage entry. */
export interface WriteNode {
  readonly resource: CompiledResource
  readonly method: WriteMethod
  /** The id as the request has it. */
  readonly id: string | undefined
  readonly tempId: string | undefined
  /** The attributes as the request has them. */
  readonly attributes: ReadonlyMap<string, unknown>
  readonly relationships: readonly WriteRelationship[]
  /** Whether the request says more of the record than what it is. */
  readonly hasContent: boolean
  readonly place: NodePlace
}

/** Where a record stands in the request, for the pointers of errors (rule 13.2). */
export interface NodePlace {
  /** `/data`, `/included/0`, or, where `included` has no entry of it, its linkage. Undefined outside of a request. */
  readonly pointer: string | undefined
  /** The resource object there; undefined for a linkage. */
  readonly object: object | undefined
  /** The relationship that the record was first reached by; undefined for the primary one. */
  readonly via: { readonly parent: WriteNode; readonly relationship: WriteRelationship } | undefined
}

/** One relationship of a record in a write. */
export interface WriteRelationship {
  readonly sideload: SideloadConfig
  readonly many: boolean
  /** What is linked, unlinked or destroyed; empty for `null` and `[]`. */
  readonly references: readonly WriteReference[]
  /** Whether what is not named is unlinked: a to-one always, a to-many where no entry carries a method (rule 11.4). */
  readonly replaces: boolean
  /** Of its `data`. */
  readonly pointer: string | undefined
  /** Whether it is no fault that a record to unlink is not linked (JSON:API, "Updating To-Many Relationships"). */
  readonly isLenient?: boolean
}

/** One entry of a linkage. */
export interface WriteReference {
  readonly node: WriteNode
  readonly method: WriteMethod
  /** The value of the type column that leads to the record's type, where the sideload is polymorphic. */
  readonly group: string
  /** Whether the entry only says again, from the child, how the child was reached: nothing is to be done. */
  readonly isInverse: boolean
  readonly pointer: string | undefined
}

/** Whether an entry links its record, or keeps it linked. */
export const isLinked = ({ method, isInverse }: WriteReference): boolean =>
  !isInverse && method !== 'destroy' && method !== 'disassociate'

/** Whether an entry links a record that was there before the request. */
export const linksExisting = (reference: WriteReference): boolean =>
  isLinked(reference) && reference.node.method !== 'create'

/** Every record of a write, each once, parents before what they lead to. */
export function allNodes(root: WriteNode): readonly WriteNode[] {
  const nodes = new Set<WriteNode>([root])
  for (const node of nodes) {
    for (const { references } of node.relationships) {
      for (const reference of references) nodes.add(reference.node)
    }
  }
  return [...nodes]
}

/** Whether a relationship stands in keys of the record itself. */
export function isOwn(
  sideload: SideloadConfig,
): sideload is (KeyedSideload & { readonly kind: 'belongsTo' }) | PolymorphicBelongsTo {
  return sideload.kind === 'belongsTo' || sideload.kind === 'polymorphicBelongsTo'
}

/** Whether a relationship stands in keys of the related records. */
export function isKeyed(sideload: SideloadConfig): sideload is KeyedSideload | PolymorphicHasMany {
  return sideload.kind === 'hasMany' || sideload.kind === 'hasOne' || sideload.kind === 'polymorphicHasMany'
}

/** How many records a write changes by name: what is merely linked does not count (rule 17.4). */
export const writtenRecords = (root: WriteNode): number =>
  allNodes(root).filter(({ method, hasContent }) => method !== 'associate' || hasContent).length
