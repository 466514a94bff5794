import { resolve } from 'node:path'
import { githubError } from '../diagnostic/format-github.js'
import { loadSchema, type Loaded } from '../pipeline/load.js'
import { outputOf, prepare, type Prepared, type PrepareOptions } from '../pipeline/prepare.js'
import { write } from '../pipeline/write.js'
import { alone } from '../plan/alone.js'
import { driftOf } from '../plan/drift.js'
import { changesOf, type Plan } from '../plan/plan.js'
import { inFolder, renderCheck, renderDiff, renderDryRun, renderOrphans, summarise } from '../plan/render.js'
import { commandOf, type GenerateOptions } from './generate-options.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { paletteOf } from './palette.js'
import { progressOn, type Progress } from './progress.js'
import { refuse, showJson, shownPath } from './show.js'

/** `jsonapi-gen generate`: one plan, and what the options make of it: written, checked, or only shown. */
export async function generate(options: GenerateOptions, io: Io): Promise<ExitCode> {
  const progress = progressOn(options.quiet ? { ...io, watched: false } : io)
  try {
    return await generateShowing(progress, options, io)
  } finally {
    progress.clear()
  }
}

async function generateShowing(progress: Progress, options: GenerateOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const loaded = await loadSchema(path, shownPath(path, io.cwd))
  if (!loaded.ok) return refuse(loaded.diagnostics, options.format, io)
  if (onlyLooks(options)) return generateFrom(loaded, progress, options, io)
  const { schema, base } = loaded
  const root = options.output === undefined ? outputOf(schema, base) : resolve(io.cwd, options.output)
  const written = await alone(root, () => generateFrom(loaded, progress, options, io), io)
  return written.ok ? written.result : refuse(written.diagnostics, options.format, io)
}

async function generateFrom(
  loaded: Extract<Loaded, { readonly ok: true }>,
  progress: Progress,
  options: GenerateOptions,
  io: Io,
): Promise<ExitCode> {
  const prepared = await carryOut(loaded, progress, options, io)
  progress.clear()
  if (io.signal.aborted) return EXIT.interrupted
  if (!prepared.ok) return refuse(prepared.diagnostics, options.format, io)
  const { plan, root } = prepared
  const folder = shownPath(root, io.cwd)
  const talk = (text: string): void => {
    if (!options.quiet && options.format !== 'json') io.err(`${text}\n`)
  }
  for (const orphan of renderOrphans(plan, folder)) talk(orphan)
  if (options.check) return check(plan, folder, options, io)
  if (options.diff || options.dryRun) return show(plan, folder, options, io)
  if (options.format === 'json') showJson(resultOf(plan, folder), io)
  talk(`${summarise(plan)} in ${folder}`)
  return EXIT.done
}

function carryOut(
  { schema, base }: Extract<Loaded, { readonly ok: true }>,
  progress: Progress,
  options: GenerateOptions,
  io: Io,
): Promise<Prepared> {
  const output = options.output === undefined ? outputOf(schema, base) : resolve(io.cwd, options.output)
  const prepareOptions: PrepareOptions = {
    schema,
    base,
    output,
    tests: options.tests,
    templates: options.templates === undefined ? undefined : resolve(io.cwd, options.templates),
    onProgress: (done, total) => progress.say(`Generating ${done} of ${total}`),
    signal: io.signal,
  }
  if (onlyLooks(options)) return prepare(prepareOptions)
  const onWriting = (): void => progress.say(`Writing to ${shownPath(output, io.cwd)}`)
  return write({ ...prepareOptions, onWriting })
}

function onlyLooks({ check, diff, dryRun }: GenerateOptions): boolean {
  return [check, diff, dryRun].includes(true)
}

function check(plan: Plan, folder: string, options: GenerateOptions, io: Io): ExitCode {
  const drift = driftOf(plan, commandOf(options))
  const talk =
    options.quiet || options.format === 'json' ? () => {} : (text: string): void => io.err(`${text}\n`)
  switch (options.format) {
    case 'human':
      if (drift.length > 0) io.out(`${renderCheck(drift, folder)}\n`)
      break
    case 'json':
      showJson(
        {
          ...resultOf(plan, folder),
          files: drift.map((each) => ({ ...each, path: inFolder(folder, each.path) })),
        },
        io,
      )
      break
    case 'github':
      for (const { path, kind, mend } of drift) {
        io.out(`${githubError({ file: inFolder(folder, path), title: `Generated code: ${kind}` }, mend)}\n`)
      }
      break
  }
  if (options.diff && options.format === 'human' && drift.length > 0) {
    io.out(`${renderDiff(plan, folder, paletteOf(io.colour.out))}\n`)
  }
  talk(
    drift.length === 0
      ? `${folder} is up to date`
      : `${countOf(drift.length, 'differs', 'differ')} from the schema`,
  )
  return drift.length === 0 ? EXIT.done : EXIT.drift
}

function show(plan: Plan, folder: string, options: GenerateOptions, io: Io): ExitCode {
  const changes = changesOf(plan).length
  if (options.format === 'json') {
    showJson(resultOf(plan, folder), io)
    return EXIT.done
  }
  const text = options.diff ? renderDiff(plan, folder, paletteOf(io.colour.out)) : renderDryRun(plan, folder)
  if (changes > 0) io.out(`${text}\n`)
  if (!options.quiet) io.err(`${countOf(changes, 'would change', 'would change')} in ${folder}\n`)
  return EXIT.done
}

function resultOf(plan: Plan, folder: string): Parameters<typeof showJson>[0] {
  return {
    diagnostics: [],
    files: changesOf(plan).map(({ kind, path }) => ({ path: inFolder(folder, path), kind })),
    orphans: plan.entries.flatMap((entry) =>
      entry.kind === 'report' ? [{ path: inFolder(folder, entry.path), missing: entry.missing }] : [],
    ),
  }
}

function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? `file ${one}` : `files ${many}`}`
}
