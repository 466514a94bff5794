import { resolve } from 'node:path'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Placed } from '../contract-diff/render.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import type { Io } from './io.js'
import { shownPath } from './show.js'

/**
 * Adds to each breaking change the calls that it breaks in the clients in these folders. If a client cannot be
 * compiled, a diagnostic is added and the changes stay as they are.
 */
export async function withUses(
  findings: readonly Placed[],
  both: { readonly base: Contract; readonly head: Contract },
  clients: readonly string[] | undefined,
  io: Io,
): Promise<{ readonly findings: readonly Placed[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (clients === undefined || clients.length === 0) return { findings, diagnostics: [] }
  const { usesOf } = await import('../client-uses/uses.js')
  const folders = clients.map((each) => resolve(io.cwd, each))
  const { uses, diagnostics } = await usesOf(findings, both, folders)
  const shown = (path: string): string => shownPath(path, io.cwd)
  return {
    findings: findings.map((each) => {
      if (!uses.has(each.fingerprint)) return each
      const use = uses.get(each.fingerprint)
      const calls = use?.calls.map((call) => ({ ...call, file: shown(call.file) })) ?? null
      const unchecked = use?.unchecked.map(shown) ?? []
      return { ...each, calls, ...(unchecked.length > 0 && { unchecked }) }
    }),
    diagnostics: diagnostics.map((each) => ({ ...each, message: each.message.replaceAll(`${io.cwd}/`, '') })),
  }
}
