import { contractOf } from '../contract/contract-of.js'
import { changesAsAnnotations, changesAsText, type Placed } from '../contract-diff/render.js'
import type { Waiver } from '../contract-diff/waivers.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import type { Schema } from '../schema/schema.js'
import { contractAt } from './contract-at.js'
import { judged, shownChanges } from './diff.js'
import type { GenerateOptions } from './generate-options.js'
import { inRepository } from './in-repository.js'
import type { Format, Io } from './io.js'
import { paletteOf } from './palette.js'
import { tellUnused, waiversIn } from './waiver-file.js'

/** A schema, and the folder of its contract. */
interface Compared {
  readonly schema: Schema
  readonly root: string
}

/** How the schemas of a run change their contracts, and the waivers that match nothing. */
export interface Changes {
  readonly changes: readonly Placed[]
  readonly unused: readonly Waiver[]
}

/**
 * Compares the schemas of a run with their contracts in a commit, a branch, a tag or a file, and applies the accepted
 * changes.
 */
export async function changesAgainst(
  { against: base, waivers: file }: Pick<GenerateOptions, 'against' | 'waivers'>,
  all: readonly Compared[],
  io: Io,
): Promise<Changes & { readonly diagnostics: readonly Diagnostic[] }> {
  if (base === undefined) return { changes: [], unused: [], diagnostics: [] }
  const waivers = await waiversIn(file, io)
  const changes: Placed[] = []
  const diagnostics: Diagnostic[] = [...waivers.diagnostics]
  for (const { schema, root } of all) {
    const read = await contractAt(base, root, io.cwd)
    if (!read.ok) diagnostics.push(read.diagnostic)
    else {
      changes.push(
        ...judged({ base: read.contract, head: contractOf(schema), schema, waivers: waivers.list }),
      )
    }
  }
  const unused = diagnostics.length === 0 ? tellUnused(waivers.list, changes, io) : []
  return { changes: shownChanges(changes, io.cwd), unused, diagnostics }
}

/** Prints the changes of a run with `--against`. In the format JSON they are part of its one document. */
export function printChanges(changes: readonly Placed[], format: Format, io: Io): void {
  if (changes.length === 0) return
  if (format === 'human') io.out(`${changesAsText(changes, paletteOf(io.colour.out))}\n`)
  if (format !== 'github') return
  for (const line of changesAsAnnotations(changes, (path) => inRepository(path, io.cwd))) io.out(`${line}\n`)
}
