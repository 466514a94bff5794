import { setImmediate } from 'node:timers/promises'
import type { Schema } from '../schema/schema.js'
import type { FileNode, OutputFile } from './file.js'
import { emitIndexFile } from './index-file.js'
import { modulesOf } from './modules.js'
import { emitResourceFile } from './resource-file.js'
import { emitRoutesFile } from './routes-file.js'

/** What a caller that waits may want to know, and do. */
export interface EmitOptions {
  readonly onProgress?: (done: number, total: number) => void
  /** Stops between two files; what was printed until then is returned. */
  readonly signal?: AbortSignal
}

const FILES_PER_TURN = 20

/**
 * Everything that is regenerated, ordered by path. `client` is the module of the Prisma Client's types as the generated
 * folder imports it. ts-morph is loaded here, when there is something to print, and nowhere else.
 */
export async function emitSchema(
  schema: Schema,
  client: string | undefined,
  { onProgress, signal }: EmitOptions = {},
): Promise<readonly OutputFile[]> {
  const { createPrinter } = await import('./print.js')
  const print = createPrinter()
  const total = schema.resources.length + 2
  const printed: OutputFile[] = []
  for (const file of nodesOf(schema, client)) {
    if (signal?.aborted) break
    printed.push(print(file))
    if (printed.length % FILES_PER_TURN !== 0) continue
    onProgress?.(printed.length, total)
    // Lets an interruption be heard, and progress be shown.
    await setImmediate()
  }
  return printed.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

// One after the other, so that none is kept once it is printed.
function* nodesOf(schema: Schema, client: string | undefined): Generator<FileNode> {
  const modules = modulesOf(schema, client)
  for (const resource of schema.resources) yield emitResourceFile(resource, schema, modules)
  yield emitIndexFile(schema, modules)
  yield emitRoutesFile(schema)
}
