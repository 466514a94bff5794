import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { type Source, type Span, spanOf } from '../source/source.js'
import type { Datamodel } from './datamodel.js'
import { loadEngine, type PrismaFault } from './engine.js'
import { providerOf } from './generator-block.js'
import type { Scanned } from './scan/blocks.js'
import { scanPrisma } from './scan/scan.js'
import { toDatamodel } from './to-datamodel.js'

/** A datamodel and its source text, or the faults that Prisma finds. */
export type LoadedDatamodel =
  | { readonly ok: true; readonly datamodel: Datamodel; readonly files: readonly Scanned[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/**
 * Reads the datamodel of a Prisma schema. Prisma's own errors become diagnostics with locations (JG502). A
 * database that Prisma cannot open is reported (JG515).
 */
export async function loadDatamodel(sources: readonly Source[]): Promise<LoadedDatamodel> {
  const files = sources.map(scanPrisma)
  const provider = providerOf(files)
  // This check comes first, because other diagnostics do not help if the database is not supported.
  if (provider?.value === 'mongodb') return { ok: false, diagnostics: [withoutAdapter(provider.at)] }
  const engine = await loadEngine()
  const faults = engine.faultsOf(sources)
  if (faults.length > 0) {
    return { ok: false, diagnostics: faults.flatMap((fault) => toDiagnostic(fault, sources) ?? []) }
  }
  return { ok: true, datamodel: toDatamodel(engine.datamodelOf(sources), files), files }
}

const withoutAdapter = (at: Span): Diagnostic =>
  createDiagnostic('JG515', at, 'Prisma 7 has no driver adapter for MongoDB, so the API cannot be served', {
    help: 'Prisma 7 has adapters for postgresql, cockroachdb, mysql, sqlite and sqlserver',
  })

function toDiagnostic(
  { file, start, end, text }: PrismaFault,
  sources: readonly Source[],
): Diagnostic | undefined {
  const source = sources.find(({ path }) => path === file)
  const message = text.replace(/^Error validating(?::| [^:]*:) /, '').replace(/\.$/, '')
  return source && createDiagnostic('JG502', spanOf(source, start, end), `Prisma: ${message}`)
}
