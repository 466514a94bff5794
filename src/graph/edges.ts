import { type Relationship, sharesLink } from '@jsonapi-gen/runtime/vocabulary'
import { relationshipOf } from '../schema/relations.js'
import type { ResourceSchema, SideloadSchema } from '../schema/schema.js'

/** How many records one end of a relationship has. */
export type Count = 'one' | 'oneOrNone' | 'many'

/** A relationship, with both of its resources' names for it. */
export interface Edge {
  readonly from: string
  readonly to: string
  /** The number of records of `from` that belong to one record of `to`, and vice versa. */
  readonly fromCount: Count
  readonly toCount: Count
  /** The names of its sideloads. The name of `from` comes first. */
  readonly names: readonly string[]
  /** Whether a foreign key alone determines the edge, without a type column or application code. */
  readonly isKeyed: boolean
}

/**
 * The relationships between resources, each once: a sideload and its inverse are one edge. Edges whose key is in a
 * resource come first; otherwise they are in the order of the resources.
 */
export function edgesOf(resources: readonly ResourceSchema[]): readonly Edge[] {
  const taken = new Set<SideloadSchema>()
  const edgesFrom = (holdsKey: boolean): readonly Edge[] =>
    resources.flatMap((owner) =>
      owner.sideloads.flatMap((sideload) => {
        const relationship = relationshipOf(owner, sideload, resources)
        if ((relationship.holder === 'owner') !== holdsKey || taken.has(sideload)) return []
        taken.add(sideload)
        const targets = new Set(relationship.relations.flatMap(({ target }) => target ?? []))
        return [...targets].map((target) => {
          const back = backOf(relationship, target, { taken, resources })
          if (back) taken.add(back)
          return edgeOf({ relationship, sideload }, target, back && relationshipOf(target, back, resources))
        })
      }),
    )
  return [...edgesFrom(true), ...edgesFrom(false)]
}

function edgeOf(
  { relationship, sideload }: { readonly relationship: Linked; readonly sideload: SideloadSchema },
  target: ResourceSchema,
  back: Linked | undefined,
): Edge {
  const { owner, name, many, holder, relations } = relationship
  // The relationship is neither polymorphic nor loaded by an application method.
  const isKeyed =
    holder !== 'method' &&
    relations.every(({ constants }) => Object.keys({ ...constants.owner, ...constants.target }).length === 0)
  const names = back ? [back.name] : []
  if (holder === 'owner') {
    return {
      from: target.type,
      to: owner.type,
      fromCount: sideload.nullable ? 'oneOrNone' : 'one',
      // There may be many records with the key, unless the other side says otherwise.
      toCount: back && !back.many ? 'oneOrNone' : 'many',
      names: [...names, name],
      isKeyed,
    }
  }
  return {
    from: owner.type,
    to: target.type,
    // If only this side declares the key, it is not known whether it may be null.
    fromCount: isKeyed && holder === 'target' ? 'oneOrNone' : 'many',
    toCount: many ? 'many' : 'oneOrNone',
    names: [name, ...names],
    isKeyed,
  }
}

type Linked = Relationship<ResourceSchema>

/** The other resource's sideload with the same key or the same join. */
function backOf(
  relationship: Linked,
  target: ResourceSchema,
  { taken, resources }: Seen,
): SideloadSchema | undefined {
  return target.sideloads.find((other) => {
    if (taken.has(other)) return false
    const back = relationshipOf(target, other, resources)
    return (
      back.relations.some((each) => each.target === relationship.owner) &&
      turns(relationship, back) &&
      sharesLink(relationship, back)
    )
  })
}

interface Seen {
  readonly taken: ReadonlySet<SideloadSchema>
  readonly resources: readonly ResourceSchema[]
}

/** Whether one of them is the inverse of the other: from the record with the key, or from the other side of a join. */
const turns = (one: Linked, other: Linked): boolean =>
  one.holder === 'join' || (one.holder === 'owner' && other.holder !== 'owner')
