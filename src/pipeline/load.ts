import { stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { createReport, type Report, type ReportOptions } from '../diagnostic/report.js'
import { compileSchema } from '../schema/compile.js'
import type { DeclaredSchema } from '../schema/declared.js'
import { readSchema } from '../schema/read/schema.js'
import type { Schema } from '../schema/schema.js'
import { readSource } from '../file/read-source.js'
import { readYaml } from '../yaml/read-yaml.js'

/** A schema and the folder that its paths are relative to, or all that is wrong with it. */
export type Loaded =
  | {
      readonly ok: true
      readonly schema: Schema
      readonly base: string
      /** Warnings and notes. */
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/**
 * Reads and checks a schema: YAML, or where the path ends in `.prisma` or is a folder, a Prisma schema with annotations.
 * `path` is absolute; `shown` is how messages name it. In a strict run a warning is an error.
 */
export async function loadSchema(path: string, shown: string, options: ReportOptions = {}): Promise<Loaded> {
  const isPrisma = path.endsWith('.prisma') || (await isFolder(path))
  const report = createReport(options)
  return isPrisma ? loadPrisma(path, shown, report) : loadYaml(path, shown, report)
}

async function loadYaml(path: string, shown: string, report: Report): Promise<Loaded> {
  const read = await readSource(path, shown)
  if (!read.ok) return { ok: false, diagnostics: [read.diagnostic] }
  const tree = readYaml(read.source, report)
  if (!tree) return { ok: false, diagnostics: report.list() }
  const declared = readSchema(tree, report)
  const completed = declared.prismaSchema ? await completeFromPrisma(declared, path, shown, report) : declared
  // Without its datamodel every type would be reported as missing.
  if (!completed) return { ok: false, diagnostics: report.list() }
  return finish(completed, dirname(path), report)
}

async function completeFromPrisma(
  declared: DeclaredSchema,
  path: string,
  shown: string,
  report: Report,
): Promise<DeclaredSchema | undefined> {
  const named = declared.prismaSchema
  if (!named) return declared
  const { readPrismaFiles, loadDatamodel, inferSchema, clientModule } = await import('../prisma/prisma.js')
  const target = resolve(dirname(path), named.value)
  const read = await readPrismaFiles(
    target,
    join(dirname(shown), named.value).replaceAll('\\', '/'),
    named.at,
  )
  const loaded = read.ok ? await loadDatamodel(read.files) : read
  if (!loaded.ok) {
    for (const each of loaded.diagnostics) report.add(each.code, each.at, each.message, each)
    return undefined
  }
  const client = declared.client ?? clientModule(loaded.files, dirname(shown))
  return inferSchema({ ...declared, client }, loaded.datamodel, report)
}

async function loadPrisma(path: string, shown: string, report: Report): Promise<Loaded> {
  const { readPrismaFiles, loadDatamodel, inferSchema, ownGenerator, prismaTree } =
    await import('../prisma/prisma.js')
  const read = await readPrismaFiles(path, shown)
  if (!read.ok) return read
  const loaded = await loadDatamodel(read.files)
  if (!loaded.ok) return loaded
  const declared = readSchema(prismaTree(loaded.files, loaded.datamodel, report), report)
  const own = ownGenerator(loaded.files)?.name.at.source ?? read.files[0]
  const base = dirname(join(path, relative(shown, own?.path ?? shown)))
  return finish(inferSchema(declared, loaded.datamodel, report), base, report)
}

function finish(declared: DeclaredSchema, base: string, report: Report): Loaded {
  const schema = compileSchema(declared, report)
  const diagnostics = report.list()
  return schema ? { ok: true, schema, base, diagnostics } : { ok: false, diagnostics }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}
