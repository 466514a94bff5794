import type { AttributeConfig } from '../declare/config.js'
import type { Guard } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { CompiledResource } from './compile.js'
import { oncePerRegistry } from './registry.js'
import {
  guardsFor,
  type GuardSource,
  type Relationship,
  relationshipsShownBy,
} from '../vocabulary/relation.js'
import { relationshipOf, relationshipsOf } from './relations.js'

/** All guards of a relationship: its own, and those of other relationships with the same foreign key or join. */
export interface RelationshipGuards {
  readonly readable: readonly Guard[]
  readonly writable: readonly Guard[]
}

/** A guard, with its place in the schema: `sideloads.tasks.readable` of `projects`. */
export interface Rule {
  readonly guard: Guard
  readonly resource: string
  readonly place: string
}

/**
 * The guards of a relationship, computed once for a resource (rule 14.16). A foreign key with a relationship on both
 * sides has the guards of both. A link through a join model has the guards of the join model's two keys. `false` closes
 * the relationship that declares it. On the side of the foreign key it closes every relationship of that key; on a
 * many-to-many, each relationship without a guard.
 */
export function guardsOfRelationship(owner: CompiledResource, sideload: Named): RelationshipGuards {
  const known = guardsIn(owner)
  const guards = known.get(sideload.name) ?? collected(relationshipOf(owner, sideload))
  known.set(sideload.name, guards)
  return guards
}

/** A sideload, or a relationship that is made of one. */
type Named = Pick<SideloadConfig, 'name'>

/** The guards for reading an attribute: its own, and those of the relationships whose foreign key it shows. */
export function readersOfAttribute(owner: CompiledResource, attribute: AttributeConfig): readonly Guard[] {
  const known = readersIn(owner)
  const guards = known.get(attribute.name) ?? readersFound(owner, attribute)
  known.set(attribute.name, guards)
  return guards
}

const readersIn = oncePerRegistry((_owner: CompiledResource) => new Map<string, readonly Guard[]>())

const readersFound = (owner: CompiledResource, attribute: AttributeConfig): readonly Guard[] =>
  guardsOf(readersWithPlaces(owner, attribute))

/** The guards for reading an attribute, with their places in the schema. */
export function readersWithPlaces(owner: CompiledResource, attribute: AttributeConfig): readonly Rule[] {
  const ofKeys = relationshipsShownBy(relationshipsOf(owner), attribute.column).flatMap((relationship) =>
    linkRules(owner, relationship, 'readable'),
  )
  return [ruleOfAttribute(owner, attribute, 'readable'), ...ofKeys.filter(({ guard }) => isName(guard))]
}

/** An attribute's own rule for reading or writing it, with its place in the schema. */
export const ruleOfAttribute = (
  { type }: CompiledResource,
  attribute: AttributeConfig,
  kind: Kind | 'sortable',
): Rule => ({ guard: attribute[kind], resource: type, place: `attributes.${attribute.name}.${kind}` })

const guardsOf = (rules: readonly Rule[]): readonly Guard[] => [...new Set(rules.map(({ guard }) => guard))]

const isName = (guard: Guard): boolean => typeof guard === 'string'

/** Whether every viewer sees a relationship. */
export const isSeenByAll = (owner: CompiledResource, sideload: Named): boolean =>
  guardsOfRelationship(owner, sideload).readable.every((guard) => guard === true)

const guardsIn = oncePerRegistry((_owner: CompiledResource) => new Map<string, RelationshipGuards>())

/** The use that a guard permits. */
type Kind = 'readable' | 'writable'

const collected = (relationship: Relationship<CompiledResource>): RelationshipGuards => ({
  readable: guardsOf(rulesOf(relationship, 'readable')),
  writable: guardsOf(rulesOf(relationship, 'writable')),
})

/** The guards of a relationship, with their places in the schema. */
export const linkRules = (owner: CompiledResource, sideload: Named, kind: Kind): readonly Rule[] =>
  rulesOf(relationshipOf(owner, sideload), kind)

const rulesOf = (relationship: Relationship<CompiledResource>, kind: Kind): readonly Rule[] =>
  guardsFor(relationship, kind).map((source: GuardSource<CompiledResource>) => ({
    guard: source[kind],
    resource: source.resource.type,
    place: `${source.member}.${source.name}.${kind}`,
  }))
