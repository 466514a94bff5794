import type { RelationshipContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareLists, compareMembers, quotedList } from './compare-members.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding } from './rules.js'
import { isTaken, type BothWritten } from './written.js'

/** Compares a resource's relationships: their targets, who sees them, and who writes them. */
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
            ? finding('relationship-required', at(name), 'A create request must contain it', ['new'])
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
      finding(
        'destroy-unrestricted',
        at(name),
        'A record with members in this relationship can now be destroyed',
      ),
    ],
    added: (name) => [
      finding(
        'destroy-restricted',
        at(name),
        'A record with members in this relationship can no longer be destroyed',
      ),
    ],
    both: () => [],
  })
}

const restricting = ({ relationships }: ResourceContract): Readonly<Record<string, RelationshipContract>> =>
  Object.fromEntries(Object.entries(relationships).filter(([, { dependent }]) => dependent === 'restrict'))

/** An input with a name from a list also satisfies any longer list, so the list may grow but not shrink. */
function compareDemands(place: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  const gone = unlike(base.requiredAnyOf ?? [], head)
  const come = unlike(head.requiredAnyOf ?? [], base)
  return [
    ...come.map((names) =>
      finding(
        'relationship-required',
        place,
        `A create request must contain ${quotedList(names, 'or')}`,
        names.toSorted(),
      ),
    ),
    ...gone.map((names) =>
      finding(
        'relationship-optional',
        place,
        `Creating a record no longer requires ${quotedList(names, 'or')}`,
        names.toSorted(),
      ),
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
    found.push(
      finding('relationship-cardinality-changed', place, message, [base.cardinality, head.cardinality]),
    )
  }
  const { removed, added } = compareLists(base.types, head.types)
  if (removed.length > 0) {
    const message = `It no longer contains ${quotedList(removed)}`
    found.push(finding('relationship-target-removed', place, message, removed.toSorted()))
  }
  if (added.length > 0) {
    const message = `It may now contain ${quotedList(added)}`
    found.push(finding('relationship-target-added', place, message, added.toSorted()))
  }
  if (base.cardinality === head.cardinality && base.nullable !== head.nullable) {
    found.push(
      head.nullable
        ? finding('relationship-nullable', place, 'It may now be empty')
        : finding('relationship-never-null', place, 'It can no longer be empty'),
    )
  }
  const moved = Object.entries(base.groups ?? {}).filter(
    ([name, type]) => head.types.includes(type) && head.groups?.[name] !== type,
  )
  if (moved.length > 0) {
    const names = quotedList(moved.map(([name]) => name))
    found.push(
      finding(
        'relationship-groups-changed',
        place,
        `Records stored with the type ${names} now belong to a different resource`,
        moved.map(([name, type]) => [name, type, head.groups?.[name]]).toSorted(),
      ),
    )
  }
  if (base.custom !== head.custom) {
    found.push(
      head.custom
        ? finding(
            'relationship-custom',
            place,
            'It is now loaded by custom methods, so it does not support cursors, and filters and sorts cannot go through it',
          )
        : finding(
            'relationship-not-custom',
            place,
            'It is no longer loaded by custom methods, so it now supports cursors',
          ),
    )
  }
  if (base.linkage !== head.linkage) {
    found.push(
      head.linkage === 'always'
        ? finding('linkage-widened', place, 'Responses now always contain its linkage')
        : finding('linkage-narrowed', place, 'Responses now contain its linkage only if it is included'),
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
        ? finding('input-widened', place, 'Create and update requests now accept it', ['writeOn'])
        : finding('input-narrowed', place, 'Now only a create request accepts it', ['writeOn']),
    )
  }
  if (base.required !== head.required) {
    if (!head.required) {
      found.push(finding('relationship-optional', place, 'A create request may now omit it'))
    } else if (isCreatable) {
      found.push(finding('relationship-required', place, 'A create request must contain it'))
    }
  }
  const filled = compareLists(base.fills ?? [], head.fills ?? [])
  if (filled.removed.length > 0) {
    const message = `Creating a record through it no longer sets ${quotedList(filled.removed)}`
    found.push(finding('relationship-narrowed', place, message, ['fills', ...filled.removed.toSorted()]))
  }
  if (filled.added.length > 0) {
    const message = `Creating a record through it now sets ${quotedList(filled.added)}`
    found.push(finding('relationship-widened', place, message, ['fills', ...filled.added.toSorted()]))
  }
  const joined = compareLists(base.through ?? [], head.through ?? [])
  if (joined.added.length > 0) {
    const message = `Its links are now records of ${quotedList(joined.added)}, whose policies also apply to them`
    found.push(finding('relationship-narrowed', place, message, ['through', ...joined.added.toSorted()]))
  }
  if (joined.removed.length > 0) {
    const message = `The policies of ${quotedList(joined.removed)} no longer apply to its links`
    found.push(finding('relationship-widened', place, message, ['through', ...joined.removed.toSorted()]))
  }
  if (base.cardinality === head.cardinality && base.takesNull !== head.takesNull) {
    found.push(
      head.takesNull
        ? finding('relationship-widened', place, 'A write may now clear it', ['takesNull'])
        : finding('relationship-narrowed', place, 'A write can no longer clear it', ['takesNull']),
    )
  }
  return found
}
