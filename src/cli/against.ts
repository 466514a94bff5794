import { contractOf } from '../contract/contract-of.js'
import { changesAsAnnotations, changesAsText, type Placed } from '../contract-diff/render.js'
import { checkWaivers } from '../contract-diff/waivers.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { createReport } from '../diagnostic/report.js'
import type { Schema } from '../schema/schema.js'
import { contractAt } from './contract-at.js'
import { judged, shownChanges } from './diff.js'
import type { GenerateOptions } from './generate-options.js'
import { inRepository } from './in-repository.js'
import type { Format, Io } from './io.js'
import { paletteOf } from './palette.js'
import { waiversIn } from './waiver-file.js'
import { withUses } from './with-uses.js'

/** A schema and its contract's folder. */
interface Compared {
  readonly schema: Schema
  readonly root: string
  /** The absolute path of the schema. */
  readonly path: string
}

/** The changes that a run's schemas make to their contracts, and the faults in the waivers. */
export interface Changes {
  readonly changes: readonly Placed[]
  /** The faults in clients, and the waivers that have no effect. */
  readonly advice: readonly Diagnostic[]
  /** Contracts that do not exist in the base yet, if the caller permits them. */
  readonly newContracts: readonly string[]
  /** Notes for the user about the commit that was compared. */
  readonly notes: readonly string[]
}

/**
 * Compares a run's schemas with their contracts in a commit, a branch, a tag or a file, and applies the accepted
 * changes.
 */
export async function changesAgainst(
  {
    against: base,
    waivers: file,
    output,
    mayBeNew = false,
    isWhole = true,
    clients,
  }: Pick<GenerateOptions, 'against' | 'waivers' | 'output'> & {
    readonly mayBeNew?: boolean
    /** Whether all schemas of the run could be loaded. */
    readonly isWhole?: boolean
    readonly clients?: readonly string[] | undefined
  },
  all: readonly Compared[],
  io: Io,
): Promise<Changes & { readonly diagnostics: readonly Diagnostic[]; readonly isCompared: boolean }> {
  const nothing = { changes: [], advice: [], newContracts: [], notes: [], diagnostics: [] }
  if (base === undefined) return { ...nothing, isCompared: true }
  const waivers = await waiversIn(file, io)
  const changes: Placed[] = []
  const newContracts: string[] = []
  const unreadable: Diagnostic[] = []
  const faults: Diagnostic[] = []
  const notes = new Set<string>()
  for (const { schema, root, path } of all) {
    // An output folder that the user names also applies to the base.
    const place = { root, schema: output === undefined ? path : undefined, isBase: true }
    const read = await contractAt(base, place, io.cwd)
    if (read.note !== undefined) notes.add(read.note)
    if (!read.ok && read.isNew && mayBeNew) {
      newContracts.push(read.diagnostic.at.source.path.slice(base.length + 1))
    } else if (!read.ok) {
      unreadable.push(read.diagnostic)
    } else {
      const both = { base: read.contract, head: contractOf(schema) }
      const used = await withUses(judged({ ...both, schema, path, waivers: waivers.list }), both, clients, io)
      changes.push(...used.findings)
      faults.push(...used.diagnostics)
    }
  }
  const report = createReport()
  // A waiver may belong to a contract that was not compared.
  const diagnostics = [...waivers.diagnostics, ...unreadable]
  if (isWhole && diagnostics.length === 0 && newContracts.length === 0) {
    checkWaivers(waivers.list, changes, report)
  }
  return {
    changes: shownChanges(changes, io.cwd),
    advice: [...faults, ...report.list()],
    newContracts,
    notes: [...notes],
    diagnostics,
    isCompared: unreadable.length === 0,
  }
}

/**
 * Prints the changes that a run with `--against` found. In the JSON format, the changes are part of the run's single
 * document.
 */
export function printChanges(changes: readonly Placed[], format: Format, io: Io): void {
  if (changes.length === 0) return
  if (format === 'human') io.out(`${changesAsText(changes, paletteOf(io.colour.out))}\n`)
  if (format !== 'github') return
  for (const line of changesAsAnnotations(changes, (path) => inRepository(path, io.cwd))) io.out(`${line}\n`)
}
