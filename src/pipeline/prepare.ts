import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createReport } from '../diagnostic/report.js'
import { emitSchema, emittedPaths } from '../emit/emit.js'
import { printUnknown } from '../emit/print.js'
import { checkPaths, checkRoot } from '../plan/paths.js'
import { compareGenerated, compareScaffolded, planOf, type PlanEntry } from '../plan/plan.js'
import { readSnapshot } from '../plan/snapshot.js'
import { readTemplates } from '../scaffold/templates.js'
import type { Schema } from '../schema/schema.js'
import { BUNDLED_PREFIX, bundlerAround } from './bundler.js'
import { checkOwned } from './check-owned.js'
import { checkStore } from './check-store.js'
import { outputOf } from './output-folder.js'
import { importedFrom, isModuleThere, isOwnFile, modulePath, withModules } from './modules.js'
import { isNamedAsPackage, isPackageThere, packageName } from './package-there.js'
import { clientFolderOf, prepareClient } from './prepare-client.js'
import type { Prepared, PrepareOptions } from './prepare-options.js'
import { prepareProof } from './prepare-proof.js'
import { checkSurroundings } from './surroundings.js'

/** Compares all expected files with the existing files, and returns the plan. Nothing is written. */
export async function prepare(options: PrepareOptions): Promise<Prepared> {
  const { schema, base, templates, onEntry, memory, part = 'server' } = options
  const report = createReport(options)
  const root = rootOf(options)
  if (part === 'client') return prepareClient(options, root)
  if (part === 'proof') return prepareProof(options, root)
  const { scaffold } = await import('../scaffold/scaffold.js')
  const isBundled = schema.framework === 'fetch' && (await bundlerAround(base)) !== undefined
  const files = scaffold(schema, await readTemplates(templates, report), report, {
    tests: options.tests,
    prefix: isBundled ? BUNDLED_PREFIX : undefined,
  })
  // A fault in a user's template is reported even if the file that it renders exists.
  if (templates !== undefined) for (const { text } of files) void text
  const owned = files.map(({ path }) => path)
  await checkRoot(root, base, report)
  checkPaths(root, [...emittedPaths(schema), ...owned], report)
  const snapshot = await readSnapshot(root, new Set(owned), report)
  const hasActions = await baseHasActions(root)
  const ours = templates === undefined ? files : []
  checkOwned(schema, snapshot, { ours, hasActions, memory }, root, report)
  checkStore(schema, report)
  await checkSurroundings(options, root, report)
  if (report.failed()) return { ok: false, diagnostics: report.list() }
  const emitted = await emitSchema(
    await withModules(schema, base, root),
    await clientModule(schema, base, root),
    memory ? { ...options, print: printUnknown(options.print, memory, snapshot.generated) } : options,
  )
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

/** The output folder: the requested folder, or else the schema's. */
export function rootOf({ schema, base, output, part }: PrepareOptions): string {
  if (output !== undefined) return output
  return (part === 'client' ? clientFolderOf(schema, base) : undefined) ?? outputOf(schema, base)
}

/**
 * Whether the base class that all controllers share implements the actions. It does in a new project, or if it extends
 * ResourceController.
 */
async function baseHasActions(root: string): Promise<boolean> {
  const text = await readFile(join(root, 'application.controller.ts'), 'utf8').catch(() => undefined)
  return text === undefined || /\bextends\s+ResourceController\b/.test(text)
}

// A package or an alias is imported as written. A path is made relative to the generated folder. A folder is imported
// through its index.
async function clientModule(
  { client, imports }: Schema,
  base: string,
  root: string,
): Promise<string | undefined> {
  if (client === undefined || isNamedAsPackage(client)) return client
  const path = modulePath(client, base)
  const isFile = await isModuleThere(path)
  const isFolder = !isFile && (await isModuleThere(join(path, 'index')))
  const name = isFile || isFolder || isOwnFile(client) ? undefined : packageName(client)
  // A package without a scope looks like a path: `acme-db/client`.
  if (name !== undefined && (await isPackageThere(name, base))) return client
  return importedFrom(join(root, 'generated'), { path: isFolder ? `${client}/index` : client, base, imports })
}
