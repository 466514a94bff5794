import { resolve } from 'node:path'
import { contractOf } from '../contract/contract-of.js'
import { compareContracts } from '../contract-diff/compare-contracts.js'
import { dated } from '../contract-diff/dated.js'
import { placeInSchema, startOf } from '../contract-diff/place-in-schema.js'
import {
  changesAsAnnotations,
  changesAsData,
  changesAsMarkdown,
  changesAsText,
  countedChanges,
  type Placed,
} from '../contract-diff/render.js'
import { withFingerprints } from '../contract-diff/fingerprints.js'
import { checkWaivers, counts, judge, type Waiver } from '../contract-diff/waivers.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { toJsonDiagnostic } from '../diagnostic/format-json.js'
import { createReport, isError } from '../diagnostic/report.js'
import { asCodeQuality } from '../report/gitlab.js'
import { type Problem, problemsOf } from '../report/problems.js'
import { asSarif } from '../report/sarif.js'
import { placeOfFile } from '../plan/paths.js'
import { loadSchema } from '../pipeline/load.js'
import { outputOf } from '../pipeline/output-folder.js'
import { today } from '../pipeline/today.js'
import { contractAt } from './contract-at.js'
import { EXIT, type DiffFormat, type ExitCode, type FailOn, type Io } from './io.js'
import { paletteOf } from './palette.js'
import { inRepository } from './in-repository.js'
import { movedTo } from '../source/source.js'
import { advise, refuse, shownDiagnostics, shownPath, typedIn } from './show.js'
import { waiversIn } from './waiver-file.js'
import { withUses } from './with-uses.js'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Schema } from '../schema/schema.js'

/** The options of `diff`. */
export interface DiffOptions {
  /** A commit, branch, tag or contract file. */
  readonly base: string
  /** A second contract; the current schema by default. */
  readonly head?: string | undefined
  readonly schema: string
  readonly format: DiffFormat
  readonly failOn?: FailOn
  readonly waivers?: string
  /** Folders of typed clients to compile with the new types. */
  readonly clients?: readonly string[]
  /** The version of jsonapi-gen, for SARIF. */
  readonly version: string
}

/** `jsonapi-gen diff`: prints the changes between two contracts that matter to clients of the API. */
export async function diff(options: DiffOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const loaded = await loadSchema(path, shownPath(path, io.cwd))
  const waivers = await waiversIn(options.waivers, io)
  // If both contracts are named, the schema is needed only for the locations of the changes.
  const isNeeded = options.head === undefined
  if (!loaded.ok && isNeeded) {
    return refuse([...loaded.diagnostics, ...waivers.diagnostics], formatOf(options), io)
  }
  const root = loaded.ok ? outputOf(loaded.schema, loaded.base) : io.cwd
  const place = { root, schema: path }
  const base = await contractAt(options.base, { ...place, isBase: isNeeded }, io.cwd)
  const head = options.head === undefined ? undefined : await contractAt(options.head, place, io.cwd)
  const found = [...waivers.diagnostics, ...faultOf(base), ...(head ? faultOf(head) : [])]
  if (found.length > 0 || !base.ok) return refuse(found, formatOf(options), io)
  if (base.note !== undefined) io.err(`${base.note}\n`)
  const schema = loaded.ok ? loaded.schema : undefined
  const now = head?.ok ? head.contract : schema && contractOf(schema)
  if (!now) return refuse(loaded.diagnostics, formatOf(options), io)
  const { findings, diagnostics } = await withUses(
    judged({ base: base.contract, head: now, schema, path, waivers: waivers.list }),
    { base: base.contract, head: now },
    options.clients,
    io,
  )
  const report = createReport()
  checkWaivers(waivers.list, findings, report)
  return show({ findings, diagnostics: [...diagnostics, ...report.list()] }, options, io)
}

/** The inputs of a comparison. */
interface Compared {
  readonly base: Contract
  readonly head: Contract
  readonly schema: Schema | undefined
  /** The path of the schema, even if it cannot be loaded. */
  readonly path?: string
  readonly waivers: readonly Waiver[]
}

/** The findings about two contracts, with their waivers and their locations in the schema. */
export function judged({ base, head, schema, path, waivers }: Compared): readonly Placed[] {
  const near = schema ? startOf(schema) : path === undefined ? undefined : placeOfFile(path)
  const day = today()
  const findings = dated(compareContracts(base, head), { base, head }, day)
  return judge(withFingerprints(findings), waivers, day).map((each) => ({
    ...each,
    at: schema && placeInSchema(schema, each.place),
    near,
  }))
}

const faultOf = (result: Awaited<ReturnType<typeof contractAt>>): readonly Diagnostic[] =>
  result.ok ? [] : [result.diagnostic]

const formatOf = ({ format }: DiffOptions): 'human' | 'json' | 'github' =>
  format === 'json' || format === 'github' ? format : 'human'

/** The result of a comparison. */
interface Shown {
  readonly findings: readonly Placed[]
  /** The faults in clients and waivers. */
  readonly diagnostics: readonly Diagnostic[]
}

function show({ findings, diagnostics }: Shown, { format, failOn, version }: DiffOptions, io: Io): ExitCode {
  const shown = shownChanges(findings, io.cwd)
  const fileOf = (path: string): string => inRepository(path, io.cwd)
  const told = shownDiagnostics(diagnostics, io.cwd)
  const problems = (): readonly Problem[] =>
    problemsOf({ changes: shown, diagnostics: told, drift: [] }, fileOf)
  if (format !== 'json') advise(diagnostics, { format: format === 'github' ? 'github' : 'human' }, io)
  switch (format) {
    case 'text':
      if (shown.length > 0) io.out(`${changesAsText(shown, paletteOf(io.colour.out))}\n`)
      break
    case 'markdown':
      io.out(`${shown.length > 0 ? changesAsMarkdown(shown) : 'Nothing has changed for API clients.'}\n`)
      break
    case 'github':
      for (const line of changesAsAnnotations(shown, fileOf)) io.out(`${line}\n`)
      break
    case 'gitlab':
      io.out(`${inLines(asCodeQuality(problems()))}\n`)
      break
    case 'sarif':
      io.out(`${inLines(asSarif(problems(), version))}\n`)
      break
    case 'json':
      io.out(`${inLines({ ...changesAsData(shown), diagnostics: told.map(toJsonDiagnostic) })}\n`)
      break
  }
  if (format !== 'json') io.err(`${countedChanges(findings)}\n`)
  if (diagnostics.some(isError)) return EXIT.invalid
  return fails(findings, failOn) ? EXIT.drift : EXIT.done
}

const inLines = (data: object): string => JSON.stringify(data, undefined, 2)

/** Whether there is a finding of the given level or worse. */
export function fails(findings: readonly Placed[], failOn: FailOn | undefined): boolean {
  const levels = failOn === 'risky' ? ['breaking', 'risky'] : failOn === 'breaking' ? ['breaking'] : []
  return findings.some((each) => counts(each) && levels.includes(each.level))
}

/** The changes, with every path as a user in `cwd` would type it. */
export function shownChanges(changes: readonly Placed[], cwd: string): readonly Placed[] {
  return changes.map((each) => ({
    ...each,
    at: each.at && movedTo(each.at, typedIn(cwd)),
    near: each.near && movedTo(each.near, typedIn(cwd)),
  }))
}
