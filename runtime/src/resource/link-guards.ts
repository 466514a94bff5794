import type { AttributeConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from './compile.js'
import { oncePerRegistry } from './registry.js'
import {
  joinResources,
  keyAttributes,
  keysOfJoin,
  type Relationship,
  relationshipsOfKey,
  sameLinks,
} from './same-link.js'

/** The guards that hold for a relationship, all of them: its own, and those of what is the same foreign key or join. */
export interface RelationshipGuards {
  readonly readable: readonly Guard[]
  readonly writable: readonly Guard[]
}

/**
 * The guards of a relationship, worked out once for a resource (rule 14.16). A foreign key that has a name on both sides
 * has the guards of both, and a link through a join model those of its two keys. `false` closes the name that it stands
 * at. On the side that holds the foreign key it closes every name of it; of a many-to-many, each name that has no guard.
 */
export function guardsOfRelationship(owner: CompiledResource, sideload: SideloadConfig): RelationshipGuards {
  const known = guardsIn(owner)
  const guards = known.get(sideload.name) ?? collected({ owner, sideload })
  known.set(sideload.name, guards)
  return guards
}

/** The guards of who may read an attribute: its own, and those of the relationships whose key it shows. */
export function readersOfAttribute(owner: CompiledResource, attribute: AttributeConfig): readonly Guard[] {
  const known = readersIn(owner)
  const guards = known.get(attribute.name) ?? readersFound(owner, attribute)
  known.set(attribute.name, guards)
  return guards
}

const readersIn = oncePerRegistry((_owner: CompiledResource) => new Map<string, readonly Guard[]>())

function readersFound(owner: CompiledResource, attribute: AttributeConfig): readonly Guard[] {
  const ofKeys = relationshipsOfKey(owner, attribute).flatMap(
    ({ sideload }) => guardsOfRelationship(owner, sideload).readable,
  )
  return [...new Set([attribute.readable, ...ofKeys.filter(isName)])]
}

const isName = (guard: Guard): boolean => typeof guard === 'string'

/** Whether everybody sees a relationship, whoever asks. */
export const isSeenByAll = (owner: CompiledResource, sideload: SideloadConfig): boolean =>
  guardsOfRelationship(owner, sideload).readable.every((guard) => guard === true)

const guardsIn = oncePerRegistry((_owner: CompiledResource) => new Map<string, RelationshipGuards>())

type Kind = 'readable' | 'writable'

function collected(relationship: Relationship): RelationshipGuards {
  const same = sameLinks(relationship)
  const attributes = keyAttributes(relationship)
  const keys = joinResources(relationship)
    .flatMap(keysOfJoin)
    .map((key) => guardsOfRelationship(key.owner, key.sideload))
  const all = (kind: Kind): readonly Guard[] => {
    const own = relationship.sideload[kind]
    const others = same.flatMap((other): Guard[] => {
      const guard = other.sideload[kind]
      return typeof guard === 'string' || (guard === false && closes(relationship, other, own)) ? [guard] : []
    })
    const shown = attributes.flatMap((attribute): Guard[] => [attribute[kind]].filter(isName))
    return [...new Set([own, ...others, ...shown, ...keys.flatMap((key) => key[kind])])]
  }
  return { readable: all('readable'), writable: all('writable') }
}

const holdsKey = ({ kind }: SideloadConfig): boolean =>
  kind === 'belongsTo' || kind === 'polymorphicBelongsTo'

/** Whether a `false` at another name of a link closes this one too. */
function closes({ sideload }: Relationship, { sideload: other }: Relationship, own: Guard): boolean {
  if (other.kind === 'hasAndBelongsToMany') return own === true
  return holdsKey(other) && !holdsKey(sideload)
}
