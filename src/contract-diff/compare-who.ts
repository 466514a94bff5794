import { inWords, type Who } from '../contract/who.js'
import { finding, type Finding } from './rules.js'

/** Guarded parts of a contract, with rules for when fewer, different or more users are permitted. */
type Guarded = 'action' | 'own-action' | 'attribute' | 'input' | 'relationship' | 'filter' | 'sort' | 'stat'

/** Compares who may do something that exists on both sides. A separate rule applies if one side has `false`. */
export function compareWho(of: Guarded, place: string, base: Who, head: Who): readonly Finding[] {
  const [before, after] = [guardsOf(base), guardsOf(head)]
  const added = after.filter((guard) => !before.includes(guard))
  const removed = before.filter((guard) => !after.includes(guard))
  if (added.length === 0 && removed.length === 0) return []
  const told = `It was open to ${inWords(base)} and is now open to ${inWords(head)}`
  const values = [base, head].map((who) => (typeof who === 'boolean' ? who : who.toSorted()))
  if (removed.length === 0) return [finding(`${of}-guarded`, place, told, values)]
  return [finding(added.length === 0 ? `${of}-freed` : `${of}-guard-changed`, place, told, values)]
}

const guardsOf = (who: Who): readonly string[] => (typeof who === 'boolean' ? [] : who)
