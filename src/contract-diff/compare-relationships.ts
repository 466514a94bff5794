import type { RelationshipContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareLists, compareMembers } from './compare-members.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding } from './rules.js'
import { isTaken, type BothWritten } from './written.js'

/** Compares the relationships of a resource: their targets, who sees them, and who writes them. */
export function compareRelationships(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
  by: BothWritten,
): readonly Finding[] {
  const at = (name: string): string => `${type}.relationships.${name}`
  return [
    ...compareMembers(reachable(base, 'read'), reachable(head, 'read'), {
      removed: (name) => [finding('relationship-removed', at(name), 'It can no longer be requested')],
      added: (name) => [finding('relationship-added', at(name), 'It can now be requested')],
      both: (name, before, now) => compareRead(at(name), before, now),
    }),
    ...compareMembers(reachable(base, 'write'), reachable(head, 'write'), {
      removed: (name, before) =>
        isTaken(by.base, before) ? [finding('input-removed', at(name), 'Writes no longer accept it')] : [],
      added(name, now) {
        if (!isTaken(by.base, now) || !isTaken(by.head, now)) return []
        return [
          now.required && by.base.isCreated && by.head.isCreated
            ? finding('relationship-required', at(name), 'A create must contain it')
            : finding('input-added', at(name), 'Writes now accept it'),
        ]
      },
      both: (name, before, now) =>
        isTaken(by.base, before) ? compareWritten(at(name), before, now, by.base.isCreated) : [],
    }),
    ...compareDependents(type, base, head),
    ...(by.base.isCreated && by.head.isCreated ? compareDemands(`${type}.requiredAnyOf`, base, head) : []),
  ]
}

/** A relationship that prevents a destroy does so for everybody, even those who cannot see it (rule 11.15). */
function compareDependents(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  if (base.actions.destroy.who === false || head.actions.destroy.who === false) return []
  const at = (name: string): string => `${type}.relationships.${name}`
  return compareMembers(restricting(base), restricting(head), {
    removed: (name) => [
      finding('destroy-unrestricted', at(name), 'A record with members in it can now be destroyed'),
    ],
    added: (name) => [
      finding('destroy-restricted', at(name), 'A record with members in it can no longer be destroyed'),
    ],
    both: () => [],
  })
}

const restricting = ({ relationships }: ResourceContract): Readonly<Record<string, RelationshipContract>> =>
  Object.fromEntries(Object.entries(relationships).filter(([, { dependent }]) => dependent === 'restrict'))

/** An input that has one of some names also has one of a longer list, so the list may grow but not shrink. */
function compareDemands(place: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  const gone = unlike(base.requiredAnyOf ?? [], head)
  const come = unlike(head.requiredAnyOf ?? [], base)
  return [
    ...come.map((names) =>
      finding('relationship-required', place, `A create must contain ${names.join(' or ')}`),
    ),
    ...gone.map((names) =>
      finding('relationship-optional', place, `A create no longer needs ${names.join(' or ')}`),
    ),
  ]
}

/** The requirements that no requirement of the other contract implies. */
function unlike(
  demands: NonNullable<ResourceContract['requiredAnyOf']>,
  { relationships, requiredAnyOf = [] }: ResourceContract,
): typeof demands {
  const required = Object.entries(relationships).flatMap(([name, each]) => (each.required ? [[name]] : []))
  return demands.filter(
    (demand) =>
      ![...required, ...requiredAnyOf].some((other) => other.every((name) => demand.includes(name))),
  )
}

const reachable = (
  { relationships }: ResourceContract,
  way: 'read' | 'write',
): Readonly<Record<string, RelationshipContract>> =>
  Object.fromEntries(Object.entries(relationships).filter(([, relationship]) => relationship[way] !== false))

function compareRead(
  place: string,
  base: RelationshipContract,
  head: RelationshipContract,
): readonly Finding[] {
  const found = [...compareWho('relationship', place, base.read, head.read)]
  if (base.cardinality !== head.cardinality) {
    const message = `It was a to-${base.cardinality} relationship and is now to-${head.cardinality}`
    found.push(finding('relationship-cardinality-changed', place, message))
  }
  const { removed, added } = compareLists(base.types, head.types)
  if (removed.length > 0) {
    found.push(finding('relationship-target-removed', place, `It no longer contains ${removed.join(', ')}`))
  }
  if (added.length > 0) {
    found.push(finding('relationship-target-added', place, `It may now contain ${added.join(', ')}`))
  }
  if (base.cardinality === head.cardinality && base.nullable !== head.nullable) {
    found.push(
      head.nullable
        ? finding('relationship-nullable', place, 'It may now be empty')
        : finding('relationship-never-null', place, 'It is never empty now'),
    )
  }
  const moved = Object.entries(base.groups ?? {}).filter(
    ([name, type]) => head.types.includes(type) && head.groups?.[name] !== type,
  )
  if (moved.length > 0) {
    const names = moved.map(([name]) => name).join(', ')
    found.push(
      finding(
        'relationship-groups-changed',
        place,
        `Records stored with the type ${names} now belong to a different resource`,
      ),
    )
  }
  if (base.custom !== head.custom) {
    found.push(
      head.custom
        ? finding(
            'relationship-custom',
            place,
            'Methods load it now: it has no cursors, and no filter or sort goes through it',
          )
        : finding('relationship-not-custom', place, 'Methods no longer load it: it has cursors now'),
    )
  }
  if (base.linkage !== head.linkage) {
    found.push(
      head.linkage === 'always'
        ? finding('linkage-widened', place, 'Responses always contain its linkage now')
        : finding('linkage-narrowed', place, 'Responses contain its linkage only if it is included'),
    )
  }
  return found
}

function compareWritten(
  place: string,
  base: RelationshipContract,
  head: RelationshipContract,
  isCreatable: boolean,
): readonly Finding[] {
  const found = [...compareWho('input', place, base.write, head.write)]
  if (base.writeOn !== head.writeOn) {
    found.push(
      head.writeOn === undefined
        ? finding('input-widened', place, 'Creates and updates now accept it')
        : finding('input-narrowed', place, 'Only a create accepts it now'),
    )
  }
  if (base.required !== head.required) {
    if (!head.required) found.push(finding('relationship-optional', place, 'A create may now omit it'))
    else if (isCreatable) found.push(finding('relationship-required', place, 'A create must contain it'))
  }
  const filled = compareLists(base.fills ?? [], head.fills ?? [])
  if (filled.removed.length > 0) {
    const message = `Creating a record in it no longer sets ${filled.removed.join(', ')}`
    found.push(finding('relationship-narrowed', place, message))
  }
  if (filled.added.length > 0) {
    const message = `Creating a record in it now sets ${filled.added.join(', ')}`
    found.push(finding('relationship-widened', place, message))
  }
  const joined = compareLists(base.through ?? [], head.through ?? [])
  if (joined.added.length > 0) {
    const message = `Its links are now records of ${joined.added.join(', ')}, whose policies apply to them too`
    found.push(finding('relationship-narrowed', place, message))
  }
  if (joined.removed.length > 0) {
    const message = `The policies of ${joined.removed.join(', ')} no longer apply to its links`
    found.push(finding('relationship-widened', place, message))
  }
  if (base.cardinality === head.cardinality && base.takesNull !== head.takesNull) {
    found.push(
      head.takesNull
        ? finding('relationship-widened', place, 'A write may now clear it')
        : finding('relationship-narrowed', place, 'A write can no longer clear it'),
    )
  }
  return found
}
