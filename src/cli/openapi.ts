import { resolve } from 'node:path'
import { contractOf } from '../contract/contract-of.js'
import { openApiOf } from '@jsonapi-gen/runtime/openapi'
import { compactText } from '../emit/compact-json.js'
import { loadSchema } from '../pipeline/load.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { advise, refuse, shownPath } from './show.js'

/** The options of `openapi`. */
export interface OpenApiOptions {
  readonly schema: string
  /** Whether everything is spelled out. */
  readonly full?: boolean
  /** Whether a warning is an error. */
  readonly strict?: boolean
}

/** `jsonapi-gen openapi`: the OpenAPI document of a schema on stdout, whether or not `generate` writes it. */
export async function openapi(options: OpenApiOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const loaded = await loadSchema(path, shownPath(path, io.cwd), options)
  if (!loaded.ok) return refuse(loaded.diagnostics, 'human', io)
  // Notes are of what is generated.
  advise(loaded.diagnostics, { format: 'human', quiet: true }, io)
  io.out(`${compactText(openApiOf(contractOf(loaded.schema), { full: options.full === true }))}\n`)
  return EXIT.done
}
