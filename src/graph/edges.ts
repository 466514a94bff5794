import { holdsKey, isSameLink } from '../schema/links.js'
import { indexOf } from '../schema/resource-index.js'
import { isToMany, type ResourceSchema, type SideloadSchema, targetsOf } from '../schema/schema.js'

/** How many records one end of a relationship has. */
export type Count = 'one' | 'oneOrNone' | 'many'

/** A relationship, with the names that both of its resources have for it. */
export interface Edge {
  readonly from: string
  readonly to: string
  /** How many records of `from` belong to one of `to`, and the reverse. */
  readonly fromCount: Count
  readonly toCount: Count
  /** The names of its sideloads; the name of `from` comes first. */
  readonly names: readonly string[]
  /** Whether a key of one table refers to the other: neither a type column nor the application decides. */
  readonly isKeyed: boolean
}

/**
 * The relationships between resources, each once: a sideload and its inverse are one edge. Edges whose key is in a
 * resource come first; otherwise they are in the order of the resources.
 */
export function edgesOf(resources: readonly ResourceSchema[]): readonly Edge[] {
  const { byType } = indexOf(resources)
  const taken = new Set<SideloadSchema>()
  const edgesFrom = (wanted: (sideload: SideloadSchema) => boolean): readonly Edge[] =>
    resources.flatMap((owner) =>
      owner.sideloads.filter(wanted).flatMap((sideload) => {
        if (taken.has(sideload)) return []
        taken.add(sideload)
        return targetsOf(sideload).map((target) => {
          const back = backOf(owner, sideload, byType.get(target), taken)
          if (back) taken.add(back)
          return edgeOf(owner.type, sideload, target, back)
        })
      }),
    )
  return [...edgesFrom(holdsKey), ...edgesFrom((sideload) => !holdsKey(sideload))]
}

function edgeOf(
  owner: string,
  sideload: SideloadSchema,
  target: string,
  back: SideloadSchema | undefined,
): Edge {
  if (holdsKey(sideload)) {
    return {
      from: target,
      to: owner,
      fromCount: sideload.nullable ? 'oneOrNone' : 'one',
      // The record with the key is one of many, unless the other side says otherwise.
      toCount: back && !isToMany(back) ? 'oneOrNone' : 'many',
      names: [...(back ? [back.name] : []), sideload.name],
      isKeyed: sideload.kind === 'belongsTo',
    }
  }
  const isKeyed = sideload.kind === 'hasMany' || sideload.kind === 'hasOne'
  return {
    from: owner,
    to: target,
    // If only this side names the key, it is not known whether it may be null.
    fromCount: isKeyed ? 'oneOrNone' : 'many',
    toCount: isToMany(sideload) ? 'many' : 'oneOrNone',
    names: [sideload.name, ...(back ? [back.name] : [])],
    isKeyed: isKeyed || sideload.kind === 'hasAndBelongsToMany',
  }
}

/** The sideload of the other resource with the same key or the same join. */
function backOf(
  owner: ResourceSchema,
  sideload: SideloadSchema,
  target: ResourceSchema | undefined,
  taken: ReadonlySet<SideloadSchema>,
): SideloadSchema | undefined {
  return target?.sideloads.find(
    (other) =>
      !taken.has(other) &&
      targetsOf(other).includes(owner.type) &&
      turns(sideload, other) &&
      isSameLink({ owner, sideload }, { owner: target, sideload: other }),
  )
}

/** Whether one is the inverse of the other: from the record with the key, or from the other side of a join. */
const turns = (one: SideloadSchema, other: SideloadSchema): boolean =>
  one.kind === 'hasAndBelongsToMany' || (holdsKey(one) && !holdsKey(other))
