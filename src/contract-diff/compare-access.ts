import type { IdContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { sentence } from '../diagnostic/words.js'
import { compareLists, compareMembers, withNames, quotedList } from './compare-members.js'
import { settingChange } from './compare-values.js'
import { compareWho } from './compare-who.js'
import { finding, type Finding, type Rule } from './rules.js'
import type { BothWritten } from './written.js'

/** Compares a resource's actions: who may perform each, on which records, and with which ids. */
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
  const ids = [shape(base), shape(head)]
  if (ids[0] !== ids[1]) {
    if (isWider(base, head, LONGER)) {
      found.push(finding('id-type-widened', place, 'Ids may now have more digits', ids))
    } else if (isWider(base, head, { ...LONGER, uuid: 'string' })) {
      found.push(finding('id-type-loosened', place, 'Ids were UUIDs and may now be any text', ids))
    } else {
      found.push(finding('id-type-changed', place, 'Ids have a different format', ids))
    }
  }
  const [before, now] = [CLIENT_IDS[base.id.clientIds], CLIENT_IDS[head.id.clientIds]]
  const policies = ['clientIds', base.id.clientIds, head.id.clientIds]
  const told = `Client-generated ids were ${base.id.clientIds} and are now ${head.id.clientIds}`
  // A client that cannot create records chooses no id.
  if (!written.base.isCreated) return found
  if ((before.taken && !now.taken) || (before.left && !now.left)) {
    found.push(finding('client-ids-narrowed', place, told, policies))
  } else if (before.taken !== now.taken || before.left !== now.left) {
    found.push(finding('client-ids-widened', place, told, policies))
  }
  return [...found, ...compareLengths(place, base.id, head.id)]
}

/** If clients choose ids, a narrower range of lengths rejects ids that were accepted before. */
function compareLengths(place: string, base: IdContract, head: IdContract): readonly Finding[] {
  return (['minLength', 'maxLength'] as const).flatMap((name) => {
    const [before, after] = [base[name], head[name]]
    if (before === after) return []
    const isTighter =
      after !== undefined &&
      (before === undefined || (name === 'minLength' ? after > before : after < before))
    const told = settingChange(`${name} of client-generated ids`, before, after)
    const rule = isTighter ? 'client-ids-narrowed' : 'client-ids-widened'
    return [finding(rule, place, told, [name, before, after])]
  })
}

function compareVersions(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  if (base.version === head.version) return []
  const told = 'The attribute for optimistic locking has changed'
  return [finding('version-changed', `${type}.version`, told, [base.version, head.version])]
}

function compareActions(type: string, base: ResourceContract, head: ResourceContract): readonly Finding[] {
  return compareMembers(base.actions, head.actions, {
    removed: () => [],
    added: () => [],
    both(name, before, now) {
      const place = `${type}.actions.${name}`
      const [wasOpen, isOpen] = [before.address && before.who !== false, now.address && now.who !== false]
      if (wasOpen && !isOpen) {
        return [finding('action-closed', place, 'It is no longer served', ['address'])]
      }
      if (!wasOpen && isOpen) return [finding('action-opened', place, 'It is now served', ['address'])]
      // Even without a path of its own, an action is possible through other resources' relationships.
      if (before.who !== false && now.who === false) {
        return [finding('action-closed', place, 'It is no longer permitted', ['who'])]
      }
      if (before.who === false && now.who !== false) {
        return [finding('action-opened', place, 'It is now permitted', ['who'])]
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
    const [rule, message]: readonly [Rule, string] =
      removed.length === 0
        ? [
            'scope-narrowed',
            `${sentence(withNames('the scope', added))} now ${added.length === 1 ? 'applies' : 'apply'} too`,
          ]
        : added.length === 0
          ? [
              'scope-widened',
              `${sentence(withNames('the scope', removed))} no longer ${removed.length === 1 ? 'applies' : 'apply'}`,
            ]
          : [
              'scope-changed',
              `${sentence(withNames('the scope', added))} ${added.length === 1 ? 'replaces' : 'replace'} ${quotedList(removed)}`,
            ]
    return [finding(rule, place, message, [removed.toSorted(), added.toSorted()])]
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
