import { resolve } from 'node:path'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Placed } from '../contract-diff/render.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import type { Io } from './io.js'
import { shownPath } from './show.js'

/** Adds to each breaking change the calls that it breaks in the clients of these folders. */
export async function withUses(
  findings: readonly Placed[],
  both: { readonly base: Contract; readonly head: Contract },
  clients: readonly string[] = [],
  io: Io,
): Promise<{ readonly findings: readonly Placed[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (clients.length === 0) return { findings, diagnostics: [] }
  const { usesOf } = await import('../client-uses/uses.js')
  const folders = clients.map((each) => resolve(io.cwd, each))
  const { uses, diagnostics } = await usesOf(findings, both, folders)
  return {
    findings: findings.map((each) => {
      if (!uses.has(each.fingerprint)) return each
      const calls = uses.get(each.fingerprint)
      return {
        ...each,
        calls: calls?.map((call) => ({ ...call, file: shownPath(call.file, io.cwd) })) ?? null,
      }
    }),
    diagnostics,
  }
}
