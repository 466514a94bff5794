import { join, resolve } from 'node:path'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { workflowCommand } from '../diagnostic/format-github.js'
import { isError } from '../diagnostic/report.js'
import type { Print } from '../emit/print.js'
import { printBeside } from '../emit/print-beside.js'
import { loadSchema, type Loaded } from '../pipeline/load.js'
import { outputOf, prepare } from '../pipeline/prepare.js'
import type { Part, Prepared, PrepareOptions } from '../pipeline/prepare-options.js'
import { clientFolderOf } from '../pipeline/prepare-client.js'
import { stage, type Staged } from '../pipeline/write.js'
import { alone, type Alone } from '../plan/alone.js'
import { isInside, placeOfFile } from '../plan/paths.js'
import { changesOf } from '../plan/plan.js'
import { orphansOf, overwrittenBy, renderCheck, renderDiff, renderDryRun, summarise } from '../plan/render.js'
import { changesAgainst, printChanges, type Changes } from './against.js'
import { fails } from './diff.js'
import { changesAsData, countedChanges } from '../contract-diff/render.js'
import { commandOf, type GenerateOptions } from './generate-options.js'
import { inRepository } from './in-repository.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { driftOfAll, foldersOf, merged, type Output } from './output.js'
import { paletteOf } from './palette.js'
import { progressOn, type Progress } from './progress.js'
import { advise, refuse, showJson, shownPath, type JsonResult } from './show.js'

/** `jsonapi-gen generate`: makes a plan for each schema, and writes, checks, or only shows it, depending on the options. */
export async function generate(options: GenerateOptions, io: Io): Promise<ExitCode> {
  const printing = io.threads ? printBeside() : undefined
  try {
    return await generateWith(printing?.print, options, io)
  } finally {
    await printing?.stop()
  }
}

/** Like `generate`, with the caller's printer. */
export async function generateWith(
  print: Print | undefined,
  options: GenerateOptions,
  io: Io,
): Promise<ExitCode> {
  const progress = progressOn(options.quiet ? { ...io, watched: false } : io)
  try {
    return await generateShowing({ progress, print }, options, io)
  } finally {
    progress.clear()
  }
}

/** The printer and the progress display of a run. */
interface Tools {
  readonly progress: Progress
  readonly print: Print | undefined
}

/** A loaded schema, and its output folder. */
interface Task extends Extract<Loaded, { readonly ok: true }> {
  readonly part: Part
  readonly root: string
}

async function generateShowing(tools: Tools, options: GenerateOptions, io: Io): Promise<ExitCode> {
  const tasks: Task[] = []
  const found: Diagnostic[] = []
  for (const each of options.schema) {
    const path = resolve(io.cwd, each)
    const loaded = await loadSchema(path, shownPath(path, io.cwd), options)
    found.push(...loaded.diagnostics)
    if (!loaded.ok) continue
    const { schema, base } = loaded
    const root = options.output === undefined ? outputOf(schema, base) : resolve(io.cwd, options.output)
    const client = clientFolderOf(schema, base)
    const own: readonly Task[] = [
      { ...loaded, part: 'server', root },
      ...(client === undefined
        ? []
        : [{ ...loaded, diagnostics: [], part: 'client' as const, root: client }]),
    ]
    for (const task of own) {
      if (tasks.some((other) => isShared(task, other))) found.push(sharedOutput(task))
      tasks.push(task)
    }
  }
  if (found.some(isError)) return refuse(found, options.format, io)
  if (onlyLooks(options)) {
    const servers = tasks.filter(({ part }) => part === 'server')
    const compared = await changesAgainst(options, servers, io)
    if (compared.diagnostics.length > 0) return refuse(compared.diagnostics, options.format, io)
    return conclude(tasks, await lookAt(tasks, tools, options, io), options, io, compared)
  }
  const roots = tasks.map(({ root }) => root).toSorted()
  const written = await aloneIn(roots, () => writeAll(tasks, tools, options, io), io)
  return conclude(tasks, written.ok ? written.result : [written], options, io)
}

/** With a shared folder, each schema would delete the files of the other. */
function isShared(one: Task, other: Task): boolean {
  if (one.root === other.root) return true
  const [server, client] = one.part === 'server' ? [one, other] : [other, one]
  return (
    client.part === 'client' &&
    server.part === 'server' &&
    isInside(join(server.root, 'generated'), client.root)
  )
}

function sharedOutput({ root, part }: Task): Diagnostic {
  return part === 'client'
    ? createDiagnostic('JG607', placeOfFile(root), 'This folder also contains another output of this run', {
        help: 'choose a separate folder for the client of generate, such as ../web/src/api',
      })
    : createDiagnostic('JG607', placeOfFile(root), 'Two schemas of this run write to this folder', {
        help: 'give each schema its own output, or put their resources into one schema',
      })
}

/**
 * Runs a task while no other run may write to any of the folders. The folders are ordered, so that two runs never wait
 * for each other.
 */
function aloneIn<Result>(
  [root, ...others]: readonly string[],
  task: () => Promise<Result>,
  io: Io,
): Promise<Alone<Result>> {
  if (root === undefined) return task().then((result) => ({ ok: true, result }))
  return alone(root, () => aloneIn(others, task, io), io).then((held) => (held.ok ? held.result : held))
}

async function lookAt(
  tasks: readonly Task[],
  tools: Tools,
  options: GenerateOptions,
  io: Io,
): Promise<readonly Prepared[]> {
  const all: Prepared[] = []
  for (const task of tasks) all.push(await prepare(prepareOptions(task, tools, options, io)))
  tools.progress.clear()
  return all
}

/** Nothing is written until everything can be. */
async function writeAll(
  tasks: readonly Task[],
  tools: Tools,
  options: GenerateOptions,
  io: Io,
): Promise<readonly Prepared[]> {
  const { progress } = tools
  const staged: Staged[] = []
  try {
    for (const task of tasks) staged.push(await stage(prepareOptions(task, tools, options, io)))
    const all = staged.map(({ prepared }) => prepared)
    if (io.signal.aborted || all.some(({ ok }) => !ok)) return all
    for (const { prepared, commit } of staged) {
      if (prepared.ok) progress.say(`Writing to ${shownPath(prepared.root, io.cwd)}`)
      const refused = await commit()
      if (refused.length > 0) return [{ ok: false, diagnostics: refused }]
    }
    return all
  } finally {
    for (const { discard } of staged) await discard()
    progress.clear()
  }
}

function prepareOptions(
  { schema, base, generatedClient, part, root }: Task,
  { progress, print }: Tools,
  options: GenerateOptions,
  io: Io,
): PrepareOptions {
  const { tests, templates, strict } = options
  return {
    schema,
    base,
    generatedClient,
    part,
    output: root,
    strict,
    onlyLooks: onlyLooks(options),
    tests,
    templates: templates === undefined ? undefined : resolve(io.cwd, templates),
    print,
    onProgress: (done, total) => progress.say(`Generating ${done} of ${total}`),
    signal: io.signal,
  }
}

function conclude(
  tasks: readonly Task[],
  prepared: readonly Prepared[],
  options: GenerateOptions,
  io: Io,
  { changes, unused }: Changes = { changes: [], unused: [] },
): ExitCode {
  if (io.signal.aborted) return EXIT.interrupted
  const diagnostics = [...tasks, ...prepared].flatMap((each) => each.diagnostics)
  const outputs = prepared.flatMap((each): readonly Output[] =>
    each.ok ? [{ plan: each.plan, folder: shownPath(each.root, io.cwd) }] : [],
  )
  if (outputs.length < tasks.length) return refuse(diagnostics, options.format, io)
  const run = { outputs, diagnostics, options, io, changes, unused }
  sayAdvice(run)
  if (options.check) return check(run)
  if (options.diff || options.dryRun) return show(run)
  const overwritten = overwrittenBy(merged(outputs))
  for (const { path, message } of overwritten) {
    const file = inRepository(path, io.cwd)
    if (options.format !== 'github') talkOf(run)(`${path} ${message}`)
    else io.out(`${workflowCommand('warning', { file, title: 'Overwritten' }, `${path} ${message}`)}\n`)
  }
  if (options.format === 'json') {
    showJson({ ...resultOf(run), overwritten: overwritten.map(({ path, reason }) => ({ path, reason })) }, io)
  }
  talkOf(run)(`${summarise(merged(outputs))} in ${foldersOf(outputs)}`)
  return EXIT.done
}

/** A run with its plans, and the changes to show. */
interface Run extends Changes {
  readonly outputs: readonly Output[]
  readonly diagnostics: readonly Diagnostic[]
  readonly options: GenerateOptions
  readonly io: Io
}

function onlyLooks({ check, diff, dryRun }: GenerateOptions): boolean {
  return [check, diff, dryRun].includes(true)
}

function talkOf({ options, io }: Run): (text: string) => void {
  return options.quiet || options.format === 'json' ? () => {} : (text) => io.err(`${text}\n`)
}

function sayAdvice(run: Run): void {
  const { outputs, diagnostics, options, io } = run
  if (options.format !== 'json') advise(diagnostics, options, io)
  for (const { path, message } of orphansOf(merged(outputs))) {
    const file = inRepository(path, io.cwd)
    if (options.format !== 'github') talkOf(run)(`${path} ${message}`)
    else io.out(`${workflowCommand('warning', { file, title: 'Orphan' }, `${path} ${message}`)}\n`)
  }
}

function check(run: Run): ExitCode {
  const { outputs, options, io, changes, unused } = run
  const drift = driftOfAll(outputs, commandOf(options))
  switch (options.format) {
    case 'human':
      if (drift.length > 0) io.out(`${renderCheck(drift)}\n`)
      break
    case 'json':
      showJson(
        {
          ...resultOf(run),
          files: drift,
          ...(options.against !== undefined && { contract: changesAsData(changes, unused) }),
        },
        io,
      )
      break
    case 'github':
      for (const { path, kind, mend } of drift) {
        io.out(
          `${workflowCommand('error', { file: inRepository(path, io.cwd), title: `Generated code: ${kind}` }, mend)}\n`,
        )
      }
      break
  }
  if (options.diff && options.format === 'human' && drift.length > 0) {
    io.out(`${renderDiff(merged(outputs), paletteOf(io.colour.out))}\n`)
  }
  const folders = foldersOf(outputs)
  talkOf(run)(
    drift.length === 0
      ? `${folders} ${outputs.length === 1 ? 'is' : 'are'} up to date`
      : `${countOf(drift.length, 'differs', 'differ')} from the schema`,
  )
  printChanges(changes, options.format, io)
  if (options.against !== undefined) talkOf(run)(`${countedChanges(changes)} against ${options.against}`)
  return drift.length === 0 && !fails(changes, 'breaking') ? EXIT.done : EXIT.drift
}

function show(run: Run): ExitCode {
  const { outputs, options, io } = run
  if (options.format === 'json') {
    showJson(resultOf(run), io)
    return EXIT.done
  }
  const plan = merged(outputs)
  const changes = changesOf(plan).length
  const text = options.diff ? renderDiff(plan, paletteOf(io.colour.out)) : renderDryRun(plan)
  if (changes > 0) io.out(`${text}\n`)
  if (!options.quiet) io.err(`${countOf(changes, 'would change', 'would change')} in ${foldersOf(outputs)}\n`)
  return EXIT.done
}

function resultOf({ outputs, diagnostics }: Run): JsonResult {
  const plan = merged(outputs)
  return {
    diagnostics,
    files: changesOf(plan).map(({ kind, path }) => ({ path, kind })),
    orphans: orphansOf(plan).map(({ path, missing, movesTo }) => ({
      path,
      missing,
      ...(movesTo === undefined ? {} : { movesTo }),
    })),
  }
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? `file ${one}` : `files ${many}`}`
}
