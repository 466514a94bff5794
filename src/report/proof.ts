import { listed } from '../diagnostic/words.js'

/** The result of `prove`. */
export type Proof =
  | {
      readonly kind: 'report'
      readonly findings: readonly ProofFinding[]
      readonly accepted: number
      readonly requests: number
      readonly viewers: readonly string[]
    }
  /** The reason why `prove` could not run. */
  | { readonly kind: 'fault'; readonly text: string }
  /** The reason why `prove` was skipped. */
  | { readonly kind: 'skipped'; readonly reason: string }

/** A response that depends on something that a viewer may not see. */
export interface ProofFinding {
  /** The finding's id for `prove.accepted.json`, which is the same in every run. */
  readonly id: string
  readonly summary: string
  readonly differences: readonly string[]
  /** The code that causes it, relative to the project; `prove.ts` if it is unknown. */
  readonly file: string
  readonly line: number
}

/** The findings in the JSON that `prove` prints; undefined if it has a different format. */
export function proofFrom(text: string): Proof | undefined {
  const report = asObject(parsed(text))
  const outcome = asObject(report?.['outcome'])
  const [requests, viewers] = [outcome?.['requests'], textsIn(outcome?.['viewers'])]
  const [list, accepted] = [report?.['findings'], report?.['accepted']]
  if (!Array.isArray(list) || !Array.isArray(accepted) || typeof requests !== 'number' || !viewers) {
    return undefined
  }
  const findings = list.flatMap((each: unknown) => findingFrom(asObject(each)) ?? [])
  if (findings.length < list.length) return undefined
  return { kind: 'report', findings, accepted: accepted.length, requests, viewers }
}

function findingFrom(found: Readonly<Record<string, unknown>> | undefined): ProofFinding | undefined {
  const [id, summary] = [found?.['id'], found?.['summary']]
  const [differences, places] = [textsIn(found?.['differences']), textsIn(found?.['places'])]
  if (typeof id !== 'string' || typeof summary !== 'string' || !differences || !places) return undefined
  const [, file = 'prove.ts', line = '1'] = /, ([^,]+):(\d+)$/.exec(places[0] ?? '') ?? []
  return { id, summary, differences: differences.slice(0, SHOWN), file, line: Number(line) }
}

/** The number of differences that a report shows for a finding. */
const SHOWN = 3

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const asObject = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? { ...value } : undefined

const textsIn = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((each): each is string => typeof each === 'string') ? value : undefined

/** The result of `prove` as one sentence, without a final full stop. */
export function proofText(proof: Proof): string {
  switch (proof.kind) {
    case 'skipped':
      return `not run, because ${proof.reason}`
    case 'fault':
      return `not possible: ${proof.text.replaceAll(/\s+/g, ' ')}`
    case 'report': {
      const { findings, accepted, requests, viewers } = proof
      const found =
        findings.length === 0
          ? 'no findings'
          : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`
      const agreed = accepted === 0 ? '' : `, ${accepted} accepted`
      return `${found} in ${requests} requests as ${listed(viewers)}${agreed}`
    }
  }
}

/** The findings of a proof, if it ran. */
export const findingsOf = (proof: Proof | undefined): readonly ProofFinding[] =>
  proof?.kind === 'report' ? proof.findings : []
