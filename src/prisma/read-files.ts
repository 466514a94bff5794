import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { didYouMeanPath } from '../file/near-path.js'
import { readSource } from '../file/read-source.js'
import { createSource, spanOf, type Source, type Span } from '../source/source.js'

/** The files of a Prisma schema, ordered by path, or the faults in them. */
export type PrismaFiles =
  | { readonly ok: true; readonly files: readonly Source[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/**
 * Reads a Prisma schema: one file, or a folder with all files below it. `named` is the location that names
 * the schema, for the message if there is nothing to read (JG501).
 */
export async function readPrismaFiles(path: string, shown: string, named?: Span): Promise<PrismaFiles> {
  const at = named ?? spanOf(createSource(shown, ''), 0)
  const found = await stat(path).catch(() => undefined)
  if (!found) {
    const hint = await didYouMeanPath(path, shown)
    return refuse(at, `There is no Prisma schema at ${shown}${hint}`, hint === '' ? waysTo(named) : undefined)
  }
  const names = found.isDirectory() ? await schemaFilesIn(path) : ['']
  if (names.length === 0) return refuse(at, `The folder ${shown} contains no .prisma file`, FILES)
  const read = await Promise.all(
    names.map((name) => readSource(join(path, name), name === '' ? shown : `${shown}/${name}`)),
  )
  const diagnostics = read.flatMap((each) => (each.ok ? [] : [each.diagnostic]))
  if (diagnostics.length > 0) return { ok: false, diagnostics }
  return { ok: true, files: read.flatMap((each) => (each.ok ? [each.source] : [])) }
}

async function schemaFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true })
  return entries
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => name.replaceAll('\\', '/'))
    .toSorted()
}

const FILES = 'pass a file, such as schema.yaml or prisma/schema.prisma, or the folder with the .prisma files'

function waysTo(named: Span | undefined): string {
  const create = 'npx prisma@7 init creates a Prisma schema'
  return named === undefined
    ? create
    : `${create}; write its path relative to this YAML file, for example prisma: { schema: prisma/schema.prisma }`
}

function refuse(at: Span, message: string, help?: string): PrismaFiles {
  return { ok: false, diagnostics: [createDiagnostic('JG501', at, message, { help })] }
}
