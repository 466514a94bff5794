import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createReport, type Report } from '../diagnostic/report.js'
import { CLIENT_PATH, emitClientFile } from '../emit/client-file.js'
import { printHere, printUnknown } from '../emit/print.js'
import { reasonOf } from '../plan/io.js'
import { checkPaths, checkRoot, placeOfFile } from '../plan/paths.js'
import { compareGenerated, planOf } from '../plan/plan.js'
import type { Snapshot } from '../plan/snapshot.js'
import type { Schema } from '../schema/schema.js'
import type { Prepared, PrepareOptions } from './prepare-options.js'

/** The folder of a schema's typed client; undefined if the schema does not name one. */
export function clientFolderOf(
  { clientOutput }: Pick<Schema, 'clientOutput'>,
  base: string,
): string | undefined {
  return clientOutput === undefined ? undefined : resolve(base, clientOutput)
}

/** Compares the typed client's types with its folder. Only this file in the folder is generated. */
export async function prepareClient(options: PrepareOptions, root: string): Promise<Prepared> {
  const { schema, base, onEntry, memory } = options
  const report = createReport(options)
  await checkRoot(root, base, report)
  checkPaths(root, [CLIENT_PATH], report)
  const snapshot = await snapshotOf(root, report)
  if (report.failed()) return { ok: false, diagnostics: report.list() }
  const print = memory ? printUnknown(options.print, memory, snapshot.generated) : options.print
  const printed = await (print ?? (await printHere()))(emitClientFile(schema))
  const entry = compareGenerated(printed, snapshot)
  onEntry?.(entry)
  const plan = planOf({ generated: [entry], scaffolded: [], snapshot, resources: [] })
  return { ok: true, plan, root, diagnostics: report.list() }
}

async function snapshotOf(root: string, report: Report): Promise<Snapshot> {
  const path = join(root, CLIENT_PATH)
  const generated = new Map<string, string>()
  try {
    generated.set(CLIENT_PATH, await readFile(path, 'utf8'))
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) report.add('JG603', placeOfFile(path), `The file cannot be read: ${reasonOf(error)}`)
  }
  return { generated, owned: new Map() }
}
