import { resolve } from 'node:path'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { createReport, type ReportOptions } from '../diagnostic/report.js'
import { emitSchema, emittedPaths } from '../emit/emit.js'
import { checkPaths, checkRoot } from '../plan/paths.js'
import { compareGenerated, compareScaffolded, planOf, type Plan, type PlanEntry } from '../plan/plan.js'
import { readSnapshot } from '../plan/snapshot.js'
import { readTemplates } from '../scaffold/templates.js'
import type { Schema } from '../schema/schema.js'
import { checkOwned } from './check-owned.js'
import { rebased, withModules } from './modules.js'
import { clientFolderOf, prepareClient } from './prepare-client.js'
import { checkSurroundings } from './surroundings.js'

/** What is written for a schema: the code of its server, and where the schema asks for them the types of a typed client. */
export type Part = 'server' | 'client'

/** What a plan is made for. Paths are absolute. */
export interface PrepareOptions extends ReportOptions {
  readonly schema: Schema
  /** The folder that the paths in the schema are relative to. */
  readonly base: string
  /** The output folder, where it is not the one that the schema names. */
  readonly output?: string | undefined
  /** Which part of the schema's files it is for: those of the server unless it says otherwise. */
  readonly part?: Part | undefined
  /** A folder of templates that replace ours, file by file. */
  readonly templates?: string | undefined
  /** Whether a first request test is scaffolded for each resource. */
  readonly tests?: boolean | undefined
  /** Whether the plan is only looked at, so that what has to follow a write need not be said. */
  readonly onlyLooks?: boolean | undefined
  /** Called as files are printed. */
  readonly onProgress?: (done: number, total: number) => void
  /** Called with each entry that the disk is to agree with, as soon as it is known and the output folder is in order. */
  readonly onEntry?: (entry: PlanEntry) => void
  /** Stops the printing of files; what comes back then is of no use. */
  readonly signal?: AbortSignal
}

/** A plan and the folder it is for, or why there is none. */
export type Prepared =
  | {
      readonly ok: true
      readonly plan: Plan
      readonly root: string
      /** Warnings and notes. */
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Compares everything that should be with what is there, and returns the plan. Nothing is written. */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { schema, base, templates, onEntry, part = 'server' } = options
  const report = createReport(options)
  const root = rootOf(options)
  if (part === 'client') return prepareClient(options, root)
  const { scaffold } = await import('../scaffold/scaffold.js')
  const files = scaffold(schema, await readTemplates(templates, report), report, options)
  const owned = files.map(({ path }) => path)
  await checkRoot(root, base, report)
  checkPaths(root, [...emittedPaths(schema), ...owned], report)
  const snapshot = await readSnapshot(root, new Set(owned), report)
  checkOwned(schema, snapshot, templates === undefined ? files : [], root, report)
  await checkSurroundings(options, root, report)
  if (report.failed()) return { ok: false, diagnostics: report.list() }
  const emitted = await emitSchema(withModules(schema, base, root), clientModule(schema, base, root), options)
  const scaffolded = files.map((file) => compareScaffolded(file, snapshot))
  for (const entry of scaffolded) onEntry?.(entry)
  const generated: PlanEntry[] = []
  for await (const file of emitted) {
    const entry = compareGenerated(file, snapshot)
    onEntry?.(entry)
    generated.push(entry)
  }
  const resources = schema.resources.map(({ names, model }) => ({
    resource: `${names.file}.resource.ts`,
    routes: `routes/${names.routesFile}.routes.ts`,
    model,
  }))
  const plan = planOf({ generated, scaffolded, snapshot, resources })
  return { ok: true, plan, root, diagnostics: report.list() }
}

/** The output folder: the one that is asked for, or else the one that the schema names. */
export function rootOf({ schema, base, output, part }: PrepareOptions): string {
  if (output !== undefined) return output
  return (part === 'client' ? clientFolderOf(schema, base) : undefined) ?? outputOf(schema, base)
}

/** Where the output of a schema goes: relative to its base, `src/api` unless it says otherwise. */
export function outputOf({ output }: Pick<Schema, 'output'>, base: string): string {
  return resolve(base, output ?? 'src/api')
}

// A package or an alias is imported as it is written; a path, as the generated folder sees it.
function clientModule({ client }: Schema, base: string, root: string): string | undefined {
  if (client === undefined || /^[@#~]/.test(client) || !/[/\\.]/.test(client)) return client
  return rebased(client, base, root)
}
