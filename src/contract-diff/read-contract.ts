import { CONTRACT_VERSION, type Contract } from '@jsonapi-gen/runtime/vocabulary'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { authorshipOf } from '../emit/header.js'
import { conflictLine } from '../source/conflict.js'
import { createSource, spanOf, type Span } from '../source/source.js'

/** A contract, or the reason why it cannot be read. */
export type ContractResult =
  | { readonly ok: true; readonly contract: Contract }
  | {
      readonly ok: false
      readonly diagnostic: Diagnostic
      /** True if the API is new: the commit contains no contract that has since disappeared. */
      readonly isNew?: boolean
    }

/**
 * Reads the text of a `contract.gen.json`. Messages use the path `shown`. Its digest shows whether it is unchanged
 * since `generate` wrote it. A broken or edited contract, or one in a different format, causes a diagnostic (JG608).
 */
export function readContract(text: string, shown: string): ContractResult {
  const source = createSource(shown, text)
  const start = spanOf(source, 0)
  if (conflictLine(source.text) !== undefined) {
    return refuse(spanOf(source, source.text.indexOf('<<<<<<<')), 'This contract contains a merge conflict')
  }
  const parsed = parse(source.text)
  if ('at' in parsed) return refuse(spanOf(source, parsed.at), 'This contract is not JSON')
  switch (authorshipOf(source.text)) {
    case 'foreign':
      return refuse(start, 'This is not a contract that generate wrote')
    case 'edited':
      return refuse(
        start,
        faultOfFormat(parsed.contract) ??
          'This contract was edited or is incomplete: its digest does not match',
      )
    case 'ours': {
      const { contract } = parsed
      const fault = faultOfFormat(contract)
      return fault === undefined ? { ok: true, contract } : refuse(start, fault)
    }
  }
}

/** Finds the fault in a contract's format. Other formats may compute digests differently. */
function faultOfFormat(contract: { readonly contract?: unknown }): string | undefined {
  const { contract: format } = contract
  if (format === CONTRACT_VERSION) return undefined
  if (format === undefined) return 'This is not a contract: it has no format'
  return typeof format === 'number'
    ? `This contract has format ${format}, but this version reads format ${CONTRACT_VERSION}`
    : `This is not a contract: its format is ${JSON.stringify(format)}, which is not a number`
}

/** The contract in the given text, even if it was edited; undefined if it is not JSON or has a different format. */
export function contractIn(text: string): Contract | undefined {
  const parsed = parse(text)
  if ('at' in parsed || faultOfFormat(parsed.contract) !== undefined) return undefined
  const resources: unknown = parsed.contract.resources
  return typeof resources === 'object' && resources !== null ? parsed.contract : undefined
}

/** The diagnostic for a contract that cannot be read, with advice. */
export function unreadable(at: Span, message: string, ...hints: readonly string[]): Diagnostic {
  return createDiagnostic('JG608', at, message, { help: [HELP, ...hints].join('. ') })
}

const HELP =
  'pass a contract.gen.json, or a commit, branch or tag that contains one; npx jsonapi-gen generate writes this file, which you then commit'

function parse(text: string): { readonly contract: Contract } | { readonly at: number } {
  try {
    return { contract: JSON.parse(text) as Contract }
  } catch (error) {
    // If Node reports no position, the text is incomplete.
    const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return { at: position === undefined ? text.length : Number(position) }
  }
}

const refuse = (at: Span, message: string): ContractResult => ({
  ok: false,
  diagnostic: unreadable(at, message),
})
