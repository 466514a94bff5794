import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  changesAsAnnotations,
  changesAsData,
  changesAsText,
  countedChanges,
} from '../contract-diff/render.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { formatGithub, workflowCommand } from '../diagnostic/format-github.js'
import { formatHuman } from '../diagnostic/format-human.js'
import { visible } from '../diagnostic/visible.js'
import { asInStrictRun, createReport, inOrder, isError } from '../diagnostic/report.js'
import { printBeside } from '../emit/print-beside.js'
import type { Prepared } from '../pipeline/prepare-options.js'
import { checkPrisma, isOnKysely } from '../pipeline/surroundings.js'
import { reasonOf } from '../plan/io.js'
import { driftAsAnnotations, renderCheck } from '../plan/render.js'
import { asCodeQuality } from '../report/gitlab.js'
import { findingsOf, type Proof, proofFrom, proofText } from '../report/proof.js'
import { asReview, type Reviewed } from '../report/review.js'
import { problemsOf } from '../report/problems.js'
import { asSarif } from '../report/sarif.js'
import { changesAgainst } from './against.js'
import { fails } from './diff.js'
import { commandOf } from './generate-options.js'
import { inRepository } from './in-repository.js'
import { type CiFormat, EXIT, type ExitCode, type Io } from './io.js'
import { driftOfAll, type Output } from './output.js'
import { paletteOf } from './palette.js'
import { progressOn } from './progress.js'
import { annotated, explanationOf, showJson, shownDiagnostics, shownPath } from './show.js'
import { lookAt, tasksOf, type Task } from './tasks.js'
import { DEFAULT_WAIVERS } from './waiver-file.js'

/** The options of `ci`. */
export interface CiOptions {
  /** The commit, branch, tag or contract file to compare with. Without it, nothing is compared. */
  readonly base: string | undefined
  readonly schema: readonly string[]
  readonly waivers?: string
  readonly clients?: readonly string[]
  readonly format: CiFormat
  /** The path of the Markdown report, for reviewers. */
  readonly markdown?: string
  /** The path of the SARIF report. */
  readonly sarif?: string
  /** The maximum duration of `prove` in seconds; 0 skips it. */
  readonly proveSeconds: number
  /** The server on which `prove` creates its databases. */
  readonly proveDatabase?: string
  readonly version: string
}

/**
 * `jsonapi-gen ci`: `validate --strict`, `generate --check`, `diff` and, if there is a `prove.ts`, `prove` in one step.
 * If one fails, the results of the others are still shown. It writes only the reports.
 */
export async function ci(options: CiOptions, io: Io): Promise<ExitCode> {
  const examined = await examine(options, io)
  const isOneDocument = options.format === 'gitlab' || options.format === 'json'
  // A proof takes a minute, and the other results need not wait for it.
  if (!isOneDocument) print(examined, options, io)
  const proof = await proofIn(options, examined, io)
  const found = { ...examined, proof }
  if (isOneDocument) print(found, options, io)
  if (proof) printProof(proof, options, io)
  const fileOf = (path: string): string => inRepository(path, io.cwd)
  const written = [
    await write(options.markdown, () => asReview(found, fileOf), io),
    await write(options.sarif, () => inLines(asSarif(problemsOf(found, fileOf), options.version)), io),
  ]
  return written.includes(false) ? EXIT.invalid : codeOf(found)
}

async function examine(options: CiOptions, io: Io): Promise<Reviewed> {
  const { tasks, found } = await tasksOf(options, io)
  const servers = tasks.filter(({ part }) => part === 'server')
  const report = createReport()
  for (const { schema, base } of servers) if (!isOnKysely(schema)) await checkPrisma(base, report)
  if (servers.length === 0) {
    for (const each of options.schema) await checkPrisma(dirname(resolve(io.cwd, each)), report)
  }
  const prepared = await plansOf(tasks, found, options, io)
  const outputs = prepared.flatMap((each): readonly Output[] =>
    each.ok ? [{ plan: each.plan, folder: shownPath(each.root, io.cwd) }] : [],
  )
  const compared = await changesAgainst(
    {
      ...(options.base !== undefined && { against: options.base }),
      ...(options.waivers !== undefined && { waivers: options.waivers }),
      mayBeNew: true,
      isWhole: servers.length === options.schema.length,
      clients: options.clients,
    },
    servers,
    io,
  )
  const own = [...found, ...prepared.flatMap(({ diagnostics }) => diagnostics), ...report.list()]
  const command = commandOf({ schema: options.schema, format: 'human' })
  return {
    schemas: options.schema.map((each) => inRepository(each, io.cwd)),
    base: options.base,
    isCompared: servers.length > 0 && compared.isCompared,
    isPlanned:
      tasks.length > 0 && outputs.length === tasks.length && servers.length === options.schema.length,
    schemaErrors: own.map(asInStrictRun).filter(isError).length,
    waivers: options.waivers ?? DEFAULT_WAIVERS,
    resources: servers.reduce((sum, { schema }) => sum + schema.resources.length, 0),
    diagnostics: shownDiagnostics(
      inOrder([...own.map(asInStrictRun), ...compared.diagnostics, ...compared.advice]).filter(
        ({ severity }) => severity !== 'note',
      ),
      io.cwd,
    ),
    // Without a schema, no file can be compared.
    drift: outputs.length === 0 ? [] : driftOfAll(outputs, command),
    changes: compared.changes,
    newContracts: compared.newContracts,
    notes: compared.notes,
    command,
  }
}

/**
 * Returns the plans of all schemas, or no plans if two schemas share an output folder, because each would be compared
 * with the other's files.
 */
async function plansOf(
  tasks: readonly Task[],
  found: readonly Diagnostic[],
  { schema }: CiOptions,
  io: Io,
): Promise<readonly Prepared[]> {
  if (found.some(({ code }) => code === 'JG607')) return []
  const printing = io.threads ? printBeside() : undefined
  try {
    const tools = { progress: progressOn(io), print: printing?.print }
    return await lookAt(tasks, tools, { schema, check: true, format: 'human' }, io)
  } finally {
    await printing?.stop()
  }
}

function codeOf({ diagnostics, drift, changes, proof }: Reviewed): ExitCode {
  if (diagnostics.some(isError) || proof?.kind === 'fault') return EXIT.invalid
  const isFound = drift.length > 0 || fails(changes, 'breaking') || findingsOf(proof).length > 0
  return isFound ? EXIT.drift : EXIT.done
}

function print(found: Reviewed, { format, base }: CiOptions, io: Io): void {
  const { diagnostics, drift, changes, proof } = found
  const fileOf = (path: string): string => inRepository(path, io.cwd)
  switch (format) {
    case 'human': {
      const palette = paletteOf(io.colour.err)
      for (const each of diagnostics) io.err(`${formatHuman(each, palette)}\n\n`)
      if (diagnostics.length > 0) io.err(`${explanationOf(diagnostics)}\n`)
      if (drift.length > 0) io.out(`${renderCheck(drift)}\n`)
      if (changes.length > 0) io.out(`${changesAsText(changes, paletteOf(io.colour.out))}\n`)
      break
    }
    case 'github':
      for (const each of annotated(diagnostics, io.cwd)) io.out(`${formatGithub(each)}\n`)
      for (const line of driftAsAnnotations(drift, fileOf)) io.out(`${line}\n`)
      for (const line of changesAsAnnotations(changes, fileOf)) io.out(`${line}\n`)
      break
    case 'gitlab':
      io.out(`${inLines(asCodeQuality(problemsOf(found, fileOf)))}\n`)
      break
    case 'json':
      showJson({ diagnostics, files: drift, contract: changesAsData(changes), ...(proof && { proof }) }, io)
      break
  }
  const errors = diagnostics.filter(isError).length
  const stale = drift.length === 1 ? 'generated file is' : 'generated files are'
  const files =
    found.isPlanned || drift.length > 0
      ? `${drift.length} ${stale} not up to date`
      : 'the generated files could not be checked'
  io.err(`${errors} ${errors === 1 ? 'error' : 'errors'}, ${files}\n`)
  for (const each of found.notes) io.err(`${each}\n`)
  for (const each of found.newContracts) {
    io.err(`${base} has no ${each}, so nothing was compared\n`)
  }
  if (base === undefined) io.err('diff did not run, because no base was given\n')
  else if (!found.isCompared) io.err(`nothing was compared with ${base}\n`)
  else if (found.newContracts.length < found.schemas.length) {
    io.err(`${countedChanges(changes)} against ${base}\n`)
  }
}

/** Runs `prove` if the project has a `prove.ts`. */
async function proofIn(
  { proveSeconds: seconds, proveDatabase: database }: CiOptions,
  { schemaErrors }: Reviewed,
  io: Io,
): Promise<Proof | undefined> {
  if (seconds === 0 || !existsSync(join(io.cwd, 'prove.ts'))) return undefined
  if (schemaErrors > 0) return { kind: 'skipped', reason: 'the schema has errors' }
  const { prove } = await import('./prove.js')
  const [out, err]: [string[], string[]] = [[], []]
  const quiet: Io = { ...io, out: (text) => void out.push(text), err: (text) => void err.push(text) }
  const code = await prove({ format: 'json', seconds, ...(database !== undefined && { database }) }, quiet)
  if (code === EXIT.invalid) return { kind: 'fault', text: err.join('').trim() }
  return proofFrom(out.join('')) ?? { kind: 'fault', text: FOREIGN }
}

const FOREIGN =
  'its report is not in the format of this version: install the same version of jsonapi-gen and @jsonapi-gen/prove'

function printProof(proof: Proof, { format }: CiOptions, io: Io): void {
  for (const { summary, differences, file, line } of findingsOf(proof)) {
    if (format === 'human') io.out(`${[summary, ...differences].map(visible).join('\n  ')}\n`)
    if (format !== 'github') continue
    const place = { file: inRepository(file, io.cwd), line, title: 'Depends on hidden records' }
    io.out(`${workflowCommand('error', place, [summary, ...differences].map(visible).join('\n'))}\n`)
  }
  if (proof.kind === 'fault' && format === 'github') {
    const place = { file: inRepository('prove.ts', io.cwd), title: 'prove' }
    io.out(`${workflowCommand('error', place, proof.text)}\n`)
  }
  io.err(`prove: ${visible(proofText(proof))}\n`)
}

/** Writes a report, and returns whether that succeeded. */
async function write(path: string | undefined, textOf: () => string, io: Io): Promise<boolean> {
  if (path === undefined) return true
  try {
    await writeFile(resolve(io.cwd, path), `${textOf()}\n`)
    return true
  } catch (error) {
    io.err(`${path} cannot be written: ${reasonOf(error)}\n`)
    return false
  }
}

const inLines = (data: object): string => JSON.stringify(data, undefined, 2)
