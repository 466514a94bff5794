import { inWords, type Who } from '../contract/who.js'
import { finding, type Finding } from './rules.js'

/** The rules for something with a guard: fewer may do it, others may do it, or more may do it. */
type Guarded = 'action' | 'own-action' | 'attribute' | 'input' | 'relationship' | 'filter' | 'sort' | 'stat'

/** Compares who may do something that exists on both sides; `false` on one side has a rule of its own. */
export function compareWho(of: Guarded, place: string, base: Who, head: Who): readonly Finding[] {
  const [before, after] = [guardsOf(base), guardsOf(head)]
  const added = after.filter((guard) => !before.includes(guard))
  const removed = before.filter((guard) => !after.includes(guard))
  if (added.length === 0 && removed.length === 0) return []
  const told = `It was open to ${inWords(base)} and is now open to ${inWords(head)}`
  if (removed.length === 0) return [finding(`${of}-guarded`, place, told)]
  return [finding(added.length === 0 ? `${of}-freed` : `${of}-guard-changed`, place, told)]
}

const guardsOf = (who: Who): readonly string[] => (typeof who === 'boolean' ? [] : who)
