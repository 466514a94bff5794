import { readFile, stat } from 'node:fs/promises'
import { didYouMeanPath } from './near-path.js'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { conflictLine } from '../source/conflict.js'
import { createSource, spanOf, type Source } from '../source/source.js'

/** The maximum size of a schema file in bytes. A schema of 10,000 resources has a third of this size. */
export const MAX_SOURCE_BYTES: number = 16 * 1024 * 1024

/** A source, or the reason why it cannot be read. */
export type SourceResult =
  | { readonly ok: true; readonly source: Source }
  | { readonly ok: false; readonly diagnostic: Diagnostic }

/** A noun for the file, for messages about its faults. */
export type ReadAs = 'schema' | 'contract' | 'waiver file'

/**
 * Reads a file as strict UTF-8. Messages use the path `shown`. A file that is missing, too large, not UTF-8 or in
 * conflict causes a diagnostic (JG101, JG102, JG103, JG113), never an exception.
 */
export async function readSource(path: string, shown: string, as: ReadAs = 'schema'): Promise<SourceResult> {
  const bytes = await readBounded(path, shown, as)
  if (!(bytes instanceof Uint8Array)) return { ok: false, diagnostic: bytes }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const source = createSource(shown, text)
    const diagnostic = conflictIn(source)
    return diagnostic ? { ok: false, diagnostic } : { ok: true, source }
  } catch {
    return { ok: false, diagnostic: problem('JG102', shown, `The ${as} is not valid UTF-8`) }
  }
}

function conflictIn(source: Source): Diagnostic | undefined {
  const line = conflictLine(source.text)
  if (line === undefined) return undefined
  const before = source.text.split('\n').slice(0, line - 1)
  const start = before.reduce((sum, each) => sum + each.length + 1, 0)
  const end = source.text.indexOf('\n', start)
  return createDiagnostic('JG113', spanOf(source, start, end), 'There is a merge conflict here', {
    help: 'choose between the two sides, remove the three markers, and generate again',
  })
}

async function readBounded(path: string, shown: string, as: ReadAs): Promise<Uint8Array | Diagnostic> {
  try {
    const { size } = await stat(path)
    if (size > MAX_SOURCE_BYTES) {
      return problem('JG103', shown, `The ${as} has ${size} bytes, but the limit is ${MAX_SOURCE_BYTES}`)
    }
    return await readFile(path)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const hint = isMissing ? await didYouMeanPath(path, shown) : ''
    const help = isMissing && hint === '' ? HELP[as] : undefined
    return problem('JG101', shown, `The ${as} cannot be read: ${reasonOf(error)}${hint}`, help)
  }
}

const HELP: Readonly<Record<ReadAs, string | undefined>> = {
  schema: 'npx jsonapi-gen init writes an initial schema; pass a different file with --schema',
  contract: undefined,
  'waiver file': 'check the path given to --waivers; docs/contract.md shows an example',
}

function problem(
  code: 'JG101' | 'JG102' | 'JG103',
  shown: string,
  message: string,
  help?: string,
): Diagnostic {
  return createDiagnostic(code, spanOf(createSource(shown, ''), 0), message, { help })
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      return 'the file does not exist'
    case 'EISDIR':
      return 'it is a directory'
    case 'EACCES':
      return 'permission denied'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
