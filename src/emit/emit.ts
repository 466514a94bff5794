import { setImmediate } from 'node:timers/promises'
import type { JsonObject } from '@jsonapi-gen/openapi'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { contractOf } from '../contract/contract-of.js'
import type { Schema } from '../schema/schema.js'
import { CONTRACT_PATH, emitContractFile } from './contract-file.js'
import {
  emitFactsFile,
  emitPrismaFactsFile,
  FACTS_PATH,
  needsPrisma,
  PRISMA_FACTS_PATH,
} from './facts-file.js'
import type { FileNode } from './file.js'
import type { OutputFile } from './output-file.js'
import { emitIndexFile, INDEX_PATH } from './index-file.js'
import { emitOpenApiFile, emitOpenApiJsonFile, OPENAPI_JSON_PATH, OPENAPI_PATH } from './openapi-file.js'
import { modulesOf } from './modules.js'
import { printHere, type Print } from './print.js'
import { emitResourceFile, resourcePath } from './resource-file.js'
import { emitRoutesFile, ROUTES_PATH } from './routes-file.js'
import { emitStoreFile, STORE_PATH } from './store-file.js'

/** The caller's callbacks and options. */
export interface EmitOptions {
  readonly onProgress?: (done: number, total: number) => void
  /** Stops between two files. */
  readonly signal?: AbortSignal
  /** The printer of the files. Without it, they are printed in this thread. */
  readonly print?: Print | undefined
}

const FILES_PER_TURN = 5
// The number of files that the printer handles at the same time: enough to keep it busy, and few enough to fit in
// memory.
const FILES_AT_ONCE = 8

/**
 * All regenerated files, one after another. `client` is the module of the Prisma Client's types as the generated
 * folder imports it. After this function returns, no more modules are loaded, because the writer may have opened as
 * many files as the system allows.
 */
export async function emitSchema(
  schema: Schema,
  client: string | undefined,
  options: EmitOptions = {},
): Promise<AsyncIterable<OutputFile>> {
  const print = options.print ?? (await printHere())
  const total = emittedPaths({ ...schema, client }).length
  const contract = contractOf(schema)
  // Loaded now, because the writer of the files may later use up all file handles.
  const { openApiSteps } =
    schema.openapi === 'json' ? await import('@jsonapi-gen/openapi') : { openApiSteps: undefined }
  const document = openApiSteps && (() => openApiSteps(contract))
  return printed(contract, nodesOf(schema, client), { ...options, total, print, document })
}

interface Printing extends EmitOptions {
  readonly total: number
  readonly print: Print
  /** Builds the OpenAPI document, if it is also written as a JSON file. */
  readonly document: (() => Generator<number, JsonObject>) | undefined
}

async function* printed(
  contract: Contract,
  files: Iterable<FileNode>,
  { onProgress, signal, total, print, document }: Printing,
): AsyncGenerator<OutputFile> {
  yield emitContractFile(contract)
  let done = 1
  if (document) {
    const described = await stepByStep(document(), signal)
    if (!described) return
    yield emitOpenApiJsonFile(described)
    done++
  }
  for await (const file of ahead(files, print)) {
    if (signal?.aborted) return
    yield file
    if (++done % FILES_PER_TURN !== 0) continue
    onProgress?.(done, total)
    // This pause lets interruptions arrive, progress appear, and files be written.
    await setImmediate()
  }
}

/** The result of the steps; undefined if interrupted. Yields to the event loop after every hundredth step. */
async function stepByStep<Value>(
  steps: Generator<number, Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (value % TYPES_PER_TURN !== 0) continue
    if (signal?.aborted) return undefined
    await setImmediate()
  }
}

const TYPES_PER_TURN = 20

/** The printed files in order. While one file is consumed, some of the next files are already being printed. */
async function* ahead(files: Iterable<FileNode>, print: Print): AsyncGenerator<OutputFile> {
  const printing: Promise<OutputFile>[] = []
  for (const file of files) {
    const next = print(file)
    // The first failure is thrown below. This prevents the other failures from becoming unhandled rejections.
    next.catch(() => {})
    printing.push(next)
    const first = printing.length < FILES_AT_ONCE ? undefined : printing.shift()
    if (first) yield await first
  }
  for (const rest of printing) yield await rest
}

/** The paths of all regenerated files. */
export function emittedPaths({ resources, openapi, store, client }: Schema): readonly string[] {
  return [
    CONTRACT_PATH,
    ...resources.map(resourcePath),
    INDEX_PATH,
    ROUTES_PATH,
    ...(store ? [FACTS_PATH] : []),
    ...(client !== undefined && needsPrisma({ store, resources }) ? [PRISMA_FACTS_PATH] : []),
    ...(hasKysely({ resources }) ? [STORE_PATH] : []),
    ...(openapi ? [OPENAPI_PATH] : []),
    ...(openapi === 'json' ? [OPENAPI_JSON_PATH] : []),
  ]
}

// Files are printed one at a time, so that no file remains in memory after it is printed.
function* nodesOf(schema: Schema, client: string | undefined): Generator<FileNode> {
  const modules = modulesOf(schema, client)
  for (const resource of schema.resources) yield emitResourceFile(resource, schema, modules)
  yield emitIndexFile(schema, modules)
  yield emitRoutesFile(schema, modules)
  if (schema.openapi) yield emitOpenApiFile()
  if (!schema.store) return
  yield emitFactsFile(schema.store)
  if (client !== undefined && needsPrisma(schema)) yield emitPrismaFactsFile(client, modules.fileOf)
  if (hasKysely(schema)) yield emitStoreFile(schema.store)
}

const hasKysely = ({ resources }: Pick<Schema, 'resources'>): boolean =>
  resources.some(({ adapter }) => adapter === 'kysely')
