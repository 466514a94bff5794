import type { IdContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareLists, compareMembers } from './compare-members.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding } from './rules.js'
import type { BothWritten } from './written.js'

/** Compares the actions of a resource: who may do each, with which records, and with which ids. */
export function compareAccess(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
  written: BothWritten,
): readonly Finding[] {
  return [
    ...compareIds(type, base, head, written),
    ...compareVersions(type, base, head),
    ...compareActions(type, base, head),
    ...compareScopes(type, base, head),
  ]
}

const CLIENT_IDS = {
  forbidden: { taken: false, left: true },
  allowed: { taken: true, left: true },
  required: { taken: true, left: false },
} as const

function compareIds(
  type: string,
  base: ResourceContract,
  head: ResourceContract,
  written: BothWritten,
): readonly Finding[] {
  const found: Finding[] = []
  const place = `${type}.id`
  if (shape(base) !== shape(head)) {
    if (isWider(base, head, LONGER)) {
      found.push(finding('id-type-widened', place, 'Ids may have more digits'))
    } else if (isWider(base, head, { ...LONGER, uuid: 'string' })) {
      found.push(finding('id-type-loosened', place, 'Ids were UUIDs and may now be any text'))
    } else {
      found.push(finding('id-type-changed', place, 'Ids have a different format'))
    }
  }
  const [before, now] = [CLIENT_IDS[base.id.clientIds], CLIENT_IDS[head.id.clientIds]]
  const told = `Client-generated ids were ${base.id.clientIds} and are now ${head.id.clientIds}`
  // A client that cannot create records chooses no id.
  if (!written.base.isCreated) return found
  if ((before.taken && !now.taken) || (before.left && !now.left)) {
    found.push(finding('client-ids-narrowed', place, told))
  } else if (before.taken !== now.taken || before.left !== now.left) {
    found.push(finding('client-ids-widened', place, told))
  }
  return [...found, ...compareLengths(place, base.id, head.id)]
}

/** If a client chooses the id, a narrower range of lengths rejects ids that were accepted before. */
function compareLengths(place: string, base: IdContract, head: IdContract): readonly Finding[] {
  return (['minLength', 'maxLength'] as const).flatMap((name) => {
    const [before, after] = [base[name], head[name]]
    if (before === after) return []
    const isTighter =
      after !== undefined &&
      (before === undefined || (name === 'minLength' ? after > before : after < before))
    const told = `${name} of client-generated ids was ${before ?? 'none'} and is now ${after ?? 'none'}`
    return [finding(isTighter ? 'client-ids-narrowed' : 'client-ids-widened', place, told)]
  })
}

function compareVersions(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  if (base.version === head.version) return []
  const told = 'The attribute for optimistic locking has changed'
  return [finding('version-changed', `${type}.version`, told)]
}

function compareActions(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  return compareMembers(base.actions, head.actions, {
    removed: () => [],
    added: () => [],
    both(name, before, now) {
      const place = `${type}.actions.${name}`
      const [wasOpen, isOpen] = [before.address && before.who !== false, now.address && now.who !== false]
      if (wasOpen && !isOpen) {
        return [finding('action-closed', place, 'It is no longer served')]
      }
      if (!wasOpen && isOpen) return [finding('action-opened', place, 'It is now served')]
      // Without an address, the action is still possible through relationships of other resources.
      if (before.who !== false && now.who === false) {
        return [finding('action-closed', place, 'It is no longer permitted')]
      }
      if (before.who === false && now.who !== false) {
        return [finding('action-opened', place, 'It is now permitted')]
      }
      return compareWho('action', place, before.who, now.who)
    },
  })
}

function compareScopes(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  const all = new Set([...Object.keys(base.scopes), ...Object.keys(head.scopes)])
  return [...all].toSorted().flatMap((policy) => {
    const [before, now] = [scopesOf(base, policy), scopesOf(head, policy)]
    const { removed, added } = compareLists(before, now)
    if (removed.length === 0 && added.length === 0) return []
    const place = `${type}.scopes.${policy}`
    if (removed.length === 0) {
      return [finding('scope-narrowed', place, `The scope ${added.join(', ')} now applies too`)]
    }
    if (added.length === 0) {
      return [finding('scope-widened', place, `The scope ${removed.join(', ')} no longer applies`)]
    }
    return [finding('scope-changed', place, `The scope ${added.join(', ')} replaces ${removed.join(', ')}`)]
  })
}

const scopesOf = ({ scopes }: ResourceContract, policy: string): readonly string[] => {
  const found = Object.entries(scopes).find(([name]) => name === policy)?.[1] ?? []
  return found.map(({ scope }) => scope)
}

const shape = ({ id }: ResourceContract): string => JSON.stringify([id.type, id.key ?? []])

/** An id is text on the wire, so an integer id is also a valid bigint id (rule 18.3). */
const LONGER = { integer: 'bigint' }

function isWider(
  { id: base }: ResourceContract,
  { id: head }: ResourceContract,
  wider: Readonly<Record<string, string>>,
): boolean {
  const [before, now] = [columnsOf(base), columnsOf(head)]
  return (
    before.length === now.length &&
    before.every(({ name, type }, at) => {
      const other = now[at]
      return name === other?.name && (type === other.type || wider[type] === other.type)
    })
  )
}

const columnsOf = ({
  type,
  key,
}: IdContract): readonly { readonly name: string; readonly type: string }[] => [
  { name: '', type },
  ...(key ?? []).map((each) => ({ name: each.name, type: each.type.type })),
]
