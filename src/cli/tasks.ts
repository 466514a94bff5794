import { join, resolve } from 'node:path'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import type { ReportOptions } from '../diagnostic/report.js'
import type { Print } from '../emit/print.js'
import { loadSchema, type Loaded } from '../pipeline/load.js'
import { clientFolderOf } from '../pipeline/prepare-client.js'
import { outputOf } from '../pipeline/output-folder.js'
import { prepare } from '../pipeline/prepare.js'
import { lacksProof } from '../pipeline/prepare-proof.js'
import type { Part, Prepared, PrepareOptions } from '../pipeline/prepare-options.js'
import { isInside, placeOfFile } from '../plan/paths.js'
import type { GenerateOptions } from './generate-options.js'
import type { Io } from './io.js'
import type { Progress } from './progress.js'
import { shownPath } from './show.js'

/** The printer and the progress display of a run. */
export interface Tools {
  readonly progress: Progress
  readonly print: Print | undefined
}

/** A loaded schema, and its output folder. */
export interface Task extends Extract<Loaded, { readonly ok: true }> {
  readonly part: Part
  readonly root: string
  /** The folder of the server code, for `prove.ts`. */
  readonly server?: string
  /** The absolute path of the schema. */
  readonly path: string
}

/** The schemas of a run, and their faults. */
export interface Tasks {
  /** A task for each schema's server, one for its typed client, and one for `prove.ts`. */
  readonly tasks: readonly Task[]
  readonly found: readonly Diagnostic[]
}

/** Loads the schemas of a run. */
export async function tasksOf(
  options: Pick<GenerateOptions, 'schema' | 'output' | 'tests'> & ReportOptions,
  io: Io,
): Promise<Tasks> {
  const { strict, review } = options
  const tasks: Task[] = []
  const found: Diagnostic[] = []
  for (const each of options.schema) {
    const path = resolve(io.cwd, each)
    const loaded = await loadSchema(path, shownPath(path, io.cwd), { strict, review })
    found.push(...loaded.diagnostics)
    if (!loaded.ok) continue
    const { schema, base } = loaded
    const root = options.output === undefined ? outputOf(schema, base) : resolve(io.cwd, options.output)
    const client = clientFolderOf(schema, base)
    const own: readonly Task[] = [
      { ...loaded, part: 'server', root, path },
      ...(client === undefined
        ? []
        : [{ ...loaded, diagnostics: [], part: 'client' as const, root: client, path }]),
      ...(options.tests && options.schema.length === 1 && (await lacksProof(schema, io.cwd))
        ? [{ ...loaded, diagnostics: [], part: 'proof' as const, root: io.cwd, path, server: root }]
        : []),
    ]
    for (const task of own) {
      if (tasks.some((other) => isShared(task, other))) found.push(sharedOutput(task))
      tasks.push(task)
    }
  }
  return { tasks, found }
}

/** With a shared folder, each schema would delete the other's files. */
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
    ? createDiagnostic(
        'JG607',
        placeOfFile(root),
        'This run already writes a different output to this folder',
        {
          help: 'choose a separate folder for generate.client, such as ../web/src/api',
        },
      )
    : createDiagnostic('JG607', placeOfFile(root), 'Two schemas of this run write to this folder', {
        help: 'set a separate output for each schema, or combine their resources in a single schema',
      })
}

/** The plans of all tasks. Nothing is written. */
export async function lookAt(
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

/** The options of a plan. */
export function prepareOptions(
  { schema, base, generatedClient, part, root, server }: Task,
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
    server,
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

/** Whether a run writes nothing. */
export function onlyLooks({ check, diff, dryRun }: GenerateOptions): boolean {
  return [check, diff, dryRun].includes(true)
}
