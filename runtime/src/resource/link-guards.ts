import type { AttributeConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from './compile.js'
import { oncePerRegistry } from './registry.js'
import {
  holderOf,
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

/** A guard, and its place in the schema: `sideloads.tasks.readable` of `projects`. */
export interface Rule {
  readonly guard: Guard
  readonly resource: string
  readonly place: string
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

const readersFound = (owner: CompiledResource, attribute: AttributeConfig): readonly Guard[] =>
  guardsOf(readersWithPlaces(owner, attribute))

/** The guards of who may read an attribute, with where each stands. */
export function readersWithPlaces(owner: CompiledResource, attribute: AttributeConfig): readonly Rule[] {
  const ofKeys = relationshipsOfKey(owner, attribute).flatMap((relationship) =>
    linkRules(relationship, 'readable'),
  )
  return [ruleOfAttribute(owner, attribute, 'readable'), ...ofKeys.filter(({ guard }) => isName(guard))]
}

/** What an attribute itself says of who may do something with it, with where that stands. */
export const ruleOfAttribute = (
  { type }: CompiledResource,
  attribute: AttributeConfig,
  kind: Kind | 'sortable',
): Rule => ({ guard: attribute[kind], resource: type, place: `attributes.${attribute.name}.${kind}` })

const guardsOf = (rules: readonly Rule[]): readonly Guard[] => [...new Set(rules.map(({ guard }) => guard))]

const isName = (guard: Guard): boolean => typeof guard === 'string'

/** Whether everybody sees a relationship, whoever asks. */
export const isSeenByAll = (owner: CompiledResource, sideload: SideloadConfig): boolean =>
  guardsOfRelationship(owner, sideload).readable.every((guard) => guard === true)

const guardsIn = oncePerRegistry((_owner: CompiledResource) => new Map<string, RelationshipGuards>())

/** What guards of an attribute or a relationship are about. */
type Kind = 'readable' | 'writable'

const collected = (relationship: Relationship): RelationshipGuards => ({
  readable: guardsOf(linkRules(relationship, 'readable')),
  writable: guardsOf(linkRules(relationship, 'writable')),
})

/** The guards that hold for a relationship, with where each stands. */
export function linkRules(relationship: Relationship, kind: Kind): readonly Rule[] {
  const own = ruleOfSideload(relationship, kind)
  const others = sameLinks(relationship).flatMap((other): Rule[] => {
    const rule = ruleOfSideload(other, kind)
    const holds = isName(rule.guard) || (rule.guard === false && closes(relationship, other, own.guard))
    return holds ? [rule] : []
  })
  const shown = keyAttributes(relationship)
    .map((attribute) => ruleOfAttribute(holderOf(relationship) ?? relationship.owner, attribute, kind))
    .filter(({ guard }) => isName(guard))
  const keys = joinResources(relationship)
    .flatMap(keysOfJoin)
    .flatMap((key) => linkRules(key, kind))
  return [own, ...others, ...shown, ...keys]
}

const ruleOfSideload = ({ owner, sideload }: Relationship, kind: Kind): Rule => ({
  guard: sideload[kind],
  resource: owner.type,
  place: `sideloads.${sideload.name}.${kind}`,
})

const holdsKey = ({ kind }: SideloadConfig): boolean =>
  kind === 'belongsTo' || kind === 'polymorphicBelongsTo'

/** Whether a `false` at another name of a link closes this one too. */
function closes({ sideload }: Relationship, { sideload: other }: Relationship, own: Guard): boolean {
  if (other.kind === 'hasAndBelongsToMany') return own === true
  return holdsKey(other) && !holdsKey(sideload)
}
