import { createHash } from 'node:crypto'
import { ordered } from '../emit/header.js'
import { changesOf } from './find-causes.js'
import type { Finding } from './rules.js'

/** A finding, and the fingerprint of its change. */
export interface Fingerprinted extends Finding {
  readonly fingerprint: string
}

/**
 * Gives each finding the fingerprint of its change. It depends on the locations, rules and values of the
 * change and its effects, but not on messages, the schema's text, line numbers or other changes. Different
 * changes have different fingerprints. This is a pure function.
 */
export function withFingerprints(findings: readonly Finding[]): readonly Fingerprinted[] {
  const known = new Map(
    changesOf(findings).flatMap(({ cause, effects }) => {
      const all = [cause, ...effects]
      const fingerprint = digest(all.map(factsOf).toSorted())
      return all.map((each) => [each, fingerprint] as const)
    }),
  )
  return findings.map((each) => ({ ...each, fingerprint: known.get(each) ?? '' }))
}

const digest = (facts: readonly string[]): string =>
  `c${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 15)}`

/** The format of a fingerprint. It begins with a letter, because YAML would read some digits as a number. */
export const FINGERPRINT: RegExp = /^c[0-9a-f]{15}$/

/** The message is not part of the fingerprint, so that users' waivers stay valid if a release rewords messages. */
const factsOf = ({ rule, place, values }: Finding): string =>
  JSON.stringify([place, rule, ...values.map(ordered)])
