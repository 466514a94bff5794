import { createInterface } from 'node:readline'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { formatHuman } from '../diagnostic/format-human.js'
import { loadSchema, type Loaded } from '../pipeline/load.js'
import { outputOf } from '../pipeline/output-folder.js'
import type { Part } from '../pipeline/prepare-options.js'
import { clientFolderOf } from '../pipeline/prepare-client.js'
import { write } from '../pipeline/write.js'
import { alone } from '../plan/alone.js'
import { orphansOf } from '../plan/render.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { merged } from './output.js'
import { advise, shownDiagnostics, shownPath } from './show.js'

/**
 * `jsonapi-gen prisma`: serves `prisma generate`, which sends lines of JSON-RPC to our stdin and reads responses from
 * our stderr. The schema is read from its files, because only the files have positions. Ends when stdin does.
 */
export async function servePrisma(input: NodeJS.ReadableStream, io: Io): Promise<ExitCode> {
  for await (const line of createInterface({ input })) {
    const request = requestFrom(line)
    if (!request) continue
    const answer = await answerTo(request, io)
    io.err(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...answer })}\n`)
  }
  return EXIT.done
}

interface Request {
  readonly id: unknown
  readonly method: unknown
  readonly params: unknown
}

type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }

async function answerTo({ method, params }: Request, io: Io): Promise<Answer> {
  switch (method) {
    case 'getManifest':
      return { result: { manifest: { prettyName: 'JSON:API', defaultOutput: '../src/api' } } }
    case 'generate': {
      const path = schemaPathIn(params)
      return path === undefined ? fault(-32_602, 'Prisma did not pass a schema') : generateFrom(path, io)
    }
    default:
      return fault(-32_601, `jsonapi-gen does not support the method ${String(method)}`)
  }
}

async function generateFrom(path: string, io: Io): Promise<Answer> {
  const loaded = await loadSchema(path, shownPath(path, io.cwd))
  if (!loaded.ok) return refusal(loaded.diagnostics, io)
  const root = outputOf(loaded.schema, loaded.base)
  const written = await alone(root, () => writeFrom(loaded, io), io)
  if (!written.ok) return refusal(written.diagnostics, io)
  const client = clientFolderOf(loaded.schema, loaded.base)
  if (client === undefined || 'error' in written.result) return written.result
  const typed = await alone(client, () => writeFrom({ ...loaded, diagnostics: [] }, io, 'client'), io)
  return typed.ok ? typed.result : refusal(typed.diagnostics, io)
}

async function writeFrom(
  loaded: Extract<Loaded, { readonly ok: true }>,
  io: Io,
  part: Part = 'server',
): Promise<Answer> {
  const prepared = await write({ schema: loaded.schema, base: loaded.base, part, signal: io.signal })
  if (!prepared.ok) return refusal(prepared.diagnostics, io)
  advise([...loaded.diagnostics, ...prepared.diagnostics], { format: 'human' }, io)
  const plan = merged([{ plan: prepared.plan, folder: shownPath(prepared.root, io.cwd) }])
  for (const { path, message } of orphansOf(plan)) io.err(`${path} ${message}\n`)
  return { result: null }
}

function refusal(diagnostics: readonly Diagnostic[], io: Io): Answer {
  const shown = shownDiagnostics(diagnostics, io.cwd)
  return fault(-32_000, `\n${shown.map((each) => formatHuman(each)).join('\n\n')}\n`)
}

function fault(code: number, message: string): Answer {
  return { error: { code, message } }
}

function requestFrom(line: string): Request | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || !('method' in value)) return undefined
    const id = 'id' in value ? value.id : null
    return { method: value.method, id, params: 'params' in value ? value.params : undefined }
  } catch {
    return undefined
  }
}

function schemaPathIn(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || !('schemaPath' in params)) return undefined
  return typeof params.schemaPath === 'string' ? params.schemaPath : undefined
}
