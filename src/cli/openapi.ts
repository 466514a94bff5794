import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { openApiSteps, type JsonObject } from '@jsonapi-gen/openapi'
import { contractOf } from '../contract/contract-of.js'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { compactParts } from '../emit/compact-json.js'
import { loadSchema } from '../pipeline/load.js'
import { outputOf } from '../pipeline/output-folder.js'
import { contractAt } from './contract-at.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { progressOn } from './progress.js'
import { advise, refuse, shownPath } from './show.js'

/** The options of `openapi`. */
export interface OpenApiOptions {
  /** A commit, branch, tag or contract file. Without it, the schema is described. */
  readonly contract?: string | undefined
  readonly schema: string
  /** Whether the document lists everything separately instead of in short forms. */
  readonly full?: boolean
  /** Whether to treat warnings as errors. */
  readonly strict?: boolean
}

/** `jsonapi-gen openapi`: prints the OpenAPI document of a schema or a contract to stdout, whether or not `generate` writes it. */
export async function openapi(options: OpenApiOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const loaded = await loadSchema(path, shownPath(path, io.cwd), options)
  if (options.contract !== undefined) {
    // The schema is needed only to find the contract in the commit.
    const root = loaded.ok ? outputOf(loaded.schema, loaded.base) : io.cwd
    const read = await contractAt(options.contract, { root, schema: path }, io.cwd)
    return read.ok ? print(read.contract, options, io) : refuse([read.diagnostic], 'human', io)
  }
  if (!loaded.ok) return refuse(loaded.diagnostics, 'human', io)
  // Notes concern only generated files.
  advise(loaded.diagnostics, { format: 'human', quiet: true }, io)
  return print(contractOf(loaded.schema), options, io)
}

async function print(contract: Contract, options: OpenApiOptions, io: Io): Promise<ExitCode> {
  const document = await described(contract, options, io)
  // A document for a thousand types is written in parts: a single string would be in memory twice.
  for (const text of compactParts(document)) {
    io.out(text)
  }
  return EXIT.done
}

const TYPES_PER_TURN = 20

/** Describes the contract, yielding to the event loop after every few types. */
async function described(contract: Contract, { full = false }: OpenApiOptions, io: Io): Promise<JsonObject> {
  const total = Object.keys(contract.resources).length
  const progress = progressOn(io)
  const steps = openApiSteps(contract, { full })
  try {
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
      if (value % TYPES_PER_TURN !== 0) continue
      progress.say(`describing ${value} of ${total} types`)
      await setImmediate()
    }
  } finally {
    progress.clear()
  }
}
