import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { conflictLine } from '../source/conflict.js'
import { factsOf } from './facts.js'
import { contractIn } from './read-contract.js'

/** One side of a merge conflict in a contract. */
export interface Side {
  /** The name that git wrote, such as `HEAD`. */
  readonly name: string
  readonly contract: Contract
}

type Sides = readonly [ours: Side, theirs: Side]

/** Both sides of a contract with merge conflicts; undefined if it has none, or if a side is not a contract. */
export function sidesOf(text: string): Sides | undefined {
  if (conflictLine(text) === undefined) return undefined
  const lines = text.split(/\r?\n/)
  const side = (which: 'ours' | 'theirs', mark: string): Side | undefined => {
    // git merged the other lines, so the digest matches neither side.
    const contract = contractIn(linesOf(lines, which).join('\n'))
    const name = lines.find((line) => line.startsWith(mark))?.slice(mark.length)
    return contract && { name: name ?? which, contract }
  }
  const [ours, theirs] = [side('ours', '<<<<<<< '), side('theirs', '>>>>>>> ')]
  return ours && theirs && [ours, theirs]
}

/** The lines of one side. With `merge.conflictStyle` diff3, the lines of the common ancestor are between them. */
function linesOf(lines: readonly string[], side: 'ours' | 'theirs'): readonly string[] {
  let here: 'both' | 'ours' | 'ancestor' | 'theirs' = 'both'
  return lines.filter((line) => {
    if (line.startsWith('<<<<<<< ')) here = 'ours'
    else if (here === 'ours' && line.startsWith('|||||||')) here = 'ancestor'
    else if (here !== 'both' && line === '=======') here = 'theirs'
    else if (line.startsWith('>>>>>>> ')) here = 'both'
    else return here === 'both' || here === side
    return false
  })
}

/** The facts of both sides, with git's conflict markers around those that differ. */
export function factsOfSides([ours, theirs]: Sides): readonly string[] {
  const [one, other] = [factsOf(ours.contract), factsOf(theirs.contract)]
  const inOther = new Set(other)
  const result: string[] = []
  const rest = other.values()
  let own: string[] = []
  const addUntil = (common: string | undefined): void => {
    const others: string[] = []
    for (let next = rest.next(); !next.done && next.value !== common; next = rest.next()) {
      others.push(next.value)
    }
    if (own.length + others.length > 0) {
      result.push(`<<<<<<< ${ours.name}`, ...own, '=======', ...others, `>>>>>>> ${theirs.name}`)
    }
    own = []
  }
  for (const fact of one) {
    if (!inOther.has(fact)) own.push(fact)
    else {
      addUntil(fact)
      result.push(fact)
    }
  }
  addUntil(undefined)
  return result
}
