import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { spanOf, type Source } from '../source/source.js'
import type { Datamodel } from './datamodel.js'
import { loadEngine, type PrismaFault } from './engine.js'
import type { Scanned } from './scan/blocks.js'
import { scanPrisma } from './scan/scan.js'
import { toDatamodel } from './to-datamodel.js'

/** A datamodel and the text that it came from, or what Prisma finds wrong with it. */
export type LoadedDatamodel =
  | { readonly ok: true; readonly datamodel: Datamodel; readonly files: readonly Scanned[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Reads the datamodel of a Prisma schema. Prisma's own complaints become diagnostics at their places (JG502). */
export async function loadDatamodel(sources: readonly Source[]): Promise<LoadedDatamodel> {
  const engine = await loadEngine()
  const faults = engine.faultsOf(sources)
  if (faults.length > 0) {
    return { ok: false, diagnostics: faults.flatMap((fault) => toDiagnostic(fault, sources) ?? []) }
  }
  const files = sources.map(scanPrisma)
  return { ok: true, datamodel: toDatamodel(engine.datamodelOf(sources), files), files }
}

function toDiagnostic(
  { file, start, end, text }: PrismaFault,
  sources: readonly Source[],
): Diagnostic | undefined {
  const source = sources.find(({ path }) => path === file)
  const message = text.replace(/^Error validating(?::| [^:]*:) /, '').replace(/\.$/, '')
  return source && createDiagnostic('JG502', spanOf(source, start, end), `Prisma: ${message}`)
}
