import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { workflowCommand } from '../diagnostic/format-github.js'
import { isError } from '../diagnostic/report.js'
import type { Print } from '../emit/print.js'
import { printBeside } from '../emit/print-beside.js'
import type { Prepared } from '../pipeline/prepare-options.js'
import { stage, type Staged } from '../pipeline/write.js'
import { alone, type Alone } from '../plan/alone.js'
import { changesOf } from '../plan/plan.js'
import {
  driftAsAnnotations,
  orphansOf,
  overwrittenBy,
  renderCheck,
  renderDiff,
  renderDryRun,
  summarise,
} from '../plan/render.js'
import { changesAgainst, printChanges, type Changes } from './against.js'
import { fails } from './diff.js'
import { changesAsData, countedChanges } from '../contract-diff/render.js'
import { commandOf, type GenerateOptions } from './generate-options.js'
import { inRepository } from './in-repository.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { driftOfAll, foldersOf, merged, type Output } from './output.js'
import { paletteOf } from './palette.js'
import { progressOn } from './progress.js'
import { advise, refuse, showJson, shownPath, type JsonResult } from './show.js'
import { lookAt, onlyLooks, prepareOptions, tasksOf, type Task, type Tools } from './tasks.js'

/** `jsonapi-gen generate`: makes a plan for each schema, and writes, checks, or only shows it, depending on the options. */
export async function generate(options: GenerateOptions, io: Io): Promise<ExitCode> {
  const printing = io.threads ? printBeside() : undefined
  try {
    return await generateWith(printing?.print, options, io)
  } finally {
    await printing?.stop()
  }
}

/** Like `generate`, but with the caller's printer. */
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

async function generateShowing(tools: Tools, options: GenerateOptions, io: Io): Promise<ExitCode> {
  const { tasks, found } = await tasksOf(options, io)
  if (found.some(isError)) return refuse(found, options.format, io)
  if (onlyLooks(options)) {
    const servers = tasks.filter(({ part }) => part === 'server')
    const compared = await changesAgainst(options, servers, io)
    if (compared.diagnostics.length > 0) return refuse(compared.diagnostics, options.format, io)
    for (const each of compared.notes) io.err(`${each}\n`)
    return conclude(tasks, await lookAt(tasks, tools, options, io), options, io, compared)
  }
  // A project's `prove.ts` is written next to the user's own files.
  const roots = tasks.flatMap(({ part, root }) => (part === 'proof' ? [] : [root])).toSorted()
  const written = await aloneIn(roots, () => writeAll(tasks, tools, options, io), io)
  return conclude(tasks, written.ok ? written.result : [written], options, io)
}

/**
 * Runs a task while no other run may write to any of the folders. The folders are locked in a fixed order, so two runs
 * never wait for each other.
 */
function aloneIn<Result>(
  [root, ...others]: readonly string[],
  task: () => Promise<Result>,
  io: Io,
): Promise<Alone<Result>> {
  if (root === undefined) return task().then((result) => ({ ok: true, result }))
  return alone(root, () => aloneIn(others, task, io), io).then((held) => (held.ok ? held.result : held))
}

/** Prepares the plans of all tasks before it writes any of them. */
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

function conclude(
  tasks: readonly Task[],
  prepared: readonly Prepared[],
  options: GenerateOptions,
  io: Io,
  { changes, advice }: Pick<Changes, 'changes' | 'advice'> = { changes: [], advice: [] },
): ExitCode {
  if (io.signal.aborted) return EXIT.interrupted
  const diagnostics = [...[...tasks, ...prepared].flatMap((each) => each.diagnostics), ...advice]
  const outputs = prepared.flatMap((each): readonly Output[] =>
    each.ok ? [{ plan: each.plan, folder: each.root === io.cwd ? '' : shownPath(each.root, io.cwd) }] : [],
  )
  if (outputs.length < tasks.length) return refuse(diagnostics, options.format, io)
  const run = { outputs, diagnostics, options, io, changes }
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
  options.onWritten?.(
    changesOf(merged(outputs)).map(({ path }) => path),
    outputs.map(({ folder }) => folder),
  )
  return EXIT.done
}

/** A run with its plans, and the changes to show. */
interface Run extends Pick<Changes, 'changes'> {
  readonly outputs: readonly Output[]
  readonly diagnostics: readonly Diagnostic[]
  readonly options: GenerateOptions
  readonly io: Io
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
  const { outputs, options, io, changes } = run
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
          ...(options.against !== undefined && { contract: changesAsData(changes) }),
        },
        io,
      )
      break
    case 'github':
      for (const line of driftAsAnnotations(drift, (path) => inRepository(path, io.cwd))) io.out(`${line}\n`)
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
