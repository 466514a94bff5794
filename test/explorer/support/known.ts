import { readFileSync } from 'node:fs'
import { type Known, readContract } from '../../../explorer/page/model/contract.js'
import { at } from '../../../scripts/lib/paths.js'

/** The data that the page has about an example's API. */
export function knownOf(example: 'blog' | 'saas'): Known {
  const path = at(`examples/${example}/src/api/generated/contract.gen.json`)
  const known = readContract(JSON.parse(readFileSync(path, 'utf8')))
  if (typeof known === 'string') throw new Error(known)
  return known
}
