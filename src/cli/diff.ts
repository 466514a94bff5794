import { resolve } from 'node:path'
import { contractOf } from '../contract/contract-of.js'
import { compareContracts } from '../contract-diff/compare-contracts.js'
import { placeInSchema } from '../contract-diff/place-in-schema.js'
import {
  changesAsAnnotations,
  changesAsData,
  changesAsMarkdown,
  changesAsText,
  countedChanges,
  type Placed,
} from '../contract-diff/render.js'
import { counts, judge, type Waiver } from '../contract-diff/waivers.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { loadSchema } from '../pipeline/load.js'
import { outputOf } from '../pipeline/prepare.js'
import { contractAt } from './contract-at.js'
import { EXIT, type DiffFormat, type ExitCode, type FailOn, type Io } from './io.js'
import { paletteOf } from './palette.js'
import { inRepository } from './in-repository.js'
import { refuse, shownDiagnostics, shownPath } from './show.js'
import { tellUnused, waiversIn } from './waiver-file.js'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Schema } from '../schema/schema.js'

/** The options of `diff`. */
export interface DiffOptions {
  /** A commit, branch or tag, or a contract file. */
  readonly base: string
  /** A second contract; the current schema by default. */
  readonly head?: string | undefined
  readonly schema: string
  readonly format: DiffFormat
  readonly failOn?: FailOn
  readonly waivers?: string
}

/** `jsonapi-gen diff`: what changed between two contracts, for those who call the API. */
export async function diff(options: DiffOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const loaded = await loadSchema(path, shownPath(path, io.cwd))
  const waivers = await waiversIn(options.waivers, io)
  // If both contracts are named, the schema only gives places.
  const isNeeded = options.head === undefined
  if (!loaded.ok && isNeeded) {
    return refuse([...loaded.diagnostics, ...waivers.diagnostics], formatOf(options), io)
  }
  const root = loaded.ok ? outputOf(loaded.schema, loaded.base) : io.cwd
  const base = await contractAt(options.base, root, io.cwd)
  const head = options.head === undefined ? undefined : await contractAt(options.head, root, io.cwd)
  const found = [...waivers.diagnostics, ...faultOf(base), ...(head ? faultOf(head) : [])]
  if (found.length > 0 || !base.ok) return refuse(found, formatOf(options), io)
  const schema = loaded.ok ? loaded.schema : undefined
  const now = head?.ok ? head.contract : schema && contractOf(schema)
  if (!now) return refuse(loaded.diagnostics, formatOf(options), io)
  const findings = judged({ base: base.contract, head: now, schema, waivers: waivers.list })
  return show({ findings, unused: tellUnused(waivers.list, findings, io) }, options, io)
}

/** The inputs of a comparison. */
interface Compared {
  readonly base: Contract
  readonly head: Contract
  readonly schema: Schema | undefined
  readonly waivers: readonly Waiver[]
}

/** The findings about two contracts, with their waivers and their places in the schema. */
export function judged({ base, head, schema, waivers }: Compared): readonly Placed[] {
  const today = new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
  return judge(compareContracts(base, head), waivers, today).map((each) => ({
    ...each,
    at: schema && placeInSchema(schema, each.place),
  }))
}

const faultOf = (result: Awaited<ReturnType<typeof contractAt>>): readonly Diagnostic[] =>
  result.ok ? [] : [result.diagnostic]

const formatOf = ({ format }: DiffOptions): 'human' | 'json' | 'github' =>
  format === 'json' || format === 'github' ? format : 'human'

/** The result of a comparison. */
interface Shown {
  readonly findings: readonly Placed[]
  /** The waivers that match nothing. */
  readonly unused: readonly Waiver[]
}

function show({ findings, unused }: Shown, { format, failOn }: DiffOptions, io: Io): ExitCode {
  const shown = shownChanges(findings, io.cwd)
  switch (format) {
    case 'text':
      if (shown.length > 0) io.out(`${changesAsText(shown, paletteOf(io.colour.out))}\n`)
      break
    case 'markdown':
      io.out(`${shown.length > 0 ? changesAsMarkdown(shown) : 'Nothing has changed for API clients.'}\n`)
      break
    case 'github':
      for (const line of changesAsAnnotations(shown, (path) => inRepository(path, io.cwd))) {
        io.out(`${line}\n`)
      }
      break
    case 'json':
      io.out(`${JSON.stringify(changesAsData(shown, unused), undefined, 2)}\n`)
      break
  }
  if (format !== 'json') io.err(`${countedChanges(findings)}\n`)
  return fails(findings, failOn) ? EXIT.drift : EXIT.done
}

/** Whether any finding counts: one of the given level or a worse one. */
export function fails(findings: readonly Placed[], failOn: FailOn | undefined): boolean {
  const levels = failOn === 'risky' ? ['breaking', 'risky'] : failOn === 'breaking' ? ['breaking'] : []
  return findings.some((each) => counts(each) && levels.includes(each.level))
}

/** Changes whose places are named as a user in `cwd` would type them. */
export function shownChanges(changes: readonly Placed[], cwd: string): readonly Placed[] {
  return changes.map((each) => ({ ...each, at: each.at && shownAt(each, cwd) }))
}

function shownAt({ at }: Placed, cwd: string): Placed['at'] {
  if (!at) return at
  const [shown] = shownDiagnostics(
    [{ code: 'JG101', severity: 'note', at, message: '', help: undefined, related: [] }],
    cwd,
  )
  return shown?.at
}
